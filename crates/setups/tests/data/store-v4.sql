
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE EXTENSION IF NOT EXISTS ltree WITH SCHEMA public;

COMMENT ON EXTENSION ltree IS 'data type for hierarchical tree-like structures';

CREATE FUNCTION public.ludex_is(wanted text) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT 1 FROM pg_catalog.pg_roles r
        WHERE r.rolname = wanted AND pg_catalog.pg_has_role(current_user, r.oid, 'MEMBER')
    )
$$;

CREATE FUNCTION public.ludex_lookup_stale() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    IF TG_TABLE_NAME = 'setups' THEN
        DELETE FROM public.setup_lookup WHERE setup = NEW.id;
    ELSIF TG_OP = 'DELETE' THEN
        DELETE FROM public.setup_lookup WHERE setup = OLD.setup AND kicktable = OLD.kicktable AND hold = OLD.hold;
    ELSE
        DELETE FROM public.setup_lookup WHERE setup = NEW.setup AND kicktable = NEW.kicktable AND hold = NEW.hold;
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_oqb_by_hand() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE
    first record;
BEGIN
    SELECT p.path::text AS path, p.depth AS depth INTO first FROM public.setup_oqb_paths p WHERE p.setup = NEW.id
    ORDER BY p.path::text COLLATE "C" LIMIT 1;
    IF NEW.oqb_path::text IS DISTINCT FROM first.path OR NEW.oqb_depth IS DISTINCT FROM first.depth THEN
        RAISE EXCEPTION 'oqb_path and oqb_depth are derived from the links and never written by hand';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_oqb_declared() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    IF (NEW.oqb_path::text IS NOT NULL OR NEW.oqb_depth IS NOT NULL)
        AND (NEW.type <> 'oqb' OR NEW.oqb_path::text IS DISTINCT FROM NEW.id OR coalesce(NEW.oqb_depth, 0) <> 0) THEN
        RAISE EXCEPTION 'oqb_path is derived from the links: only the id of an oqb setup may stand there on insert';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_oqb_shown(ids text[]) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
    UPDATE public.setups u SET oqb_path = f.path, oqb_depth = f.depth
    FROM unnest(ids) AS s (id) LEFT JOIN LATERAL (
        SELECT p.path, p.depth FROM public.setup_oqb_paths p WHERE p.setup = s.id COLLATE "C"
        ORDER BY p.path::text COLLATE "C" LIMIT 1
    ) f ON true
    WHERE u.id = s.id COLLATE "C"
        AND (u.oqb_path::text IS DISTINCT FROM f.path::text OR u.oqb_depth IS DISTINCT FROM f.depth)
$$;

CREATE FUNCTION public.ludex_path_file() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        UPDATE public.statistics SET path_file = true
        WHERE setup = NEW.setup AND kicktable = NEW.kicktable AND hold = NEW.hold;
    ELSE
        UPDATE public.statistics SET path_file = false
        WHERE setup = OLD.setup AND kicktable = OLD.kicktable AND hold = OLD.hold;
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_path_flag() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    -- A new row has no file yet; one that turns into an update of an old row keeps what the old row says.
    IF TG_OP = 'INSERT' THEN
        IF NEW.path_file THEN
            RAISE EXCEPTION 'path_file follows the table path_files and is not written by hand';
        END IF;
    ELSIF NEW.path_file <> EXISTS (SELECT 1 FROM public.path_files f
        WHERE f.setup = NEW.setup AND f.kicktable = NEW.kicktable AND f.hold = NEW.hold) THEN
        RAISE EXCEPTION 'path_file follows the table path_files and is not written by hand';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_setup_oqb_links_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    PERFORM public.ludex_setup_oqb_paths_refresh((SELECT array_agg(DISTINCT c.child) FROM changed c));
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setup_oqb_links_fixed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM public.setups n WHERE n.id = OLD.parent)
        AND EXISTS (SELECT 1 FROM public.setups n WHERE n.id = OLD.child) THEN
        RAISE EXCEPTION 'a link is not changed: remove it and add another';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_setup_oqb_links_rules() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM public.setups n WHERE n.id = NEW.parent AND n.type = 'oqb')
        OR NOT EXISTS (SELECT 1 FROM public.setups n WHERE n.id = NEW.child AND n.type = 'oqb') THEN
        RAISE EXCEPTION 'a link joins two oqb setups that are there';
    END IF;
    IF EXISTS (
        WITH RECURSIVE up (id) AS (
            SELECT NEW.parent UNION SELECT l.parent FROM public.setup_oqb_links l JOIN up ON l.child = up.id
        )
        SELECT 1 FROM up WHERE id = NEW.child
    ) THEN
        RAISE EXCEPTION 'the link would close a cycle';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_setup_oqb_links_turn() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    PERFORM public.ludex_take('setup_oqb_links');
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setup_oqb_paths_added() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM added r WHERE NOT (EXISTS (SELECT 1 FROM public.setups n WHERE n.id = r.setup AND n.type = 'oqb')
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, '.')) - 1
        AND pg_catalog.split_part(r.path::text, '.', r.depth + 1) = r.setup
        AND NOT EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.child = pg_catalog.split_part(r.path::text, '.', 1))
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, '.')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.parent = pair.step AND l.child = pair.next)
        ))) THEN
        RAISE EXCEPTION 'setup_oqb_paths is derived from setup_oqb_links and never written by hand';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setup_oqb_paths_closed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    RAISE EXCEPTION 'setup_oqb_paths is derived from setup_oqb_links and never written by hand';
END $$;

