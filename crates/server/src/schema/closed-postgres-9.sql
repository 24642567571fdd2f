-- What the statements of the roles gave away, of tables that were there and of tables to come: who writes a key makes
-- himself an admin.
DO $p$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT rolname FROM pg_catalog.pg_roles WHERE rolname IN ('ludex_reader', 'ludex_editor', 'ludex_admin') LOOP
        EXECUTE format('REVOKE ALL ON @here@.api_keys, @here@.api_sessions, @here@.api_audit FROM %I', name);
    END LOOP;
END $p$;
