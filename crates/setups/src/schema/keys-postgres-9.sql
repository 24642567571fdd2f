-- The statements of the roles gave the server's keys, sessions and audit trail to editors with all other tables, and who
-- writes a key makes himself an admin: they are their owner's alone.
DO $p$
DECLARE
    name text;
    role text;
BEGIN
    FOREACH name IN ARRAY ARRAY['api_keys', 'api_sessions', 'api_audit'] LOOP
        FOR role IN SELECT rolname FROM pg_catalog.pg_roles WHERE rolname IN ('ludex_reader', 'ludex_editor', 'ludex_admin') LOOP
            IF EXISTS (SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = name) THEN
                EXECUTE format('REVOKE ALL ON @here@.%I FROM %I', name, role);
            END IF;
        END LOOP;
    END LOOP;
END $p$;