CREATE FUNCTION public.ludex_setup_oqb_paths_refresh(starts text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
DECLARE
    below text[];
BEGIN
    WITH RECURSIVE down (id) AS (
        SELECT s.id COLLATE "C" FROM unnest(starts) AS s (id)
        UNION SELECT l.child FROM public.setup_oqb_links l JOIN down ON l.parent = down.id
    )
    SELECT array_agg(id) INTO below FROM down;
    IF below IS NULL THEN
        RETURN;
    END IF;
    DELETE FROM public.setup_oqb_paths r WHERE r.setup = ANY (below) AND NOT (EXISTS (SELECT 1 FROM public.setups n WHERE n.id = r.setup AND n.type = 'oqb')
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, '.')) - 1
        AND pg_catalog.split_part(r.path::text, '.', r.depth + 1) = r.setup
        AND NOT EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.child = pg_catalog.split_part(r.path::text, '.', 1))
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, '.')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.parent = pair.step AND l.child = pair.next)
        ));
    INSERT INTO public.setup_oqb_paths (setup, path, depth)
    WITH RECURSIVE led (id, path, depth) AS (
        SELECT s.id, s.path, s.depth FROM (
            SELECT n.id, n.id AS path, 0 AS depth FROM public.setups n
            WHERE n.id = ANY (below) AND n.type = 'oqb'
                AND NOT EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.child = n.id)
            UNION ALL
            -- What leads to a node from outside is right already.
            SELECT l.child, (p.path::text || '.' || l.child) COLLATE "C", p.depth + 1
            FROM public.setup_oqb_links l JOIN public.setup_oqb_paths p ON p.setup = l.parent
            WHERE l.child = ANY (below) AND l.parent <> ALL (below)
        ) s
        UNION ALL
        SELECT l.child, (led.path || '.' || l.child) COLLATE "C", led.depth + 1
        FROM led JOIN public.setup_oqb_links l ON l.parent = led.id WHERE led.depth < 500
    )
    -- Bounded, so that a ladder of thousands of ways ends in the message below and not in a full disk.
    SELECT id, path::public.ltree, depth
    FROM (SELECT * FROM led LIMIT 1000 * pg_catalog.cardinality(below) + 1) AS bounded
    -- A node that is being removed has no path, though a link still leads to it.
    WHERE EXISTS (SELECT 1 FROM public.setups n WHERE n.id = bounded.id AND n.type = 'oqb')
    ON CONFLICT DO NOTHING;
    IF EXISTS (SELECT 1 FROM public.setup_oqb_paths p WHERE p.setup = ANY (below) GROUP BY p.setup HAVING count(*) > 1000) THEN
        RAISE EXCEPTION 'more than 1000 paths would lead to one of the oqb setups';
    END IF;
    IF EXISTS (SELECT 1 FROM public.setup_oqb_paths p WHERE p.setup = ANY (below) AND p.depth >= 500) THEN
        RAISE EXCEPTION 'a path of more than 500 oqb setups would be too long';
    END IF;
    PERFORM public.ludex_oqb_shown(below);
END $$;

CREATE FUNCTION public.ludex_setup_oqb_paths_removed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM removed r WHERE (EXISTS (SELECT 1 FROM public.setups n WHERE n.id = r.setup AND n.type = 'oqb')
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, '.')) - 1
        AND pg_catalog.split_part(r.path::text, '.', r.depth + 1) = r.setup
        AND NOT EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.child = pg_catalog.split_part(r.path::text, '.', 1))
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, '.')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.parent = pair.step AND l.child = pair.next)
        ))) THEN
        RAISE EXCEPTION 'setup_oqb_paths is derived from setup_oqb_links and never written by hand';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setup_set_links_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    PERFORM public.ludex_setup_set_paths_refresh((SELECT array_agg(DISTINCT c.child) FROM changed c));
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setup_set_links_fixed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM public.setup_sets n WHERE n.id = OLD.parent)
        AND EXISTS (SELECT 1 FROM public.setup_sets n WHERE n.id = OLD.child) THEN
        RAISE EXCEPTION 'a link is not changed: remove it and add another';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_setup_set_links_rules() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM public.setup_sets n WHERE n.id = NEW.parent AND n.id IS NOT NULL)
        OR NOT EXISTS (SELECT 1 FROM public.setup_sets n WHERE n.id = NEW.child AND n.id IS NOT NULL) THEN
        RAISE EXCEPTION 'a link joins two sets that are there';
    END IF;
    IF EXISTS (
        WITH RECURSIVE up (id) AS (
            SELECT NEW.parent UNION SELECT l.parent FROM public.setup_set_links l JOIN up ON l.child = up.id
        )
        SELECT 1 FROM up WHERE id = NEW.child
    ) THEN
        RAISE EXCEPTION 'the link would close a cycle';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_setup_set_links_turn() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    PERFORM public.ludex_take('setup_set_links');
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setup_set_paths_added() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM added r WHERE NOT (EXISTS (SELECT 1 FROM public.setup_sets n WHERE n.id = r.setup_set AND n.id IS NOT NULL)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, '.')) - 1
        AND pg_catalog.split_part(r.path::text, '.', r.depth + 1) = r.setup_set
        AND NOT EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.child = pg_catalog.split_part(r.path::text, '.', 1))
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, '.')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.parent = pair.step AND l.child = pair.next)
        ))) THEN
        RAISE EXCEPTION 'setup_set_paths is derived from setup_set_links and never written by hand';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setup_set_paths_closed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    RAISE EXCEPTION 'setup_set_paths is derived from setup_set_links and never written by hand';
END $$;

