-- Three roles, of which an admin is an editor and an editor a reader. To be run by the server's administrator in
-- each database that has a store, and again at any time: it only adds what is missing.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['ludex_reader', 'ludex_editor', 'ludex_admin'] LOOP
        BEGIN
            EXECUTE format('CREATE ROLE %I NOLOGIN', name);
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL;
        END;
    END LOOP;
END $$;
GRANT ludex_reader TO ludex_editor;
GRANT ludex_editor TO ludex_admin;
-- What the roles may touch at all; row level security says the rest.
DO $$
DECLARE
    here text := current_schema();
    owner text;
    name text;
BEGIN
    EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC', here);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO ludex_reader', here);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO ludex_reader', here);
    EXECUTE format('GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO ludex_editor', here);
    EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO ludex_editor', here);
    -- Tables that later versions bring, made by the owner of the store.
    SELECT tableowner INTO owner FROM pg_catalog.pg_tables WHERE schemaname = here AND tablename = 'ludex_schema';
    FOR name IN SELECT unnest(ARRAY[
        'SELECT ON TABLES TO ludex_reader', 'INSERT, UPDATE, DELETE ON TABLES TO ludex_editor',
        'USAGE ON SEQUENCES TO ludex_editor'
    ]) LOOP
        EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA %I GRANT %s', coalesce(owner, current_user), here, name);
    END LOOP;
    -- What nobody but the owner and our triggers write.
    FOREACH name IN ARRAY ARRAY['ludex_schema', 'setup_retired', 'setup_oqb_paths', 'setup_set_paths', 'ludex_locks',
        'ludex_totals', 'ludex_sealed', 'ludex_seals', 'ludex_objects'] LOOP
        IF to_regclass(format('%I.%I', here, name)) IS NOT NULL THEN
            EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I.%I FROM ludex_editor', here, name);
        END IF;
    END LOOP;
    -- Keys, sessions and the audit trail of the server are its owner's alone: who writes a key makes himself an admin.
    FOREACH name IN ARRAY ARRAY['api_keys', 'api_sessions', 'api_audit'] LOOP
        IF to_regclass(format('%I.%I', here, name)) IS NOT NULL THEN
            EXECUTE format('REVOKE ALL ON %I.%I FROM ludex_reader, ludex_editor, ludex_admin', here, name);
        END IF;
    END LOOP;
    -- Taking a lock is changing its row.
    IF to_regclass(format('%I.ludex_locks', here)) IS NOT NULL THEN
        EXECUTE format('GRANT UPDATE ON %I.ludex_locks TO ludex_editor', here);
    END IF;
END $$;
