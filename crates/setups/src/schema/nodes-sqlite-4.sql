-- What hangs on a setup: deleted with it, renamed with it, also for clients without foreign keys.
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
-- A setup that turns into another type leaves the tree, or enters it.
CREATE TRIGGER setups_oqb_type AFTER UPDATE OF type ON setups WHEN (OLD.type = 'oqb') <> (NEW.type = 'oqb') BEGIN
    SELECT RAISE(ABORT, 'the setup has oqb links: remove them first')
    WHERE NEW.type <> 'oqb' AND EXISTS (SELECT 1 FROM setup_oqb_links WHERE parent = NEW.id OR child = NEW.id);
    {refresh setups}
END;
-- The first path shows in the setup itself; only it may be written there.
CREATE TRIGGER setups_oqb_by_hand BEFORE UPDATE OF oqb_path, oqb_depth ON setups
WHEN NEW.oqb_path IS NOT (SELECT p.path FROM setup_oqb_paths p WHERE p.setup = NEW.id ORDER BY p.path LIMIT 1)
    OR NEW.oqb_depth IS NOT (SELECT p.depth FROM setup_oqb_paths p WHERE p.setup = NEW.id ORDER BY p.path LIMIT 1) BEGIN
    SELECT RAISE(ABORT, 'oqb_path and oqb_depth are derived from the links and never written by hand');
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