CREATE FUNCTION public.ludex_setup_set_paths_refresh(starts text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
DECLARE
    below text[];
BEGIN
    WITH RECURSIVE down (id) AS (
        SELECT s.id COLLATE "C" FROM unnest(starts) AS s (id)
        UNION SELECT l.child FROM public.setup_set_links l JOIN down ON l.parent = down.id
    )
    SELECT array_agg(id) INTO below FROM down;
    IF below IS NULL THEN
        RETURN;
    END IF;
    DELETE FROM public.setup_set_paths r WHERE r.setup_set = ANY (below) AND NOT (EXISTS (SELECT 1 FROM public.setup_sets n WHERE n.id = r.setup_set AND n.id IS NOT NULL)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, '.')) - 1
        AND pg_catalog.split_part(r.path::text, '.', r.depth + 1) = r.setup_set
        AND NOT EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.child = pg_catalog.split_part(r.path::text, '.', 1))
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, '.')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.parent = pair.step AND l.child = pair.next)
        ));
    INSERT INTO public.setup_set_paths (setup_set, path, depth)
    WITH RECURSIVE led (id, path, depth) AS (
        SELECT s.id, s.path, s.depth FROM (
            SELECT n.id, n.id AS path, 0 AS depth FROM public.setup_sets n
            WHERE n.id = ANY (below) AND n.id IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.child = n.id)
            UNION ALL
            -- What leads to a node from outside is right already.
            SELECT l.child, (p.path::text || '.' || l.child) COLLATE "C", p.depth + 1
            FROM public.setup_set_links l JOIN public.setup_set_paths p ON p.setup_set = l.parent
            WHERE l.child = ANY (below) AND l.parent <> ALL (below)
        ) s
        UNION ALL
        SELECT l.child, (led.path || '.' || l.child) COLLATE "C", led.depth + 1
        FROM led JOIN public.setup_set_links l ON l.parent = led.id WHERE led.depth < 500
    )
    -- Bounded, so that a ladder of thousands of ways ends in the message below and not in a full disk.
    SELECT id, path::public.ltree, depth
    FROM (SELECT * FROM led LIMIT 1000 * pg_catalog.cardinality(below) + 1) AS bounded
    -- A node that is being removed has no path, though a link still leads to it.
    WHERE EXISTS (SELECT 1 FROM public.setup_sets n WHERE n.id = bounded.id AND n.id IS NOT NULL)
    ON CONFLICT DO NOTHING;
    IF EXISTS (SELECT 1 FROM public.setup_set_paths p WHERE p.setup_set = ANY (below) GROUP BY p.setup_set HAVING count(*) > 1000) THEN
        RAISE EXCEPTION 'more than 1000 paths would lead to one of the sets';
    END IF;
    IF EXISTS (SELECT 1 FROM public.setup_set_paths p WHERE p.setup_set = ANY (below) AND p.depth >= 500) THEN
        RAISE EXCEPTION 'a path of more than 500 sets would be too long';
    END IF;
    
END $$;

CREATE FUNCTION public.ludex_setup_set_paths_removed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM removed r WHERE (EXISTS (SELECT 1 FROM public.setup_sets n WHERE n.id = r.setup_set AND n.id IS NOT NULL)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, '.')) - 1
        AND pg_catalog.split_part(r.path::text, '.', r.depth + 1) = r.setup_set
        AND NOT EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.child = pg_catalog.split_part(r.path::text, '.', 1))
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, '.')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.parent = pair.step AND l.child = pair.next)
        ))) THEN
        RAISE EXCEPTION 'setup_set_paths is derived from setup_set_links and never written by hand';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setup_sets_node() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    -- An id that comes back: a snapshot of before may still show the links of the node that had it.
    PERFORM public.ludex_take('setup_set_links');
    IF TG_OP = 'DELETE' THEN
        DELETE FROM public.setup_set_paths p WHERE p.setup_set = OLD.id;
        RETURN NULL;
    END IF;
    IF NOT NEW.id IS NOT NULL AND EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.parent = NEW.id OR l.child = NEW.id) THEN
        RAISE EXCEPTION 'the setup has oqb links: remove them first';
    END IF;
    PERFORM public.ludex_setup_set_paths_refresh(CASE WHEN TG_OP = 'INSERT' THEN ARRAY[NEW.id] ELSE ARRAY[OLD.id, NEW.id] END);
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setups_node() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    -- An id that comes back: a snapshot of before may still show the links of the node that had it.
    PERFORM public.ludex_take('setup_oqb_links');
    IF TG_OP = 'DELETE' THEN
        DELETE FROM public.setup_oqb_paths p WHERE p.setup = OLD.id;
        RETURN NULL;
    END IF;
    IF NOT NEW.type = 'oqb' AND EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.parent = NEW.id OR l.child = NEW.id) THEN
        RAISE EXCEPTION 'the setup has oqb links: remove them first';
    END IF;
    PERFORM public.ludex_setup_oqb_paths_refresh(CASE WHEN TG_OP = 'INSERT' THEN ARRAY[NEW.id] ELSE ARRAY[OLD.id, NEW.id] END);
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setups_retire() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    IF TG_OP = 'DELETE' OR NEW.id <> OLD.id THEN
        INSERT INTO public.setup_retired (id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setups_revised() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    NEW.revision := OLD.revision + 1;
    DELETE FROM public.setup_lookup WHERE setup = OLD.id;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_statistics_revision() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    IF NEW.revision IS NULL THEN
        SELECT u.revision INTO NEW.revision FROM public.setups u WHERE u.id = NEW.setup;
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_take(wanted text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := pg_current_xact_id()::text || ' ' || pg_backend_pid() || ' ' || extract(epoch FROM pg_postmaster_start_time());
BEGIN
    UPDATE public.ludex_locks SET holder = mine WHERE name = wanted AND holder <> mine;
    IF NOT FOUND AND NOT EXISTS (SELECT 1 FROM public.ludex_locks WHERE name = wanted AND holder = mine) THEN
        RAISE EXCEPTION 'ludex_locks has no row %: INSERT INTO ludex_locks (name) VALUES (''%'')', wanted, wanted;
    END IF;
END $$;

CREATE FUNCTION public.ludex_variant_number() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    IF NEW.number IS NULL THEN
        PERFORM 1 FROM public.setups WHERE id = NEW.setup FOR UPDATE;
        SELECT 1 + coalesce(max(v.number), 0) INTO NEW.number FROM public.setup_variants v WHERE v.setup = NEW.setup;
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_variants_revised() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.build, NEW.fumen, NEW.solve_pattern)
        IS NOT DISTINCT FROM (OLD.build, OLD.fumen, OLD.solve_pattern) THEN
        RETURN NULL;
    END IF;
    UPDATE public.setups SET revision = revision + 1 WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.setup ELSE NEW.setup END;
    RETURN NULL;
END $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.import_refusals (
    import text NOT NULL COLLATE pg_catalog."C",
    line bigint NOT NULL,
    reason text NOT NULL
);

CREATE TABLE public.imports (
    id text NOT NULL COLLATE pg_catalog."C",
    batch bigint NOT NULL,
    line bigint NOT NULL,
    place bigint NOT NULL,
    taken bigint NOT NULL,
    refused bigint NOT NULL,
    finished boolean NOT NULL
);

CREATE TABLE public.ludex_locks (
    name text NOT NULL COLLATE pg_catalog."C",
    holder text DEFAULT ''::text NOT NULL
);

CREATE TABLE public.ludex_schema (
    version integer NOT NULL
);

CREATE TABLE public.path_files (
    setup text NOT NULL COLLATE pg_catalog."C",
    kicktable text NOT NULL COLLATE pg_catalog."C",
    hold text NOT NULL COLLATE pg_catalog."C",
    data bytea NOT NULL
);

CREATE TABLE public.record_keys (
    kind text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT record_keys_key_check CHECK ((length(key) <= 1000)),
    CONSTRAINT record_keys_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 100)))
);

