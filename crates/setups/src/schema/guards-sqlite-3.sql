-- Foreign keys hold only for clients that switch them on; these hold for all. What SQLite itself did
-- already finds nothing left to do here.

-- What hangs on a statistic goes and is renamed with it.
CREATE TRIGGER statistics_gone AFTER DELETE ON statistics BEGIN
    DELETE FROM path_files WHERE setup = OLD.setup AND kicktable = OLD.kicktable AND hold = OLD.hold;
    DELETE FROM save_data WHERE setup = OLD.setup AND kicktable = OLD.kicktable AND hold = OLD.hold;
END;
CREATE TRIGGER statistics_renamed AFTER UPDATE OF setup, kicktable, hold ON statistics
WHEN (NEW.setup, NEW.kicktable, NEW.hold) <> (OLD.setup, OLD.kicktable, OLD.hold) BEGIN
    UPDATE path_files SET setup = NEW.setup, kicktable = NEW.kicktable, hold = NEW.hold
    WHERE setup = OLD.setup AND kicktable = OLD.kicktable AND hold = OLD.hold;
    UPDATE save_data SET setup = NEW.setup, kicktable = NEW.kicktable, hold = NEW.hold
    WHERE setup = OLD.setup AND kicktable = OLD.kicktable AND hold = OLD.hold;
END;
CREATE TRIGGER path_files_of BEFORE INSERT ON path_files
WHEN NOT EXISTS (SELECT 1 FROM statistics
    WHERE setup = NEW.setup AND kicktable = NEW.kicktable AND hold = NEW.hold) BEGIN
    SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: there are no such statistics');
END;
CREATE TRIGGER save_data_of BEFORE INSERT ON save_data
WHEN NOT EXISTS (SELECT 1 FROM statistics
    WHERE setup = NEW.setup AND kicktable = NEW.kicktable AND hold = NEW.hold) BEGIN
    SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: there are no such statistics');
END;

-- What hangs on a setup: deleted with it, renamed with it.
CREATE TRIGGER setups_gone AFTER DELETE ON setups BEGIN
    DELETE FROM setup_oqb_links WHERE parent = OLD.id OR child = OLD.id;
    DELETE FROM setup_oqb_paths WHERE setup = OLD.id;
    DELETE FROM setup_translations WHERE setup = OLD.id;
    DELETE FROM setup_variants WHERE setup = OLD.id;
    DELETE FROM statistics WHERE setup = OLD.id;
    DELETE FROM setup_set_members WHERE setup = OLD.id;
    DELETE FROM setup_lookup WHERE setup = OLD.id;
    UPDATE setups SET mirror = NULL WHERE mirror = OLD.id;
END;
CREATE TRIGGER setups_renamed AFTER UPDATE OF id ON setups WHEN NEW.id <> OLD.id BEGIN
    UPDATE setup_oqb_links SET parent = NEW.id WHERE parent = OLD.id;
    UPDATE setup_oqb_links SET child = NEW.id WHERE child = OLD.id;
    DELETE FROM setup_oqb_paths WHERE setup = OLD.id;
    UPDATE setup_translations SET setup = NEW.id WHERE setup = OLD.id;
    UPDATE setup_variants SET setup = NEW.id WHERE setup = OLD.id;
    UPDATE statistics SET setup = NEW.id WHERE setup = OLD.id;
    UPDATE setup_set_members SET setup = NEW.id WHERE setup = OLD.id;
    DELETE FROM setup_lookup WHERE setup = OLD.id;
    UPDATE setups SET mirror = NEW.id WHERE mirror = OLD.id;
    {refresh setups}
END;

-- What hangs on a set.
CREATE TRIGGER setup_sets_gone AFTER DELETE ON setup_sets BEGIN
    DELETE FROM setup_set_links WHERE parent = OLD.id OR child = OLD.id;
    DELETE FROM setup_set_paths WHERE setup_set = OLD.id;
    DELETE FROM setup_set_members WHERE setup_set = OLD.id;
    DELETE FROM setup_set_tags WHERE setup_set = OLD.id;
    DELETE FROM setup_set_translations WHERE setup_set = OLD.id;
END;
CREATE TRIGGER setup_sets_renamed AFTER UPDATE OF id ON setup_sets WHEN NEW.id <> OLD.id BEGIN
    UPDATE setup_set_links SET parent = NEW.id WHERE parent = OLD.id;
    UPDATE setup_set_links SET child = NEW.id WHERE child = OLD.id;
    DELETE FROM setup_set_paths WHERE setup_set = OLD.id;
    UPDATE setup_set_members SET setup_set = NEW.id WHERE setup_set = OLD.id;
    UPDATE setup_set_tags SET setup_set = NEW.id WHERE setup_set = OLD.id;
    UPDATE setup_set_translations SET setup_set = NEW.id WHERE setup_set = OLD.id;
    {refresh sets}
END;
CREATE TRIGGER tags_gone AFTER DELETE ON tags BEGIN
    DELETE FROM setup_set_tags WHERE tag = OLD.tag;
END;
CREATE TRIGGER tags_renamed AFTER UPDATE OF tag ON tags WHEN NEW.tag <> OLD.tag BEGIN
    UPDATE setup_set_tags SET tag = NEW.tag WHERE tag = OLD.tag;
END;
CREATE TRIGGER saves_gone AFTER DELETE ON saves BEGIN
    DELETE FROM save_data WHERE save = OLD.id;
END;
