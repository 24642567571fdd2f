-- Languages sort bytewise too, whatever the locale of the server.
ALTER TABLE setup_translations ALTER COLUMN language TYPE text COLLATE "C";
ALTER TABLE setup_set_translations ALTER COLUMN language TYPE text COLLATE "C";
-- As text: a dump is restored with an empty search path, where two values of ltree have no equality.
DROP TRIGGER setups_oqb_by_hand ON setups;
CREATE TRIGGER setups_oqb_by_hand BEFORE UPDATE OF oqb_path, oqb_depth ON setups FOR EACH ROW
    WHEN (NEW.oqb_path::text IS DISTINCT FROM OLD.oqb_path::text OR NEW.oqb_depth IS DISTINCT FROM OLD.oqb_depth)
    EXECUTE FUNCTION ludex_oqb_by_hand();