CREATE TABLE public.records (
    name text NOT NULL COLLATE pg_catalog."C",
    "position" text,
    solution text,
    rating double precision,
    length bigint,
    score bigint,
    facts json,
    source text,
    first_seen bigint NOT NULL,
    last_seen bigint NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT records_check CHECK ((last_seen >= first_seen)),
    CONSTRAINT records_count_check CHECK ((count >= 1)),
    CONSTRAINT records_facts_check CHECK (((facts IS NULL) OR (json_typeof(facts) = 'object'::text))),
    CONSTRAINT records_name_check CHECK (((name ~ '^[a-z][a-z0-9-]*:.'::text) AND (length(name) <= 1100)))
);

CREATE TABLE public.save_data (
    setup text NOT NULL COLLATE pg_catalog."C",
    kicktable text NOT NULL COLLATE pg_catalog."C",
    hold text NOT NULL COLLATE pg_catalog."C",
    save bigint NOT NULL,
    status text DEFAULT 'completed'::text NOT NULL,
    percent numeric(5,2),
    numerator bigint,
    denominator bigint,
    priority json,
    CONSTRAINT save_data_check CHECK (((numerator IS NULL) = (denominator IS NULL))),
    CONSTRAINT save_data_check1 CHECK (((numerator IS NULL) OR (numerator <= denominator))),
    CONSTRAINT save_data_denominator_check CHECK ((denominator <> 0)),
    CONSTRAINT save_data_numerator_check CHECK ((numerator >= 0)),
    CONSTRAINT save_data_percent_check CHECK (((percent >= (0)::numeric) AND (percent <= (100)::numeric))),
    CONSTRAINT save_data_priority_check CHECK (((priority IS NULL) OR (json_typeof(priority) = 'array'::text))),
    CONSTRAINT save_data_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text])))
);

CREATE TABLE public.saves (
    id bigint NOT NULL,
    pc smallint NOT NULL,
    save text NOT NULL COLLATE pg_catalog."C",
    description text,
    importance bigint DEFAULT 0 NOT NULL,
    auto boolean DEFAULT false NOT NULL,
    CONSTRAINT saves_pc_check CHECK (((pc >= 1) AND (pc <= 9))),
    CONSTRAINT saves_save_check CHECK (((length(save) >= 1) AND (length(save) <= 10000)))
);

ALTER TABLE public.saves ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.saves_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.setup_lookup (
    setup text NOT NULL COLLATE pg_catalog."C",
    kicktable text NOT NULL COLLATE pg_catalog."C",
    hold text NOT NULL COLLATE pg_catalog."C",
    queues bytea NOT NULL
);

CREATE TABLE public.setup_oqb_links (
    parent text NOT NULL COLLATE pg_catalog."C",
    child text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT setup_oqb_links_check CHECK ((parent <> child))
);

CREATE TABLE public.setup_oqb_paths (
    setup text NOT NULL COLLATE pg_catalog."C",
    path public.ltree NOT NULL,
    depth integer NOT NULL
);

