-- The first path shows in the setup itself.
CREATE TRIGGER setup_oqb_paths_shown AFTER INSERT ON setup_oqb_paths BEGIN
    UPDATE setups SET oqb_path = NEW.path, oqb_depth = NEW.depth
    WHERE id = NEW.setup AND (oqb_path IS NULL OR oqb_path >= NEW.path);
END;
CREATE TRIGGER setup_oqb_paths_hidden AFTER DELETE ON setup_oqb_paths BEGIN
    UPDATE setups SET oqb_path = NULL, oqb_depth = NULL WHERE id = OLD.setup AND oqb_path IS NOT NULL;
END;
-- A setup that turns into another type leaves the tree, or enters it.
CREATE TRIGGER setups_oqb_left AFTER UPDATE OF type ON setups WHEN OLD.type = 'oqb' AND NEW.type <> 'oqb' BEGIN
    SELECT RAISE(ABORT, 'the setup has oqb links: remove them first')
    WHERE EXISTS (SELECT 1 FROM setup_oqb_links WHERE parent = NEW.id OR child = NEW.id);
    INSERT OR IGNORE INTO setup_oqb_work (busy) VALUES (1);
    DELETE FROM setup_oqb_paths WHERE setup = NEW.id;
    DELETE FROM setup_oqb_work;
END;
CREATE TRIGGER setups_oqb_entered AFTER UPDATE OF type ON setups WHEN OLD.type <> 'oqb' AND NEW.type = 'oqb' BEGIN
    INSERT OR IGNORE INTO setup_oqb_work (busy) VALUES (1);
    INSERT INTO setup_oqb_paths (setup, path, depth) VALUES (NEW.id, NEW.id, 0);
    DELETE FROM setup_oqb_work;
END;
