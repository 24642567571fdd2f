-- Readers read all; writing needs an editor; tags and saves an admin. What the database derives itself, the ids
-- that are retired and the version of the schema are written by nobody but their owner.
DO $p$
DECLARE
    name text;
    role text;
BEGIN
    FOREACH name IN ARRAY ARRAY['setups', 'setup_retired', 'setup_translations', 'setup_variants', 'statistics',
        'path_files', 'save_data', 'setup_sets', 'setup_set_members', 'setup_set_translations', 'setup_lookup',
        'setup_oqb_links', 'setup_oqb_paths', 'setup_set_links', 'setup_set_paths', 'saves', 'tags',
        'setup_set_tags', 'ludex_schema'] LOOP
        EXECUTE format('DROP POLICY IF EXISTS writers ON @here@.%I', name);
        CONTINUE WHEN name IN ('setup_retired', 'setup_oqb_paths', 'setup_set_paths', 'ludex_schema');
        role := CASE WHEN name IN ('saves', 'tags', 'setup_set_tags') THEN 'ludex_admin' ELSE 'ludex_editor' END;
        -- Asked once per statement, not once per row.
        EXECUTE format('CREATE POLICY writers ON @here@.%I FOR ALL USING ((SELECT @here@.ludex_is(%L))) '
            'WITH CHECK ((SELECT @here@.ludex_is(%2$L)))', name, role);
    END LOOP;
END $p$;
-- A function that runs as the owner may be fired by our triggers, and hung on nothing else.
DO $p$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT p.oid::regprocedure::text FROM pg_catalog.pg_proc p
        WHERE p.pronamespace = '@here@'::regnamespace AND p.proname LIKE 'ludex\_%' AND p.prosecdef LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', name);
    END LOOP;
END $p$;