CREATE TABLE public.setup_retired (
    id text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.setup_set_links (
    parent text NOT NULL COLLATE pg_catalog."C",
    child text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT setup_set_links_check CHECK ((parent <> child))
);

CREATE TABLE public.setup_set_members (
    setup_set text NOT NULL COLLATE pg_catalog."C",
    setup text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.setup_set_paths (
    setup_set text NOT NULL COLLATE pg_catalog."C",
    path public.ltree NOT NULL,
    depth integer NOT NULL
);

CREATE TABLE public.setup_set_tags (
    setup_set text NOT NULL COLLATE pg_catalog."C",
    tag text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.setup_set_translations (
    setup_set text NOT NULL COLLATE pg_catalog."C",
    language text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    description text,
    CONSTRAINT setup_set_translations_language_check CHECK (((length(language) >= 2) AND (length(language) <= 20)))
);

CREATE TABLE public.setup_sets (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    CONSTRAINT setup_sets_id_check CHECK ((id ~ '^[a-z0-9_]{1,60}$'::text))
);

CREATE TABLE public.setup_translations (
    setup text NOT NULL COLLATE pg_catalog."C",
    language text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL,
    CONSTRAINT setup_translations_language_check CHECK (((length(language) >= 2) AND (length(language) <= 20)))
);

CREATE TABLE public.setup_variants (
    setup text NOT NULL COLLATE pg_catalog."C",
    number integer,
    build text NOT NULL,
    fumen text NOT NULL,
    solve_pattern text,
    CONSTRAINT setup_variants_build_check CHECK ((build ~ '^[TILJSZO]{1,10}$'::text)),
    CONSTRAINT setup_variants_fumen_check CHECK ((fumen ~ '^v115@[A-Za-z0-9+/?]+$'::text)),
    CONSTRAINT setup_variants_number_check CHECK ((number >= 1))
);

CREATE TABLE public.setups (
    id text NOT NULL COLLATE pg_catalog."C",
    scheme text DEFAULT 'v1'::text NOT NULL,
    pc smallint NOT NULL,
    leftover text NOT NULL,
    build text NOT NULL,
    cover_pattern text NOT NULL,
    type text DEFAULT 'regular'::text NOT NULL,
    fumen text NOT NULL,
    solve_pattern text,
    mirror text COLLATE pg_catalog."C",
    see smallint DEFAULT 7 NOT NULL,
    hold smallint DEFAULT 1 NOT NULL,
    credit text,
    oqb_path public.ltree,
    oqb_depth integer,
    revision bigint DEFAULT 1 NOT NULL,
    CONSTRAINT setups_build_check CHECK ((build ~ '^[TILJSZO]{1,10}$'::text)),
    CONSTRAINT setups_check CHECK (((solve_pattern IS NOT NULL) OR (type = 'oqb'::text))),
    CONSTRAINT setups_cover_pattern_check CHECK (((length(cover_pattern) >= 1) AND (length(cover_pattern) <= 10000))),
    CONSTRAINT setups_fumen_check CHECK ((fumen ~ '^v115@[A-Za-z0-9+/?]+$'::text)),
    CONSTRAINT setups_hold_check CHECK (((hold >= 0) AND (hold <= 11))),
    CONSTRAINT setups_id_check CHECK ((id ~ '^[1-9][0-9a-f]{11}$'::text)),
    CONSTRAINT setups_leftover_check CHECK ((leftover ~ '^[TILJSZO]{1,7}$'::text)),
    CONSTRAINT setups_pc_check CHECK (((pc >= 1) AND (pc <= 9))),
    CONSTRAINT setups_scheme_check CHECK ((scheme = ANY (ARRAY['v1'::text, 'v2'::text]))),
    CONSTRAINT setups_see_check CHECK (((see >= 1) AND (see <= 11))),
    CONSTRAINT setups_solve_pattern_check CHECK (((length(solve_pattern) >= 1) AND (length(solve_pattern) <= 10000))),
    CONSTRAINT setups_type_check CHECK ((type = ANY (ARRAY['regular'::text, 'qb'::text, 'oqb'::text])))
);

CREATE TABLE public.statistics (
    setup text NOT NULL COLLATE pg_catalog."C",
    kicktable text NOT NULL COLLATE pg_catalog."C",
    hold text DEFAULT 'any'::text NOT NULL COLLATE pg_catalog."C",
    status text DEFAULT 'completed'::text NOT NULL,
    cover_data bytea,
    solve_percent numeric(5,2),
    solve_numerator bigint,
    solve_denominator bigint,
    all_solves text,
    minimal_solves text,
    minimal_count bigint,
    path_file boolean DEFAULT false NOT NULL,
    revision bigint,
    CONSTRAINT statistics_check CHECK (((solve_numerator IS NULL) = (solve_denominator IS NULL))),
    CONSTRAINT statistics_check1 CHECK (((solve_numerator IS NULL) OR (solve_numerator <= solve_denominator))),
    CONSTRAINT statistics_hold_check CHECK ((hold = ANY (ARRAY['any'::text, 'cyclic'::text, 'none'::text]))),
    CONSTRAINT statistics_kicktable_check CHECK ((kicktable = ANY (ARRAY['srs'::text, 'srs_plus'::text, 'srsx'::text, 'srs180'::text, 'tetrax'::text, 'asc'::text, 'ars'::text, 'none'::text]))),
    CONSTRAINT statistics_minimal_count_check CHECK ((minimal_count >= 0)),
    CONSTRAINT statistics_solve_denominator_check CHECK ((solve_denominator <> 0)),
    CONSTRAINT statistics_solve_numerator_check CHECK ((solve_numerator >= 0)),
    CONSTRAINT statistics_solve_percent_check CHECK (((solve_percent >= (0)::numeric) AND (solve_percent <= (100)::numeric))),
    CONSTRAINT statistics_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text])))
);

CREATE TABLE public.tags (
    tag text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT tags_tag_check CHECK (((length(tag) >= 1) AND (length(tag) <= 60)))
);

INSERT INTO public.ludex_locks VALUES ('records', '752');
INSERT INTO public.ludex_locks VALUES ('mint', '758');
INSERT INTO public.ludex_locks VALUES ('setup_oqb_links', '761 2830 1794769867.639442');
INSERT INTO public.ludex_locks VALUES ('setup_set_links', '768 2830 1794769867.639442');

INSERT INTO public.ludex_schema VALUES (4);

INSERT INTO public.path_files VALUES ('387eeaff93ff', 'srs', 'any', '\x00ff70617468');

INSERT INTO public.record_keys VALUES ('short', 'same', 'sudoku:eKEeveX3Ose2Ww4p42M');
INSERT INTO public.record_keys VALUES ('short', 'same', 'cube2:0001');
INSERT INTO public.record_keys VALUES ('short', 'same', 'cube2:0Zz}');

INSERT INTO public.records VALUES ('sudoku:eKEeveX3Ose2Ww4p42M', NULL, NULL, 9.5, NULL, NULL, '{"note":{"b":[1,2.5],"a":"ü"}}', 'it''s a "sample", 天才', 102, 102, 1);
INSERT INTO public.records VALUES ('cube2:0001', NULL, NULL, 9.5, NULL, NULL, '{"note":{"b":[1,2.5],"a":"ü"}}', 'it''s a "sample", 天才', 100, 100, 2);
INSERT INTO public.records VALUES ('cube2:0Zz}', NULL, NULL, 9.5, NULL, NULL, '{"note":{"b":[1,2.5],"a":"ü"}}', 'it''s a "sample", 天才', 101, 101, 2);

INSERT INTO public.saves VALUES (1, 3, 'T||O#T or O', 'either', 0, false);

INSERT INTO public.setup_oqb_links VALUES ('387eeaff90ff', '387eeaff93ff');
INSERT INTO public.setup_oqb_links VALUES ('387eeaff90ff', '387eeaff93fe');

INSERT INTO public.setup_oqb_paths VALUES ('387eeaff90ff', '387eeaff90ff', 0);
INSERT INTO public.setup_oqb_paths VALUES ('387eeaff93ff', '387eeaff90ff.387eeaff93ff', 1);
INSERT INTO public.setup_oqb_paths VALUES ('387eeaff93fe', '387eeaff90ff.387eeaff93fe', 1);

INSERT INTO public.setup_set_links VALUES ('openers', 'fast');

INSERT INTO public.setup_set_members VALUES ('fast', '387eeaff93ff');

INSERT INTO public.setup_set_paths VALUES ('openers', 'openers', 0);
INSERT INTO public.setup_set_paths VALUES ('fast', 'openers.fast', 1);

INSERT INTO public.setup_set_tags VALUES ('fast', 'quick');

INSERT INTO public.setup_set_translations VALUES ('fast', 'de', 'Schnelle', NULL);

