-- The first path shows in the setup itself.
CREATE FUNCTION ludex_oqb_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        UPDATE setups SET oqb_path = NULL, oqb_depth = NULL WHERE id = OLD.setup AND oqb_path IS NOT NULL;
    ELSE
        UPDATE setups SET oqb_path = NEW.path, oqb_depth = NEW.depth
        WHERE id = NEW.setup AND (oqb_path IS NULL OR oqb_path >= NEW.path);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER setup_oqb_paths_shown AFTER INSERT OR DELETE ON setup_oqb_paths
    FOR EACH ROW EXECUTE FUNCTION ludex_oqb_shown();
-- A setup that turns into another type leaves the tree, or enters it.
CREATE FUNCTION ludex_oqb_type() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.type = 'oqb' THEN
        PERFORM ludex_setup_oqb_paths_refresh(NEW.id);
    ELSIF EXISTS (SELECT 1 FROM setup_oqb_links WHERE parent = NEW.id OR child = NEW.id) THEN
        RAISE EXCEPTION 'the setup has oqb links: remove them first';
    ELSE
        DELETE FROM setup_oqb_paths WHERE setup = NEW.id;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER setups_oqb_type AFTER UPDATE OF type ON setups FOR EACH ROW
    WHEN ((OLD.type = 'oqb') <> (NEW.type = 'oqb')) EXECUTE FUNCTION ludex_oqb_type();

-- Readers read all; writing needs an editor; tags an admin. The owner of the tables is not held by this.
CREATE FUNCTION ludex_is(wanted text) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = wanted AND pg_has_role(current_user, oid, 'MEMBER'))
$$;
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['setups', 'setup_retired', 'setup_translations', 'setup_variants', 'statistics',
        'path_files', 'save_data', 'setup_sets', 'setup_set_members', 'setup_set_translations', 'setup_lookup',
        'setup_oqb_links', 'setup_oqb_paths', 'setup_set_links', 'setup_set_paths', 'saves', 'tags',
        'setup_set_tags', 'ludex_schema'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY readers ON %I FOR SELECT USING (true)', name);
        EXECUTE format('CREATE POLICY writers ON %I FOR ALL USING (ludex_is(%L)) WITH CHECK (ludex_is(%2$L))',
            name,
            CASE WHEN name IN ('saves', 'tags', 'setup_set_tags', 'ludex_schema') THEN 'ludex_admin'
                 ELSE 'ludex_editor' END);
    END LOOP;
END $$;
