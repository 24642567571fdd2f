-- Foreign keys hold only for clients that switch them on; this holds for all. What hangs on a record:
CREATE TRIGGER records_gone AFTER DELETE ON records BEGIN
    DELETE FROM record_keys WHERE name = OLD.name;
END;
