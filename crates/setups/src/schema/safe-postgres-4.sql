-- Every function anew: each name qualified, each search path fixed, so that no temporary table stands in the
-- place of one of ours. What only the database itself may write is written by functions that run as its owner.
CREATE FUNCTION @here@.ludex_take(wanted text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $f$
DECLARE
    mine text := pg_current_xact_id()::text || ' ' || pg_backend_pid() || ' ' || extract(epoch FROM pg_postmaster_start_time());
BEGIN
    UPDATE @here@.ludex_locks SET holder = mine WHERE name = wanted AND holder <> mine;
    IF NOT FOUND AND NOT EXISTS (SELECT 1 FROM @here@.ludex_locks WHERE name = wanted AND holder = mine) THEN
        RAISE EXCEPTION 'ludex_locks has no row %: INSERT INTO ludex_locks (name) VALUES (''%'')', wanted, wanted;
    END IF;
END $f$;
REVOKE EXECUTE ON FUNCTION @here@.ludex_take(text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION @here@.ludex_is(wanted text) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $f$
    SELECT EXISTS (
        SELECT 1 FROM pg_catalog.pg_roles r
        WHERE r.rolname = wanted AND pg_catalog.pg_has_role(current_user, r.oid, 'MEMBER')
    )
$f$;

CREATE OR REPLACE FUNCTION @here@.ludex_setups_retire() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    IF TG_OP = 'DELETE' OR NEW.id <> OLD.id THEN
        INSERT INTO @here@.setup_retired (id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $f$;
CREATE OR REPLACE FUNCTION @here@.ludex_variant_number() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    IF NEW.number IS NULL THEN
        PERFORM 1 FROM @here@.setups WHERE id = NEW.setup FOR UPDATE;
        SELECT 1 + coalesce(max(v.number), 0) INTO NEW.number FROM @here@.setup_variants v WHERE v.setup = NEW.setup;
    END IF;
    RETURN NEW;
END $f$;
CREATE OR REPLACE FUNCTION @here@.ludex_path_file() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    IF TG_OP = 'INSERT' THEN
        UPDATE @here@.statistics SET path_file = true
        WHERE setup = NEW.setup AND kicktable = NEW.kicktable AND hold = NEW.hold;
    ELSE
        UPDATE @here@.statistics SET path_file = false
        WHERE setup = OLD.setup AND kicktable = OLD.kicktable AND hold = OLD.hold;
    END IF;
    RETURN NULL;
END $f$;
CREATE OR REPLACE FUNCTION @here@.ludex_path_flag() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    -- A new row has no file yet; one that turns into an update of an old row keeps what the old row says.
    IF TG_OP = 'INSERT' THEN
        IF NEW.path_file THEN
            RAISE EXCEPTION 'path_file follows the table path_files and is not written by hand';
        END IF;
    ELSIF NEW.path_file <> EXISTS (SELECT 1 FROM @here@.path_files f
        WHERE f.setup = NEW.setup AND f.kicktable = NEW.kicktable AND f.hold = NEW.hold) THEN
        RAISE EXCEPTION 'path_file follows the table path_files and is not written by hand';
    END IF;
    RETURN NEW;
END $f$;
CREATE OR REPLACE FUNCTION @here@.ludex_lookup_stale() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    IF TG_TABLE_NAME = 'setups' THEN
        DELETE FROM @here@.setup_lookup WHERE setup = NEW.id;
    ELSIF TG_OP = 'DELETE' THEN
        DELETE FROM @here@.setup_lookup WHERE setup = OLD.setup AND kicktable = OLD.kicktable AND hold = OLD.hold;
    ELSE
        DELETE FROM @here@.setup_lookup WHERE setup = NEW.setup AND kicktable = NEW.kicktable AND hold = NEW.hold;
    END IF;
    RETURN NULL;
END $f$;
CREATE OR REPLACE FUNCTION @here@.ludex_oqb_declared() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    IF (NEW.oqb_path::text IS NOT NULL OR NEW.oqb_depth IS NOT NULL)
        AND (NEW.type <> 'oqb' OR NEW.oqb_path::text IS DISTINCT FROM NEW.id OR coalesce(NEW.oqb_depth, 0) <> 0) THEN
        RAISE EXCEPTION 'oqb_path is derived from the links: only the id of an oqb setup may stand there on insert';
    END IF;
    RETURN NEW;
END $f$;

-- The first path shows in the setup itself.
DROP FUNCTION @here@.ludex_oqb_shown(), @here@.ludex_oqb_type() CASCADE;
CREATE FUNCTION @here@.ludex_oqb_shown(ids text[]) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $f$
    UPDATE @here@.setups u SET oqb_path = f.path, oqb_depth = f.depth
    FROM unnest(ids) AS s (id) LEFT JOIN LATERAL (
        SELECT p.path, p.depth FROM @here@.setup_oqb_paths p WHERE p.setup = s.id COLLATE "C"
        ORDER BY p.path::text COLLATE "C" LIMIT 1
    ) f ON true
    WHERE u.id = s.id COLLATE "C"
        AND (u.oqb_path::text IS DISTINCT FROM f.path::text OR u.oqb_depth IS DISTINCT FROM f.depth)
$f$;
REVOKE EXECUTE ON FUNCTION @here@.ludex_oqb_shown(text[]) FROM PUBLIC;
-- Only the first path may be written there, so there is nothing left to write by hand.
CREATE OR REPLACE FUNCTION @here@.ludex_oqb_by_hand() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $f$
DECLARE
    first record;
BEGIN
    SELECT p.path::text AS path, p.depth AS depth INTO first FROM @here@.setup_oqb_paths p WHERE p.setup = NEW.id
    ORDER BY p.path::text COLLATE "C" LIMIT 1;
    IF NEW.oqb_path::text IS DISTINCT FROM first.path OR NEW.oqb_depth IS DISTINCT FROM first.depth THEN
        RAISE EXCEPTION 'oqb_path and oqb_depth are derived from the links and never written by hand';
    END IF;
    RETURN NEW;
END $f$;
INSERT INTO @here@.ludex_locks (name) VALUES ('mint');