INSERT INTO public.setup_sets VALUES ('openers', 'Openers');
INSERT INTO public.setup_sets VALUES ('fast', 'Fast ones');

INSERT INTO public.setup_translations VALUES ('387eeaff93ff', 'ja', '説明');

INSERT INTO public.setup_variants VALUES ('387eeaff93ff', 1, 'TIOL', 'v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH', NULL);

INSERT INTO public.setups VALUES ('387eeaff90ff', 'v1', 3, 'T', 'TIO', 'T,*p7', 'oqb', 'v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH', NULL, NULL, 7, 1, 'finder 0', '387eeaff90ff', 0, 1);
INSERT INTO public.setups VALUES ('387eeaff93fe', 'v1', 3, 'T', 'TIO', 'T,*p7{O<I}', 'oqb', 'v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH', '*p4', NULL, 7, 1, 'finder 2', '387eeaff90ff.387eeaff93fe', 1, 1);
INSERT INTO public.setups VALUES ('387eeaff93ff', 'v1', 3, 'T', 'TIO', 'T,*p7{I<O}', 'oqb', 'v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH', '*p4', NULL, 7, 1, 'finder 1', '387eeaff90ff.387eeaff93ff', 1, 2);

INSERT INTO public.statistics VALUES ('387eeaff93ff', 'srs', 'any', 'completed', '\xa5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5', 74.52, 626, 840, NULL, NULL, NULL, true, 2);

INSERT INTO public.tags VALUES ('quick');

SELECT pg_catalog.setval('public.saves_id_seq', 1, true);

ALTER TABLE ONLY public.import_refusals
    ADD CONSTRAINT import_refusals_pkey PRIMARY KEY (import, line);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ludex_locks
    ADD CONSTRAINT ludex_locks_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.path_files
    ADD CONSTRAINT path_files_pkey PRIMARY KEY (setup, kicktable, hold);

ALTER TABLE ONLY public.record_keys
    ADD CONSTRAINT record_keys_pkey PRIMARY KEY (kind, key, name);

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.save_data
    ADD CONSTRAINT save_data_pkey PRIMARY KEY (setup, kicktable, hold, save);

ALTER TABLE ONLY public.saves
    ADD CONSTRAINT saves_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.setup_lookup
    ADD CONSTRAINT setup_lookup_pkey PRIMARY KEY (setup, kicktable, hold);

ALTER TABLE ONLY public.setup_oqb_links
    ADD CONSTRAINT setup_oqb_links_pkey PRIMARY KEY (parent, child);

ALTER TABLE ONLY public.setup_retired
    ADD CONSTRAINT setup_retired_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.setup_set_links
    ADD CONSTRAINT setup_set_links_pkey PRIMARY KEY (parent, child);

ALTER TABLE ONLY public.setup_set_members
    ADD CONSTRAINT setup_set_members_pkey PRIMARY KEY (setup_set, setup);

ALTER TABLE ONLY public.setup_set_tags
    ADD CONSTRAINT setup_set_tags_pkey PRIMARY KEY (setup_set, tag);

ALTER TABLE ONLY public.setup_set_translations
    ADD CONSTRAINT setup_set_translations_pkey PRIMARY KEY (setup_set, language);

ALTER TABLE ONLY public.setup_sets
    ADD CONSTRAINT setup_sets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.setup_translations
    ADD CONSTRAINT setup_translations_pkey PRIMARY KEY (setup, language);

ALTER TABLE ONLY public.setup_variants
    ADD CONSTRAINT setup_variants_setup_number_key UNIQUE (setup, number);

ALTER TABLE ONLY public.setups
    ADD CONSTRAINT setups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.statistics
    ADD CONSTRAINT statistics_pkey PRIMARY KEY (setup, kicktable, hold);

ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (tag);

CREATE INDEX record_keys_name ON public.record_keys USING btree (name);

CREATE UNIQUE INDEX saves_once ON public.saves USING btree (pc, md5(save));

CREATE INDEX setup_oqb_links_child ON public.setup_oqb_links USING btree (child, parent);

CREATE UNIQUE INDEX setup_oqb_paths_once ON public.setup_oqb_paths USING btree (setup, md5((path)::text));

CREATE INDEX setup_set_links_child ON public.setup_set_links USING btree (child, parent);

CREATE UNIQUE INDEX setup_set_paths_once ON public.setup_set_paths USING btree (setup_set, md5((path)::text));

CREATE INDEX setups_look ON public.setups USING btree (pc, leftover);

CREATE TRIGGER a_setup_oqb_links_turn BEFORE INSERT OR DELETE OR UPDATE ON public.setup_oqb_links FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_links_turn();

CREATE TRIGGER a_setup_set_links_turn BEFORE INSERT OR DELETE OR UPDATE ON public.setup_set_links FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_links_turn();

CREATE TRIGGER a_setup_sets_turn BEFORE DELETE OR UPDATE OF id ON public.setup_sets FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_links_turn();

CREATE TRIGGER a_setups_turn BEFORE DELETE OR UPDATE OF id, type ON public.setups FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_links_turn();

CREATE TRIGGER path_files_there AFTER INSERT OR DELETE ON public.path_files FOR EACH ROW EXECUTE FUNCTION public.ludex_path_file();

CREATE TRIGGER setup_lookup_cover AFTER INSERT OR DELETE OR UPDATE OF cover_data ON public.statistics FOR EACH ROW EXECUTE FUNCTION public.ludex_lookup_stale();

CREATE TRIGGER setup_lookup_pattern AFTER UPDATE OF cover_pattern ON public.setups FOR EACH ROW EXECUTE FUNCTION public.ludex_lookup_stale();

CREATE TRIGGER setup_oqb_links_added AFTER INSERT ON public.setup_oqb_links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_links_changed();

CREATE TRIGGER setup_oqb_links_cut BEFORE TRUNCATE ON public.setup_oqb_links FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_paths_closed();

CREATE TRIGGER setup_oqb_links_fixed BEFORE UPDATE ON public.setup_oqb_links FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_oqb_links_fixed();

CREATE TRIGGER setup_oqb_links_removed AFTER DELETE ON public.setup_oqb_links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_links_changed();

CREATE TRIGGER setup_oqb_links_rules BEFORE INSERT ON public.setup_oqb_links FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_oqb_links_rules();

