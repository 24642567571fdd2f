-- What brings paths along, with what tree-sqlite-9.sql says of their cost.
DROP TRIGGER setups_renamed;
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
DROP TRIGGER setups_oqb_type;
CREATE TRIGGER setups_oqb_type AFTER UPDATE OF type ON setups WHEN (OLD.type = 'oqb') <> (NEW.type = 'oqb') BEGIN
    SELECT RAISE(ABORT, 'the setup has oqb links: remove them first')
    WHERE NEW.type <> 'oqb' AND EXISTS (SELECT 1 FROM setup_oqb_links WHERE parent = NEW.id OR child = NEW.id);
    {refresh setups}
END;
DROP TRIGGER setup_sets_renamed;
CREATE TRIGGER setup_sets_renamed AFTER UPDATE OF id ON setup_sets WHEN NEW.id <> OLD.id BEGIN
    UPDATE setup_set_links SET parent = NEW.id WHERE parent = OLD.id;
    UPDATE setup_set_links SET child = NEW.id WHERE child = OLD.id;
    DELETE FROM setup_set_paths WHERE setup_set = OLD.id;
    UPDATE setup_set_members SET setup_set = NEW.id WHERE setup_set = OLD.id;
    UPDATE setup_set_tags SET setup_set = NEW.id WHERE setup_set = OLD.id;
    UPDATE setup_set_translations SET setup_set = NEW.id WHERE setup_set = OLD.id;
    {refresh sets}
END;