CREATE TRIGGER setup_oqb_paths_added AFTER INSERT ON public.setup_oqb_paths REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_paths_added();

CREATE TRIGGER setup_oqb_paths_closed BEFORE UPDATE ON public.setup_oqb_paths FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_oqb_paths_closed();

CREATE TRIGGER setup_oqb_paths_cut BEFORE TRUNCATE ON public.setup_oqb_paths FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_paths_closed();

CREATE TRIGGER setup_oqb_paths_removed AFTER DELETE ON public.setup_oqb_paths REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_paths_removed();

CREATE TRIGGER setup_set_links_added AFTER INSERT ON public.setup_set_links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_links_changed();

CREATE TRIGGER setup_set_links_cut BEFORE TRUNCATE ON public.setup_set_links FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_paths_closed();

CREATE TRIGGER setup_set_links_fixed BEFORE UPDATE ON public.setup_set_links FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_set_links_fixed();

CREATE TRIGGER setup_set_links_removed AFTER DELETE ON public.setup_set_links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_links_changed();

CREATE TRIGGER setup_set_links_rules BEFORE INSERT ON public.setup_set_links FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_set_links_rules();

CREATE TRIGGER setup_set_paths_added AFTER INSERT ON public.setup_set_paths REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_paths_added();

CREATE TRIGGER setup_set_paths_closed BEFORE UPDATE ON public.setup_set_paths FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_set_paths_closed();

CREATE TRIGGER setup_set_paths_cut BEFORE TRUNCATE ON public.setup_set_paths FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_paths_closed();

CREATE TRIGGER setup_set_paths_removed AFTER DELETE ON public.setup_set_paths REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_paths_removed();

CREATE TRIGGER setup_sets_cut BEFORE TRUNCATE ON public.setup_sets FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_paths_closed();

CREATE TRIGGER setup_sets_tree_root AFTER INSERT ON public.setup_sets FOR EACH ROW WHEN ((new.id IS NOT NULL)) EXECUTE FUNCTION public.ludex_setup_sets_node();

CREATE TRIGGER setup_variants_number BEFORE INSERT ON public.setup_variants FOR EACH ROW EXECUTE FUNCTION public.ludex_variant_number();

CREATE TRIGGER setup_variants_revised AFTER INSERT OR DELETE OR UPDATE ON public.setup_variants FOR EACH ROW EXECUTE FUNCTION public.ludex_variants_revised();

CREATE TRIGGER setups_cut BEFORE TRUNCATE ON public.setups FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_paths_closed();

CREATE TRIGGER setups_oqb_by_hand BEFORE UPDATE OF oqb_path, oqb_depth ON public.setups FOR EACH ROW WHEN ((((new.oqb_path)::text IS DISTINCT FROM (old.oqb_path)::text) OR (new.oqb_depth IS DISTINCT FROM old.oqb_depth))) EXECUTE FUNCTION public.ludex_oqb_by_hand();

CREATE TRIGGER setups_oqb_declared BEFORE INSERT ON public.setups FOR EACH ROW EXECUTE FUNCTION public.ludex_oqb_declared();

CREATE TRIGGER setups_retire AFTER DELETE OR UPDATE OF id ON public.setups FOR EACH ROW EXECUTE FUNCTION public.ludex_setups_retire();

CREATE TRIGGER setups_revised BEFORE UPDATE ON public.setups FOR EACH ROW WHEN (((((((((new.pc IS DISTINCT FROM old.pc) OR (new.leftover IS DISTINCT FROM old.leftover)) OR (new.build IS DISTINCT FROM old.build)) OR (new.cover_pattern IS DISTINCT FROM old.cover_pattern)) OR (new.fumen IS DISTINCT FROM old.fumen)) OR (new.solve_pattern IS DISTINCT FROM old.solve_pattern)) OR (new.hold IS DISTINCT FROM old.hold)) OR (new.revision <> old.revision))) EXECUTE FUNCTION public.ludex_setups_revised();

CREATE TRIGGER setups_tree_root AFTER INSERT ON public.setups FOR EACH ROW WHEN ((new.type = 'oqb'::text)) EXECUTE FUNCTION public.ludex_setups_node();

CREATE TRIGGER statistics_flag BEFORE UPDATE OF path_file ON public.statistics FOR EACH ROW WHEN ((new.path_file <> old.path_file)) EXECUTE FUNCTION public.ludex_path_flag();

CREATE TRIGGER statistics_flag_new BEFORE INSERT ON public.statistics FOR EACH ROW EXECUTE FUNCTION public.ludex_path_flag();

CREATE TRIGGER statistics_revision BEFORE INSERT ON public.statistics FOR EACH ROW EXECUTE FUNCTION public.ludex_statistics_revision();

CREATE TRIGGER zz_setup_sets_tree_changed AFTER UPDATE OF id ON public.setup_sets FOR EACH ROW WHEN (((new.id <> old.id) OR ((new.id IS NOT NULL) <> (old.id IS NOT NULL)))) EXECUTE FUNCTION public.ludex_setup_sets_node();

CREATE TRIGGER zz_setup_sets_tree_gone AFTER DELETE ON public.setup_sets FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_sets_node();

CREATE TRIGGER zz_setups_tree_changed AFTER UPDATE OF id, type ON public.setups FOR EACH ROW WHEN (((new.id <> old.id) OR ((new.type = 'oqb'::text) <> (old.type = 'oqb'::text)))) EXECUTE FUNCTION public.ludex_setups_node();

CREATE TRIGGER zz_setups_tree_gone AFTER DELETE ON public.setups FOR EACH ROW EXECUTE FUNCTION public.ludex_setups_node();

ALTER TABLE ONLY public.import_refusals
    ADD CONSTRAINT import_refusals_import_fkey FOREIGN KEY (import) REFERENCES public.imports(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.path_files
    ADD CONSTRAINT path_files_setup_kicktable_hold_fkey FOREIGN KEY (setup, kicktable, hold) REFERENCES public.statistics(setup, kicktable, hold) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.record_keys
    ADD CONSTRAINT record_keys_name_fkey FOREIGN KEY (name) REFERENCES public.records(name) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.save_data
    ADD CONSTRAINT save_data_save_fkey FOREIGN KEY (save) REFERENCES public.saves(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.save_data
    ADD CONSTRAINT save_data_setup_kicktable_hold_fkey FOREIGN KEY (setup, kicktable, hold) REFERENCES public.statistics(setup, kicktable, hold) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_lookup
    ADD CONSTRAINT setup_lookup_setup_fkey FOREIGN KEY (setup) REFERENCES public.setups(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_oqb_links
    ADD CONSTRAINT setup_oqb_links_child_fkey FOREIGN KEY (child) REFERENCES public.setups(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_oqb_links
    ADD CONSTRAINT setup_oqb_links_parent_fkey FOREIGN KEY (parent) REFERENCES public.setups(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_set_links
    ADD CONSTRAINT setup_set_links_child_fkey FOREIGN KEY (child) REFERENCES public.setup_sets(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_set_links
    ADD CONSTRAINT setup_set_links_parent_fkey FOREIGN KEY (parent) REFERENCES public.setup_sets(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_set_members
    ADD CONSTRAINT setup_set_members_setup_fkey FOREIGN KEY (setup) REFERENCES public.setups(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_set_members
    ADD CONSTRAINT setup_set_members_setup_set_fkey FOREIGN KEY (setup_set) REFERENCES public.setup_sets(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_set_tags
    ADD CONSTRAINT setup_set_tags_setup_set_fkey FOREIGN KEY (setup_set) REFERENCES public.setup_sets(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_set_tags
    ADD CONSTRAINT setup_set_tags_tag_fkey FOREIGN KEY (tag) REFERENCES public.tags(tag) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_set_translations
    ADD CONSTRAINT setup_set_translations_setup_set_fkey FOREIGN KEY (setup_set) REFERENCES public.setup_sets(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_translations
    ADD CONSTRAINT setup_translations_setup_fkey FOREIGN KEY (setup) REFERENCES public.setups(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_variants
    ADD CONSTRAINT setup_variants_setup_fkey FOREIGN KEY (setup) REFERENCES public.setups(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setups
    ADD CONSTRAINT setups_mirror_fkey FOREIGN KEY (mirror) REFERENCES public.setups(id) ON UPDATE CASCADE ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.statistics
    ADD CONSTRAINT statistics_setup_fkey FOREIGN KEY (setup) REFERENCES public.setups(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE public.ludex_schema ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.path_files ENABLE ROW LEVEL SECURITY;

CREATE POLICY readers ON public.ludex_schema FOR SELECT USING (true);

CREATE POLICY readers ON public.path_files FOR SELECT USING (true);

CREATE POLICY readers ON public.save_data FOR SELECT USING (true);

CREATE POLICY readers ON public.saves FOR SELECT USING (true);

CREATE POLICY readers ON public.setup_lookup FOR SELECT USING (true);

CREATE POLICY readers ON public.setup_oqb_links FOR SELECT USING (true);

CREATE POLICY readers ON public.setup_oqb_paths FOR SELECT USING (true);

CREATE POLICY readers ON public.setup_retired FOR SELECT USING (true);

CREATE POLICY readers ON public.setup_set_links FOR SELECT USING (true);

CREATE POLICY readers ON public.setup_set_members FOR SELECT USING (true);

CREATE POLICY readers ON public.setup_set_paths FOR SELECT USING (true);

CREATE POLICY readers ON public.setup_set_tags FOR SELECT USING (true);

CREATE POLICY readers ON public.setup_set_translations FOR SELECT USING (true);

CREATE POLICY readers ON public.setup_sets FOR SELECT USING (true);

CREATE POLICY readers ON public.setup_translations FOR SELECT USING (true);

CREATE POLICY readers ON public.setup_variants FOR SELECT USING (true);

CREATE POLICY readers ON public.setups FOR SELECT USING (true);

CREATE POLICY readers ON public.statistics FOR SELECT USING (true);

CREATE POLICY readers ON public.tags FOR SELECT USING (true);

ALTER TABLE public.save_data ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.saves ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.setup_lookup ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.setup_oqb_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.setup_oqb_paths ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.setup_retired ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.setup_set_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.setup_set_members ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.setup_set_paths ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.setup_set_tags ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.setup_set_translations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.setup_sets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.setup_translations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.setup_variants ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.setups ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.statistics ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tags ENABLE ROW LEVEL SECURITY;

CREATE POLICY writers ON public.path_files USING (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is));

CREATE POLICY writers ON public.save_data USING (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is));

CREATE POLICY writers ON public.saves USING (( SELECT public.ludex_is('ludex_admin'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_admin'::text) AS ludex_is));

CREATE POLICY writers ON public.setup_lookup USING (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is));

CREATE POLICY writers ON public.setup_oqb_links USING (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is));

CREATE POLICY writers ON public.setup_set_links USING (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is));

CREATE POLICY writers ON public.setup_set_members USING (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is));

CREATE POLICY writers ON public.setup_set_tags USING (( SELECT public.ludex_is('ludex_admin'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_admin'::text) AS ludex_is));

CREATE POLICY writers ON public.setup_set_translations USING (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is));

CREATE POLICY writers ON public.setup_sets USING (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is));

CREATE POLICY writers ON public.setup_translations USING (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is));

CREATE POLICY writers ON public.setup_variants USING (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is));

CREATE POLICY writers ON public.setups USING (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is));

CREATE POLICY writers ON public.statistics USING (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_editor'::text) AS ludex_is));

CREATE POLICY writers ON public.tags USING (( SELECT public.ludex_is('ludex_admin'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_admin'::text) AS ludex_is));

REVOKE ALL ON FUNCTION public.ludex_oqb_by_hand() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_oqb_shown(ids text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_oqb_links_changed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_oqb_links_fixed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_oqb_links_rules() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_oqb_links_turn() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_oqb_paths_added() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_oqb_paths_refresh(starts text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_oqb_paths_removed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_set_links_changed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_set_links_fixed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_set_links_rules() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_set_links_turn() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_set_paths_added() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_set_paths_refresh(starts text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_set_paths_removed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setup_sets_node() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setups_node() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_setups_retire() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ludex_take(wanted text) FROM PUBLIC;

