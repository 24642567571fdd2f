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
CREATE FUNCTION public.ludex_import_refusals_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'import_refusals', d.*, mine FROM (SELECT n.import, coalesce(n.line::text, '') FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'import_refusals', d.*, mine FROM (SELECT o.import, coalesce(o.line::text, '') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'import_refusals', d.*, mine FROM (SELECT n.import, coalesce(n.line::text, '') FROM added n UNION SELECT o.import, coalesce(o.line::text, '') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_imports_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'imports', d.*, mine FROM (SELECT n.id FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'imports', d.*, mine FROM (SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'imports', d.*, mine FROM (SELECT n.id FROM added n UNION SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $$;
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
CREATE FUNCTION public.ludex_path_files_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT 'path_files', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT 'path_files', d.*, mine FROM (SELECT o.setup, o.kicktable, o.hold FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT 'path_files', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold FROM added n UNION SELECT o.setup, o.kicktable, o.hold FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
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
CREATE FUNCTION public.ludex_record_keys_summed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    NEW.sum := hashtextextended(ROW(NEW.kind, NEW.key, NEW.name)::text COLLATE "C", 0);
    IF current_setting('ludex.writer', true) IS DISTINCT FROM 'on'
        AND (TG_OP = 'INSERT' OR NEW.sum IS DISTINCT FROM OLD.sum) THEN
        NEW.sum := NULL;
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION public.ludex_records_summed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    NEW.sum := hashtextextended(ROW(NEW.name, NEW.position, NEW.solution, encode(float8send(NEW.rating), 'hex'), NEW.length,
        NEW.score, NEW.facts, NEW.source, NEW.first_seen, NEW.last_seen, NEW.count)::text COLLATE "C", 0);
    IF current_setting('ludex.writer', true) IS DISTINCT FROM 'on'
        AND (TG_OP = 'INSERT' OR NEW.sum IS DISTINCT FROM OLD.sum) THEN
        NEW.sum := NULL;
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION public.ludex_row_sum(r anyelement) RETURNS bigint
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET bytea_output TO 'hex'
    SET extra_float_digits TO '1'
    SET "DateStyle" TO 'ISO'
    AS $$
    SELECT hashtextextended(to_json(r)::text COLLATE "C", 0)
$$;
CREATE FUNCTION public.ludex_save_data_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, k3, k4, mark) SELECT 'save_data', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold, coalesce(n.save::text, '') FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, k3, k4, mark) SELECT 'save_data', d.*, mine FROM (SELECT o.setup, o.kicktable, o.hold, coalesce(o.save::text, '') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, k3, k4, mark) SELECT 'save_data', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold, coalesce(n.save::text, '') FROM added n UNION SELECT o.setup, o.kicktable, o.hold, coalesce(o.save::text, '') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_save_translations_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'save_translations', d.*, mine FROM (SELECT coalesce(n.save::text, ''), n.language FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'save_translations', d.*, mine FROM (SELECT coalesce(o.save::text, ''), o.language FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'save_translations', d.*, mine FROM (SELECT coalesce(n.save::text, ''), n.language FROM added n UNION SELECT coalesce(o.save::text, ''), o.language FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_saves_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'saves', d.*, mine FROM (SELECT coalesce(n.id::text, '') FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'saves', d.*, mine FROM (SELECT coalesce(o.id::text, '') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'saves', d.*, mine FROM (SELECT coalesce(n.id::text, '') FROM added n UNION SELECT coalesce(o.id::text, '') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_seal() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := pg_current_xact_id()::text;
    it record;
BEGIN
    IF NOT coalesce((SELECT s.sum IS NULL AND s.mark = mine FROM public.ludex_seals s
        WHERE s.tab = NEW.tab AND s.k1 = NEW.k1 AND s.k2 = NEW.k2 AND s.k3 = NEW.k3 AND s.k4 = NEW.k4), false) THEN
        RETURN NULL;
    END IF;
    FOR it IN SELECT d.tab, d.pairs FROM public.ludex_sealed d WHERE d.tab IN (
        SELECT DISTINCT s.tab FROM public.ludex_seals s WHERE s.sum IS NULL AND s.mark = mine
    ) LOOP
        EXECUTE format('UPDATE public.ludex_seals s SET sum = public.ludex_row_sum(t), mark = NULL FROM public.%I t '
            'WHERE s.tab = %L AND s.sum IS NULL AND s.mark = %L AND %s', it.tab, it.tab, mine, it.pairs);
    END LOOP;
    DELETE FROM public.ludex_seals s WHERE s.sum IS NULL AND s.mark = mine;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_setup_lookup_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT 'setup_lookup', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT 'setup_lookup', d.*, mine FROM (SELECT o.setup, o.kicktable, o.hold FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT 'setup_lookup', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold FROM added n UNION SELECT o.setup, o.kicktable, o.hold FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
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
CREATE FUNCTION public.ludex_setup_oqb_links_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_oqb_links', d.*, mine FROM (SELECT n.parent, n.child FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_oqb_links', d.*, mine FROM (SELECT o.parent, o.child FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_oqb_links', d.*, mine FROM (SELECT n.parent, n.child FROM added n UNION SELECT o.parent, o.child FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
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
            SELECT NEW.parent UNION SELECT l.parent FROM up
            CROSS JOIN LATERAL (SELECT k.parent FROM public.setup_oqb_links k WHERE k.child = up.id OFFSET 0) AS l
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
    IF EXISTS (SELECT 1 FROM added r WHERE NOT (EXISTS (SELECT 1 FROM public.setups n WHERE n.id = r.setup AND n.type = 'oqb' OFFSET 0)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, '.')) - 1
        AND pg_catalog.split_part(r.path::text, '.', r.depth + 1) = r.setup
        AND NOT EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.child = pg_catalog.split_part(r.path::text, '.', 1) OFFSET 0)
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, '.')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.parent = pair.step AND l.child = pair.next OFFSET 0)
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
        UNION SELECT l.child FROM down
        CROSS JOIN LATERAL (SELECT k.child FROM public.setup_oqb_links k WHERE k.parent = down.id OFFSET 0) AS l
    )
    SELECT array_agg(id) INTO below FROM down;
    IF below IS NULL THEN
        RETURN;
    END IF;
    DELETE FROM public.setup_oqb_paths r WHERE r.setup = ANY (below) AND NOT (EXISTS (SELECT 1 FROM public.setups n WHERE n.id = r.setup AND n.type = 'oqb' OFFSET 0)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, '.')) - 1
        AND pg_catalog.split_part(r.path::text, '.', r.depth + 1) = r.setup
        AND NOT EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.child = pg_catalog.split_part(r.path::text, '.', 1) OFFSET 0)
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, '.')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.parent = pair.step AND l.child = pair.next OFFSET 0)
        ));
    INSERT INTO public.setup_oqb_paths (setup, path, depth)
    WITH RECURSIVE led (id, path, depth) AS (
        SELECT s.id, s.path, s.depth FROM (
            SELECT n.id, n.id AS path, 0 AS depth FROM public.setups n
            WHERE n.id = ANY (below) AND n.type = 'oqb'
                AND NOT EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.child = n.id OFFSET 0)
            UNION ALL
            -- What leads to a node from outside is right already.
            SELECT l.child, (p.path::text || '.' || l.child) COLLATE "C", p.depth + 1
            FROM public.setup_oqb_links l JOIN public.setup_oqb_paths p ON p.setup = l.parent
            WHERE l.child = ANY (below) AND l.parent <> ALL (below)
        ) s
        UNION ALL
        SELECT l.child, (led.path || '.' || l.child) COLLATE "C", led.depth + 1
        FROM led CROSS JOIN LATERAL (SELECT k.child FROM public.setup_oqb_links k WHERE k.parent = led.id OFFSET 0) AS l
        WHERE led.depth < 500
    )
    -- Bounded, so that a ladder of thousands of ways ends in the message below and not in a full disk.
    SELECT id, path::public.ltree, depth
    FROM (SELECT * FROM led LIMIT 1000 * pg_catalog.cardinality(below) + 1) AS bounded
    -- A node that is being removed has no path, though a link still leads to it.
    WHERE EXISTS (SELECT 1 FROM public.setups n WHERE n.id = bounded.id AND n.type = 'oqb' OFFSET 0)
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
    IF EXISTS (SELECT 1 FROM removed r WHERE (EXISTS (SELECT 1 FROM public.setups n WHERE n.id = r.setup AND n.type = 'oqb' OFFSET 0)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, '.')) - 1
        AND pg_catalog.split_part(r.path::text, '.', r.depth + 1) = r.setup
        AND NOT EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.child = pg_catalog.split_part(r.path::text, '.', 1) OFFSET 0)
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, '.')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM public.setup_oqb_links l WHERE l.parent = pair.step AND l.child = pair.next OFFSET 0)
        ))) THEN
        RAISE EXCEPTION 'setup_oqb_paths is derived from setup_oqb_links and never written by hand';
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_setup_retired_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'setup_retired', d.*, mine FROM (SELECT n.id FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'setup_retired', d.*, mine FROM (SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'setup_retired', d.*, mine FROM (SELECT n.id FROM added n UNION SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
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
CREATE FUNCTION public.ludex_setup_set_links_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_set_links', d.*, mine FROM (SELECT n.parent, n.child FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_set_links', d.*, mine FROM (SELECT o.parent, o.child FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_set_links', d.*, mine FROM (SELECT n.parent, n.child FROM added n UNION SELECT o.parent, o.child FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
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
            SELECT NEW.parent UNION SELECT l.parent FROM up
            CROSS JOIN LATERAL (SELECT k.parent FROM public.setup_set_links k WHERE k.child = up.id OFFSET 0) AS l
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
CREATE FUNCTION public.ludex_setup_set_members_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_set_members', d.*, mine FROM (SELECT n.setup_set, n.setup FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_set_members', d.*, mine FROM (SELECT o.setup_set, o.setup FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_set_members', d.*, mine FROM (SELECT n.setup_set, n.setup FROM added n UNION SELECT o.setup_set, o.setup FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_setup_set_paths_added() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM added r WHERE NOT (EXISTS (SELECT 1 FROM public.setup_sets n WHERE n.id = r.setup_set AND n.id IS NOT NULL OFFSET 0)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, '.')) - 1
        AND pg_catalog.split_part(r.path::text, '.', r.depth + 1) = r.setup_set
        AND NOT EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.child = pg_catalog.split_part(r.path::text, '.', 1) OFFSET 0)
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, '.')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.parent = pair.step AND l.child = pair.next OFFSET 0)
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
        UNION SELECT l.child FROM down
        CROSS JOIN LATERAL (SELECT k.child FROM public.setup_set_links k WHERE k.parent = down.id OFFSET 0) AS l
    )
    SELECT array_agg(id) INTO below FROM down;
    IF below IS NULL THEN
        RETURN;
    END IF;
    DELETE FROM public.setup_set_paths r WHERE r.setup_set = ANY (below) AND NOT (EXISTS (SELECT 1 FROM public.setup_sets n WHERE n.id = r.setup_set AND n.id IS NOT NULL OFFSET 0)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, '.')) - 1
        AND pg_catalog.split_part(r.path::text, '.', r.depth + 1) = r.setup_set
        AND NOT EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.child = pg_catalog.split_part(r.path::text, '.', 1) OFFSET 0)
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, '.')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.parent = pair.step AND l.child = pair.next OFFSET 0)
        ));
    INSERT INTO public.setup_set_paths (setup_set, path, depth)
    WITH RECURSIVE led (id, path, depth) AS (
        SELECT s.id, s.path, s.depth FROM (
            SELECT n.id, n.id AS path, 0 AS depth FROM public.setup_sets n
            WHERE n.id = ANY (below) AND n.id IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.child = n.id OFFSET 0)
            UNION ALL
            -- What leads to a node from outside is right already.
            SELECT l.child, (p.path::text || '.' || l.child) COLLATE "C", p.depth + 1
            FROM public.setup_set_links l JOIN public.setup_set_paths p ON p.setup_set = l.parent
            WHERE l.child = ANY (below) AND l.parent <> ALL (below)
        ) s
        UNION ALL
        SELECT l.child, (led.path || '.' || l.child) COLLATE "C", led.depth + 1
        FROM led CROSS JOIN LATERAL (SELECT k.child FROM public.setup_set_links k WHERE k.parent = led.id OFFSET 0) AS l
        WHERE led.depth < 500
    )
    -- Bounded, so that a ladder of thousands of ways ends in the message below and not in a full disk.
    SELECT id, path::public.ltree, depth
    FROM (SELECT * FROM led LIMIT 1000 * pg_catalog.cardinality(below) + 1) AS bounded
    -- A node that is being removed has no path, though a link still leads to it.
    WHERE EXISTS (SELECT 1 FROM public.setup_sets n WHERE n.id = bounded.id AND n.id IS NOT NULL OFFSET 0)
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
    IF EXISTS (SELECT 1 FROM removed r WHERE (EXISTS (SELECT 1 FROM public.setup_sets n WHERE n.id = r.setup_set AND n.id IS NOT NULL OFFSET 0)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, '.')) - 1
        AND pg_catalog.split_part(r.path::text, '.', r.depth + 1) = r.setup_set
        AND NOT EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.child = pg_catalog.split_part(r.path::text, '.', 1) OFFSET 0)
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, '.')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM public.setup_set_links l WHERE l.parent = pair.step AND l.child = pair.next OFFSET 0)
        ))) THEN
        RAISE EXCEPTION 'setup_set_paths is derived from setup_set_links and never written by hand';
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_setup_set_tags_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_set_tags', d.*, mine FROM (SELECT n.setup_set, n.tag FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_set_tags', d.*, mine FROM (SELECT o.setup_set, o.tag FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_set_tags', d.*, mine FROM (SELECT n.setup_set, n.tag FROM added n UNION SELECT o.setup_set, o.tag FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_setup_set_translations_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_set_translations', d.*, mine FROM (SELECT n.setup_set, n.language FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_set_translations', d.*, mine FROM (SELECT o.setup_set, o.language FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_set_translations', d.*, mine FROM (SELECT n.setup_set, n.language FROM added n UNION SELECT o.setup_set, o.language FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_setup_sets_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'setup_sets', d.*, mine FROM (SELECT n.id FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'setup_sets', d.*, mine FROM (SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'setup_sets', d.*, mine FROM (SELECT n.id FROM added n UNION SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
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
CREATE FUNCTION public.ludex_setup_sets_rooted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    roots text[];
BEGIN
    SELECT array_agg(n.id) INTO roots FROM added n WHERE n.id IS NOT NULL;
    IF roots IS NOT NULL THEN
        -- An id that comes back: a snapshot of before may still show the links of the node that had it.
        PERFORM public.ludex_take('setup_set_links');
        PERFORM public.ludex_setup_set_paths_refresh(roots);
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_setup_translations_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_translations', d.*, mine FROM (SELECT n.setup, n.language FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_translations', d.*, mine FROM (SELECT o.setup, o.language FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_translations', d.*, mine FROM (SELECT n.setup, n.language FROM added n UNION SELECT o.setup, o.language FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_setup_variants_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_variants', d.*, mine FROM (SELECT n.setup, coalesce(n.number::text, '') FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_variants', d.*, mine FROM (SELECT o.setup, coalesce(o.number::text, '') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, mark) SELECT 'setup_variants', d.*, mine FROM (SELECT n.setup, coalesce(n.number::text, '') FROM added n UNION SELECT o.setup, coalesce(o.number::text, '') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_setups_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'setups', d.*, mine FROM (SELECT n.id FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'setups', d.*, mine FROM (SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'setups', d.*, mine FROM (SELECT n.id FROM added n UNION SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
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
CREATE FUNCTION public.ludex_setups_rooted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    roots text[];
BEGIN
    SELECT array_agg(n.id) INTO roots FROM added n WHERE n.type = 'oqb';
    IF roots IS NOT NULL THEN
        -- An id that comes back: a snapshot of before may still show the links of the node that had it.
        PERFORM public.ludex_take('setup_oqb_links');
        PERFORM public.ludex_setup_oqb_paths_refresh(roots);
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_statistics_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT 'statistics', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT 'statistics', d.*, mine FROM (SELECT o.setup, o.kicktable, o.hold FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT 'statistics', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold FROM added n UNION SELECT o.setup, o.kicktable, o.hold FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
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
CREATE FUNCTION public.ludex_tags_mark() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    mine text := CASE WHEN current_setting('ludex.writer', true) = 'on' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'tags', d.*, mine FROM (SELECT n.tag FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'tags', d.*, mine FROM (SELECT o.tag FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO public.ludex_seals AS s (tab, k1, mark) SELECT 'tags', d.*, mine FROM (SELECT n.tag FROM added n UNION SELECT o.tag FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
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
CREATE FUNCTION public.ludex_total_added() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO public.ludex_totals (tab, rows, sum)
    SELECT TG_TABLE_NAME, count(a.sum), sum(a.sum) FROM added a HAVING count(a.sum) > 0;
    IF pg_current_xact_id()::text::bigint % 100 = 0 THEN
        WITH gone AS (DELETE FROM public.ludex_totals RETURNING tab, rows, sum)
        INSERT INTO public.ludex_totals (tab, rows, sum) SELECT tab, sum(rows), sum(sum) FROM gone GROUP BY tab;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_total_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO public.ludex_totals (tab, rows, sum)
    SELECT TG_TABLE_NAME, a.rows - r.rows, coalesce(a.sum, 0) - coalesce(r.sum, 0)
    FROM (SELECT count(n.sum) AS rows, sum(n.sum) AS sum FROM added n) a,
        (SELECT count(o.sum) AS rows, sum(o.sum) AS sum FROM removed o) r
    WHERE a.rows > 0 OR r.rows > 0;
    RETURN NULL;
END $$;
CREATE FUNCTION public.ludex_total_removed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
    IF current_setting('ludex.writer', true) = 'on' THEN
        INSERT INTO public.ludex_totals (tab, rows, sum)
        SELECT TG_TABLE_NAME, -count(r.sum), -sum(r.sum) FROM removed r HAVING count(r.sum) > 0;
    END IF;
    RETURN NULL;
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
CREATE TABLE public.ludex_objects (
    kind text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    sql text NOT NULL
);
CREATE TABLE public.ludex_schema (
    version integer NOT NULL
);
CREATE TABLE public.ludex_sealed (
    tab text NOT NULL COLLATE pg_catalog."C",
    pairs text NOT NULL,
    back text NOT NULL,
    parts text NOT NULL
);
CREATE TABLE public.ludex_seals (
    tab text NOT NULL COLLATE pg_catalog."C",
    k1 text NOT NULL COLLATE pg_catalog."C",
    k2 text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    k3 text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    k4 text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    sum bigint,
    mark text
);
CREATE TABLE public.ludex_totals (
    tab text NOT NULL COLLATE pg_catalog."C",
    rows bigint NOT NULL,
    sum numeric NOT NULL
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
    sum bigint,
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
    sum bigint,
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
    all_solves text,
    minimal_solves text,
    minimal_count bigint,
    CONSTRAINT save_data_check CHECK (((numerator IS NULL) = (denominator IS NULL))),
    CONSTRAINT save_data_check1 CHECK (((numerator IS NULL) OR (numerator <= denominator))),
    CONSTRAINT save_data_denominator_check CHECK ((denominator <> 0)),
    CONSTRAINT save_data_minimal_count_check CHECK ((minimal_count >= 0)),
    CONSTRAINT save_data_numerator_check CHECK ((numerator >= 0)),
    CONSTRAINT save_data_percent_check CHECK (((percent >= (0)::numeric) AND (percent <= (100)::numeric))),
    CONSTRAINT save_data_priority_check CHECK (((priority IS NULL) OR (json_typeof(priority) = 'array'::text))),
    CONSTRAINT save_data_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text])))
);
CREATE TABLE public.save_translations (
    save bigint NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL,
    CONSTRAINT save_translations_language_check CHECK (((length(language) >= 2) AND (length(language) <= 20)))
);
CREATE TABLE public.saves (
    id bigint NOT NULL,
    pc smallint NOT NULL,
    save text NOT NULL COLLATE pg_catalog."C",
    description text,
    importance bigint DEFAULT 0 NOT NULL,
    auto boolean DEFAULT false NOT NULL,
    gen_minimal boolean DEFAULT false NOT NULL,
    gen_all_solves boolean DEFAULT false NOT NULL,
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
    tag text NOT NULL COLLATE pg_catalog."C",
    "position" bigint DEFAULT 0 NOT NULL
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
    see smallint,
    kicks_file text COLLATE pg_catalog."C",
    CONSTRAINT statistics_check CHECK (((solve_numerator IS NULL) = (solve_denominator IS NULL))),
    CONSTRAINT statistics_check1 CHECK (((solve_numerator IS NULL) OR (solve_numerator <= solve_denominator))),
    CONSTRAINT statistics_hold_check CHECK ((hold = ANY (ARRAY['any'::text, 'cyclic'::text, 'none'::text]))),
    CONSTRAINT statistics_kicks_file_check CHECK (((length(kicks_file) >= 1) AND (length(kicks_file) <= 200))),
    CONSTRAINT statistics_kicktable_check CHECK ((kicktable = ANY (ARRAY['srs'::text, 'srs_plus'::text, 'srsx'::text, 'srs180'::text, 'tetrax'::text, 'asc'::text, 'ars'::text, 'none'::text]))),
    CONSTRAINT statistics_minimal_count_check CHECK ((minimal_count >= 0)),
    CONSTRAINT statistics_see_check CHECK (((see >= 1) AND (see <= 255))),
    CONSTRAINT statistics_solve_denominator_check CHECK ((solve_denominator <> 0)),
    CONSTRAINT statistics_solve_numerator_check CHECK ((solve_numerator >= 0)),
    CONSTRAINT statistics_solve_percent_check CHECK (((solve_percent >= (0)::numeric) AND (solve_percent <= (100)::numeric))),
    CONSTRAINT statistics_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text])))
);
CREATE TABLE public.tags (
    tag text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT tags_tag_check CHECK (((length(tag) >= 1) AND (length(tag) <= 60)))
);
INSERT INTO public.ludex_locks VALUES ('records', '3847');
INSERT INTO public.ludex_locks VALUES ('mint', '3853');
INSERT INTO public.ludex_locks VALUES ('setup_oqb_links', '3856 1879 1795039987.894509');
INSERT INTO public.ludex_locks VALUES ('setup_set_links', '3863 1879 1795039987.894509');
INSERT INTO public.ludex_objects VALUES ('table', 'imports', 'CREATE TABLE @here@.imports (id text COLLATE "C" NOT NULL, batch bigint NOT NULL, line bigint NOT NULL, place bigint NOT NULL, taken bigint NOT NULL, refused bigint NOT NULL, finished boolean NOT NULL)');
INSERT INTO public.ludex_objects VALUES ('table', 'import_refusals', 'CREATE TABLE @here@.import_refusals (import text COLLATE "C" NOT NULL, line bigint NOT NULL, reason text NOT NULL)');
INSERT INTO public.ludex_objects VALUES ('table', 'setup_variants', 'CREATE TABLE @here@.setup_variants (setup text COLLATE "C" NOT NULL, number integer, build text NOT NULL, fumen text NOT NULL, solve_pattern text); ALTER TABLE @here@.setup_variants ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'path_files', 'CREATE TABLE @here@.path_files (setup text COLLATE "C" NOT NULL, kicktable text COLLATE "C" NOT NULL, hold text COLLATE "C" NOT NULL, data bytea NOT NULL); ALTER TABLE @here@.path_files ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'setup_sets', 'CREATE TABLE @here@.setup_sets (id text COLLATE "C" NOT NULL, name text NOT NULL); ALTER TABLE @here@.setup_sets ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'setup_set_members', 'CREATE TABLE @here@.setup_set_members (setup_set text COLLATE "C" NOT NULL, setup text COLLATE "C" NOT NULL); ALTER TABLE @here@.setup_set_members ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'setup_lookup', 'CREATE TABLE @here@.setup_lookup (setup text COLLATE "C" NOT NULL, kicktable text COLLATE "C" NOT NULL, hold text COLLATE "C" NOT NULL, queues bytea NOT NULL); ALTER TABLE @here@.setup_lookup ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'setup_oqb_links', 'CREATE TABLE @here@.setup_oqb_links (parent text COLLATE "C" NOT NULL, child text COLLATE "C" NOT NULL); ALTER TABLE @here@.setup_oqb_links ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'setup_oqb_paths', 'CREATE TABLE @here@.setup_oqb_paths (setup text COLLATE "C" NOT NULL, path ltree NOT NULL, depth integer NOT NULL); ALTER TABLE @here@.setup_oqb_paths ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'setup_set_links', 'CREATE TABLE @here@.setup_set_links (parent text COLLATE "C" NOT NULL, child text COLLATE "C" NOT NULL); ALTER TABLE @here@.setup_set_links ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'setup_set_paths', 'CREATE TABLE @here@.setup_set_paths (setup_set text COLLATE "C" NOT NULL, path ltree NOT NULL, depth integer NOT NULL); ALTER TABLE @here@.setup_set_paths ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'tags', 'CREATE TABLE @here@.tags (tag text COLLATE "C" NOT NULL); ALTER TABLE @here@.tags ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'ludex_schema', 'CREATE TABLE @here@.ludex_schema (version integer NOT NULL); ALTER TABLE @here@.ludex_schema ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'setup_translations', 'CREATE TABLE @here@.setup_translations (setup text COLLATE "C" NOT NULL, language text COLLATE "C" NOT NULL, description text NOT NULL); ALTER TABLE @here@.setup_translations ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'setup_set_translations', 'CREATE TABLE @here@.setup_set_translations (setup_set text COLLATE "C" NOT NULL, language text COLLATE "C" NOT NULL, name text NOT NULL, description text); ALTER TABLE @here@.setup_set_translations ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'ludex_locks', 'CREATE TABLE @here@.ludex_locks (name text COLLATE "C" NOT NULL, holder text NOT NULL DEFAULT ''''::text)');
INSERT INTO public.ludex_objects VALUES ('table', 'setups', 'CREATE TABLE @here@.setups (id text COLLATE "C" NOT NULL, scheme text NOT NULL DEFAULT ''v1''::text, pc smallint NOT NULL, leftover text NOT NULL, build text NOT NULL, cover_pattern text NOT NULL, type text NOT NULL DEFAULT ''regular''::text, fumen text NOT NULL, solve_pattern text, mirror text COLLATE "C", see smallint NOT NULL DEFAULT 7, hold smallint NOT NULL DEFAULT 1, credit text, oqb_path ltree, oqb_depth integer, revision bigint NOT NULL DEFAULT 1); ALTER TABLE @here@.setups ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'records', 'CREATE TABLE @here@.records (name text COLLATE "C" NOT NULL, "position" text, solution text, rating double precision, length bigint, score bigint, facts json, source text, first_seen bigint NOT NULL, last_seen bigint NOT NULL, count bigint NOT NULL, sum bigint)');
INSERT INTO public.ludex_objects VALUES ('table', 'record_keys', 'CREATE TABLE @here@.record_keys (kind text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, sum bigint)');
INSERT INTO public.ludex_objects VALUES ('table', 'ludex_totals', 'CREATE TABLE @here@.ludex_totals (tab text COLLATE "C" NOT NULL, rows bigint NOT NULL, sum numeric NOT NULL)');
INSERT INTO public.ludex_objects VALUES ('table', 'ludex_sealed', 'CREATE TABLE @here@.ludex_sealed (tab text COLLATE "C" NOT NULL, pairs text NOT NULL, back text NOT NULL, parts text NOT NULL)');
INSERT INTO public.ludex_objects VALUES ('table', 'ludex_objects', 'CREATE TABLE @here@.ludex_objects (kind text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, sql text NOT NULL)');
INSERT INTO public.ludex_objects VALUES ('table', 'ludex_seals', 'CREATE TABLE @here@.ludex_seals (tab text COLLATE "C" NOT NULL, k1 text COLLATE "C" NOT NULL, k2 text COLLATE "C" NOT NULL DEFAULT ''''::text, k3 text COLLATE "C" NOT NULL DEFAULT ''''::text, k4 text COLLATE "C" NOT NULL DEFAULT ''''::text, sum bigint, mark text)');
INSERT INTO public.ludex_objects VALUES ('table', 'setup_retired', 'CREATE TABLE @here@.setup_retired (id text COLLATE "C" NOT NULL); ALTER TABLE @here@.setup_retired ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'statistics', 'CREATE TABLE @here@.statistics (setup text COLLATE "C" NOT NULL, kicktable text COLLATE "C" NOT NULL, hold text COLLATE "C" NOT NULL DEFAULT ''any''::text, status text NOT NULL DEFAULT ''completed''::text, cover_data bytea, solve_percent numeric(5,2), solve_numerator bigint, solve_denominator bigint, all_solves text, minimal_solves text, minimal_count bigint, path_file boolean NOT NULL DEFAULT false, revision bigint, see smallint, kicks_file text COLLATE "C"); ALTER TABLE @here@.statistics ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'saves', 'CREATE TABLE @here@.saves (id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY, pc smallint NOT NULL, save text COLLATE "C" NOT NULL, description text, importance bigint NOT NULL DEFAULT 0, auto boolean NOT NULL DEFAULT false, gen_minimal boolean NOT NULL DEFAULT false, gen_all_solves boolean NOT NULL DEFAULT false); ALTER TABLE @here@.saves ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'save_data', 'CREATE TABLE @here@.save_data (setup text COLLATE "C" NOT NULL, kicktable text COLLATE "C" NOT NULL, hold text COLLATE "C" NOT NULL, save bigint NOT NULL, status text NOT NULL DEFAULT ''completed''::text, percent numeric(5,2), numerator bigint, denominator bigint, priority json, all_solves text, minimal_solves text, minimal_count bigint); ALTER TABLE @here@.save_data ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'setup_set_tags', 'CREATE TABLE @here@.setup_set_tags (setup_set text COLLATE "C" NOT NULL, tag text COLLATE "C" NOT NULL, "position" bigint NOT NULL DEFAULT 0); ALTER TABLE @here@.setup_set_tags ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('table', 'save_translations', 'CREATE TABLE @here@.save_translations (save bigint NOT NULL, language text COLLATE "C" NOT NULL, description text NOT NULL); ALTER TABLE @here@.save_translations ENABLE ROW LEVEL SECURITY');
INSERT INTO public.ludex_objects VALUES ('constraint', 'imports_pkey on imports', 'ALTER TABLE @here@.imports ADD CONSTRAINT imports_pkey PRIMARY KEY (id)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'import_refusals_pkey on import_refusals', 'ALTER TABLE @here@.import_refusals ADD CONSTRAINT import_refusals_pkey PRIMARY KEY (import, line)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'save_data_check on save_data', 'ALTER TABLE @here@.save_data ADD CONSTRAINT save_data_check CHECK (((numerator IS NULL) = (denominator IS NULL)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'import_refusals_import_fkey on import_refusals', 'ALTER TABLE @here@.import_refusals ADD CONSTRAINT import_refusals_import_fkey FOREIGN KEY (import) REFERENCES imports(id) ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_variants_number_check on setup_variants', 'ALTER TABLE @here@.setup_variants ADD CONSTRAINT setup_variants_number_check CHECK ((number >= 1))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_variants_build_check on setup_variants', 'ALTER TABLE @here@.setup_variants ADD CONSTRAINT setup_variants_build_check CHECK ((build ~ ''^[TILJSZO]{1,10}$''::text))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_variants_fumen_check on setup_variants', 'ALTER TABLE @here@.setup_variants ADD CONSTRAINT setup_variants_fumen_check CHECK ((fumen ~ ''^v115@[A-Za-z0-9+/?]+$''::text))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_variants_setup_number_key on setup_variants', 'ALTER TABLE @here@.setup_variants ADD CONSTRAINT setup_variants_setup_number_key UNIQUE (setup, number)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_variants_setup_fkey on setup_variants', 'ALTER TABLE @here@.setup_variants ADD CONSTRAINT setup_variants_setup_fkey FOREIGN KEY (setup) REFERENCES setups(id) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'path_files_pkey on path_files', 'ALTER TABLE @here@.path_files ADD CONSTRAINT path_files_pkey PRIMARY KEY (setup, kicktable, hold)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'path_files_setup_kicktable_hold_fkey on path_files', 'ALTER TABLE @here@.path_files ADD CONSTRAINT path_files_setup_kicktable_hold_fkey FOREIGN KEY (setup, kicktable, hold) REFERENCES statistics(setup, kicktable, hold) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_sets_id_check on setup_sets', 'ALTER TABLE @here@.setup_sets ADD CONSTRAINT setup_sets_id_check CHECK ((id ~ ''^[a-z0-9_]{1,60}$''::text))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_sets_pkey on setup_sets', 'ALTER TABLE @here@.setup_sets ADD CONSTRAINT setup_sets_pkey PRIMARY KEY (id)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_set_members_pkey on setup_set_members', 'ALTER TABLE @here@.setup_set_members ADD CONSTRAINT setup_set_members_pkey PRIMARY KEY (setup_set, setup)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_set_members_setup_set_fkey on setup_set_members', 'ALTER TABLE @here@.setup_set_members ADD CONSTRAINT setup_set_members_setup_set_fkey FOREIGN KEY (setup_set) REFERENCES setup_sets(id) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_set_members_setup_fkey on setup_set_members', 'ALTER TABLE @here@.setup_set_members ADD CONSTRAINT setup_set_members_setup_fkey FOREIGN KEY (setup) REFERENCES setups(id) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_lookup_pkey on setup_lookup', 'ALTER TABLE @here@.setup_lookup ADD CONSTRAINT setup_lookup_pkey PRIMARY KEY (setup, kicktable, hold)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_lookup_setup_fkey on setup_lookup', 'ALTER TABLE @here@.setup_lookup ADD CONSTRAINT setup_lookup_setup_fkey FOREIGN KEY (setup) REFERENCES setups(id) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_oqb_links_check on setup_oqb_links', 'ALTER TABLE @here@.setup_oqb_links ADD CONSTRAINT setup_oqb_links_check CHECK ((parent <> child))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_oqb_links_pkey on setup_oqb_links', 'ALTER TABLE @here@.setup_oqb_links ADD CONSTRAINT setup_oqb_links_pkey PRIMARY KEY (parent, child)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_oqb_links_parent_fkey on setup_oqb_links', 'ALTER TABLE @here@.setup_oqb_links ADD CONSTRAINT setup_oqb_links_parent_fkey FOREIGN KEY (parent) REFERENCES setups(id) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_oqb_links_child_fkey on setup_oqb_links', 'ALTER TABLE @here@.setup_oqb_links ADD CONSTRAINT setup_oqb_links_child_fkey FOREIGN KEY (child) REFERENCES setups(id) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_set_links_check on setup_set_links', 'ALTER TABLE @here@.setup_set_links ADD CONSTRAINT setup_set_links_check CHECK ((parent <> child))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_set_links_pkey on setup_set_links', 'ALTER TABLE @here@.setup_set_links ADD CONSTRAINT setup_set_links_pkey PRIMARY KEY (parent, child)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_set_links_parent_fkey on setup_set_links', 'ALTER TABLE @here@.setup_set_links ADD CONSTRAINT setup_set_links_parent_fkey FOREIGN KEY (parent) REFERENCES setup_sets(id) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_set_links_child_fkey on setup_set_links', 'ALTER TABLE @here@.setup_set_links ADD CONSTRAINT setup_set_links_child_fkey FOREIGN KEY (child) REFERENCES setup_sets(id) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'tags_tag_check on tags', 'ALTER TABLE @here@.tags ADD CONSTRAINT tags_tag_check CHECK (((length(tag) >= 1) AND (length(tag) <= 60)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'tags_pkey on tags', 'ALTER TABLE @here@.tags ADD CONSTRAINT tags_pkey PRIMARY KEY (tag)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_translations_setup_fkey on setup_translations', 'ALTER TABLE @here@.setup_translations ADD CONSTRAINT setup_translations_setup_fkey FOREIGN KEY (setup) REFERENCES setups(id) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_translations_pkey on setup_translations', 'ALTER TABLE @here@.setup_translations ADD CONSTRAINT setup_translations_pkey PRIMARY KEY (setup, language)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_translations_language_check on setup_translations', 'ALTER TABLE @here@.setup_translations ADD CONSTRAINT setup_translations_language_check CHECK (((length(language) >= 2) AND (length(language) <= 20)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_set_translations_setup_set_fkey on setup_set_translations', 'ALTER TABLE @here@.setup_set_translations ADD CONSTRAINT setup_set_translations_setup_set_fkey FOREIGN KEY (setup_set) REFERENCES setup_sets(id) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_set_translations_pkey on setup_set_translations', 'ALTER TABLE @here@.setup_set_translations ADD CONSTRAINT setup_set_translations_pkey PRIMARY KEY (setup_set, language)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_set_translations_language_check on setup_set_translations', 'ALTER TABLE @here@.setup_set_translations ADD CONSTRAINT setup_set_translations_language_check CHECK (((length(language) >= 2) AND (length(language) <= 20)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'ludex_locks_pkey on ludex_locks', 'ALTER TABLE @here@.ludex_locks ADD CONSTRAINT ludex_locks_pkey PRIMARY KEY (name)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setups_id_check on setups', 'ALTER TABLE @here@.setups ADD CONSTRAINT setups_id_check CHECK ((id ~ ''^[1-9][0-9a-f]{11}$''::text))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setups_scheme_check on setups', 'ALTER TABLE @here@.setups ADD CONSTRAINT setups_scheme_check CHECK ((scheme = ANY (ARRAY[''v1''::text, ''v2''::text])))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setups_pc_check on setups', 'ALTER TABLE @here@.setups ADD CONSTRAINT setups_pc_check CHECK (((pc >= 1) AND (pc <= 9)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setups_leftover_check on setups', 'ALTER TABLE @here@.setups ADD CONSTRAINT setups_leftover_check CHECK ((leftover ~ ''^[TILJSZO]{1,7}$''::text))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setups_build_check on setups', 'ALTER TABLE @here@.setups ADD CONSTRAINT setups_build_check CHECK ((build ~ ''^[TILJSZO]{1,10}$''::text))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setups_cover_pattern_check on setups', 'ALTER TABLE @here@.setups ADD CONSTRAINT setups_cover_pattern_check CHECK (((length(cover_pattern) >= 1) AND (length(cover_pattern) <= 10000)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setups_type_check on setups', 'ALTER TABLE @here@.setups ADD CONSTRAINT setups_type_check CHECK ((type = ANY (ARRAY[''regular''::text, ''qb''::text, ''oqb''::text])))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setups_fumen_check on setups', 'ALTER TABLE @here@.setups ADD CONSTRAINT setups_fumen_check CHECK ((fumen ~ ''^v115@[A-Za-z0-9+/?]+$''::text))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setups_solve_pattern_check on setups', 'ALTER TABLE @here@.setups ADD CONSTRAINT setups_solve_pattern_check CHECK (((length(solve_pattern) >= 1) AND (length(solve_pattern) <= 10000)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setups_see_check on setups', 'ALTER TABLE @here@.setups ADD CONSTRAINT setups_see_check CHECK (((see >= 1) AND (see <= 11)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setups_hold_check on setups', 'ALTER TABLE @here@.setups ADD CONSTRAINT setups_hold_check CHECK (((hold >= 0) AND (hold <= 11)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setups_check on setups', 'ALTER TABLE @here@.setups ADD CONSTRAINT setups_check CHECK (((solve_pattern IS NOT NULL) OR (type = ''oqb''::text)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setups_pkey on setups', 'ALTER TABLE @here@.setups ADD CONSTRAINT setups_pkey PRIMARY KEY (id)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setups_mirror_fkey on setups', 'ALTER TABLE @here@.setups ADD CONSTRAINT setups_mirror_fkey FOREIGN KEY (mirror) REFERENCES setups(id) ON UPDATE CASCADE ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED');
INSERT INTO public.ludex_objects VALUES ('constraint', 'records_name_check on records', 'ALTER TABLE @here@.records ADD CONSTRAINT records_name_check CHECK (((name ~ ''^[a-z][a-z0-9-]*:.''::text) AND (length(name) <= 1100)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'records_facts_check on records', 'ALTER TABLE @here@.records ADD CONSTRAINT records_facts_check CHECK (((facts IS NULL) OR (json_typeof(facts) = ''object''::text)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'records_check on records', 'ALTER TABLE @here@.records ADD CONSTRAINT records_check CHECK ((last_seen >= first_seen))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'records_count_check on records', 'ALTER TABLE @here@.records ADD CONSTRAINT records_count_check CHECK ((count >= 1))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'records_pkey on records', 'ALTER TABLE @here@.records ADD CONSTRAINT records_pkey PRIMARY KEY (name)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'record_keys_kind_check on record_keys', 'ALTER TABLE @here@.record_keys ADD CONSTRAINT record_keys_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 100)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'record_keys_key_check on record_keys', 'ALTER TABLE @here@.record_keys ADD CONSTRAINT record_keys_key_check CHECK ((length(key) <= 1000))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'record_keys_pkey on record_keys', 'ALTER TABLE @here@.record_keys ADD CONSTRAINT record_keys_pkey PRIMARY KEY (kind, key, name)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'record_keys_name_fkey on record_keys', 'ALTER TABLE @here@.record_keys ADD CONSTRAINT record_keys_name_fkey FOREIGN KEY (name) REFERENCES records(name) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'ludex_sealed_pkey on ludex_sealed', 'ALTER TABLE @here@.ludex_sealed ADD CONSTRAINT ludex_sealed_pkey PRIMARY KEY (tab)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'ludex_objects_pkey on ludex_objects', 'ALTER TABLE @here@.ludex_objects ADD CONSTRAINT ludex_objects_pkey PRIMARY KEY (kind, name)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'ludex_seals_pkey on ludex_seals', 'ALTER TABLE @here@.ludex_seals ADD CONSTRAINT ludex_seals_pkey PRIMARY KEY (tab, k1, k2, k3, k4)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_retired_pkey on setup_retired', 'ALTER TABLE @here@.setup_retired ADD CONSTRAINT setup_retired_pkey PRIMARY KEY (id)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'statistics_kicktable_check on statistics', 'ALTER TABLE @here@.statistics ADD CONSTRAINT statistics_kicktable_check CHECK ((kicktable = ANY (ARRAY[''srs''::text, ''srs_plus''::text, ''srsx''::text, ''srs180''::text, ''tetrax''::text, ''asc''::text, ''ars''::text, ''none''::text])))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'statistics_hold_check on statistics', 'ALTER TABLE @here@.statistics ADD CONSTRAINT statistics_hold_check CHECK ((hold = ANY (ARRAY[''any''::text, ''cyclic''::text, ''none''::text])))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'statistics_status_check on statistics', 'ALTER TABLE @here@.statistics ADD CONSTRAINT statistics_status_check CHECK ((status = ANY (ARRAY[''processing''::text, ''completed''::text, ''failed''::text])))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'statistics_solve_percent_check on statistics', 'ALTER TABLE @here@.statistics ADD CONSTRAINT statistics_solve_percent_check CHECK (((solve_percent >= (0)::numeric) AND (solve_percent <= (100)::numeric)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'statistics_solve_numerator_check on statistics', 'ALTER TABLE @here@.statistics ADD CONSTRAINT statistics_solve_numerator_check CHECK ((solve_numerator >= 0))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'statistics_solve_denominator_check on statistics', 'ALTER TABLE @here@.statistics ADD CONSTRAINT statistics_solve_denominator_check CHECK ((solve_denominator <> 0))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'statistics_minimal_count_check on statistics', 'ALTER TABLE @here@.statistics ADD CONSTRAINT statistics_minimal_count_check CHECK ((minimal_count >= 0))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'statistics_check on statistics', 'ALTER TABLE @here@.statistics ADD CONSTRAINT statistics_check CHECK (((solve_numerator IS NULL) = (solve_denominator IS NULL)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'statistics_check1 on statistics', 'ALTER TABLE @here@.statistics ADD CONSTRAINT statistics_check1 CHECK (((solve_numerator IS NULL) OR (solve_numerator <= solve_denominator)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'statistics_pkey on statistics', 'ALTER TABLE @here@.statistics ADD CONSTRAINT statistics_pkey PRIMARY KEY (setup, kicktable, hold)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'statistics_setup_fkey on statistics', 'ALTER TABLE @here@.statistics ADD CONSTRAINT statistics_setup_fkey FOREIGN KEY (setup) REFERENCES setups(id) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'statistics_see_check on statistics', 'ALTER TABLE @here@.statistics ADD CONSTRAINT statistics_see_check CHECK (((see >= 1) AND (see <= 255)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'statistics_kicks_file_check on statistics', 'ALTER TABLE @here@.statistics ADD CONSTRAINT statistics_kicks_file_check CHECK (((length(kicks_file) >= 1) AND (length(kicks_file) <= 200)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'saves_pc_check on saves', 'ALTER TABLE @here@.saves ADD CONSTRAINT saves_pc_check CHECK (((pc >= 1) AND (pc <= 9)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'saves_save_check on saves', 'ALTER TABLE @here@.saves ADD CONSTRAINT saves_save_check CHECK (((length(save) >= 1) AND (length(save) <= 10000)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'saves_pkey on saves', 'ALTER TABLE @here@.saves ADD CONSTRAINT saves_pkey PRIMARY KEY (id)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'save_data_status_check on save_data', 'ALTER TABLE @here@.save_data ADD CONSTRAINT save_data_status_check CHECK ((status = ANY (ARRAY[''processing''::text, ''completed''::text, ''failed''::text])))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'save_data_percent_check on save_data', 'ALTER TABLE @here@.save_data ADD CONSTRAINT save_data_percent_check CHECK (((percent >= (0)::numeric) AND (percent <= (100)::numeric)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'save_data_numerator_check on save_data', 'ALTER TABLE @here@.save_data ADD CONSTRAINT save_data_numerator_check CHECK ((numerator >= 0))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'save_data_denominator_check on save_data', 'ALTER TABLE @here@.save_data ADD CONSTRAINT save_data_denominator_check CHECK ((denominator <> 0))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'save_data_priority_check on save_data', 'ALTER TABLE @here@.save_data ADD CONSTRAINT save_data_priority_check CHECK (((priority IS NULL) OR (json_typeof(priority) = ''array''::text)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'save_data_check1 on save_data', 'ALTER TABLE @here@.save_data ADD CONSTRAINT save_data_check1 CHECK (((numerator IS NULL) OR (numerator <= denominator)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'save_data_pkey on save_data', 'ALTER TABLE @here@.save_data ADD CONSTRAINT save_data_pkey PRIMARY KEY (setup, kicktable, hold, save)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'save_data_save_fkey on save_data', 'ALTER TABLE @here@.save_data ADD CONSTRAINT save_data_save_fkey FOREIGN KEY (save) REFERENCES saves(id) ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'save_data_setup_kicktable_hold_fkey on save_data', 'ALTER TABLE @here@.save_data ADD CONSTRAINT save_data_setup_kicktable_hold_fkey FOREIGN KEY (setup, kicktable, hold) REFERENCES statistics(setup, kicktable, hold) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'save_data_minimal_count_check on save_data', 'ALTER TABLE @here@.save_data ADD CONSTRAINT save_data_minimal_count_check CHECK ((minimal_count >= 0))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_set_tags_pkey on setup_set_tags', 'ALTER TABLE @here@.setup_set_tags ADD CONSTRAINT setup_set_tags_pkey PRIMARY KEY (setup_set, tag)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_set_tags_setup_set_fkey on setup_set_tags', 'ALTER TABLE @here@.setup_set_tags ADD CONSTRAINT setup_set_tags_setup_set_fkey FOREIGN KEY (setup_set) REFERENCES setup_sets(id) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'setup_set_tags_tag_fkey on setup_set_tags', 'ALTER TABLE @here@.setup_set_tags ADD CONSTRAINT setup_set_tags_tag_fkey FOREIGN KEY (tag) REFERENCES tags(tag) ON UPDATE CASCADE ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('constraint', 'save_translations_language_check on save_translations', 'ALTER TABLE @here@.save_translations ADD CONSTRAINT save_translations_language_check CHECK (((length(language) >= 2) AND (length(language) <= 20)))');
INSERT INTO public.ludex_objects VALUES ('constraint', 'save_translations_pkey on save_translations', 'ALTER TABLE @here@.save_translations ADD CONSTRAINT save_translations_pkey PRIMARY KEY (save, language)');
INSERT INTO public.ludex_objects VALUES ('constraint', 'save_translations_save_fkey on save_translations', 'ALTER TABLE @here@.save_translations ADD CONSTRAINT save_translations_save_fkey FOREIGN KEY (save) REFERENCES saves(id) ON DELETE CASCADE');
INSERT INTO public.ludex_objects VALUES ('index', 'record_keys_name', 'CREATE INDEX record_keys_name ON @here@.record_keys USING btree (name)');
INSERT INTO public.ludex_objects VALUES ('index', 'setups_look', 'CREATE INDEX setups_look ON @here@.setups USING btree (pc, leftover)');
INSERT INTO public.ludex_objects VALUES ('index', 'setup_oqb_links_child', 'CREATE INDEX setup_oqb_links_child ON @here@.setup_oqb_links USING btree (child, parent)');
INSERT INTO public.ludex_objects VALUES ('index', 'setup_set_links_child', 'CREATE INDEX setup_set_links_child ON @here@.setup_set_links USING btree (child, parent)');
INSERT INTO public.ludex_objects VALUES ('index', 'setup_oqb_paths_once', 'CREATE UNIQUE INDEX setup_oqb_paths_once ON @here@.setup_oqb_paths USING btree (setup, md5((path)::text))');
INSERT INTO public.ludex_objects VALUES ('index', 'setup_set_paths_once', 'CREATE UNIQUE INDEX setup_set_paths_once ON @here@.setup_set_paths USING btree (setup_set, md5((path)::text))');
INSERT INTO public.ludex_objects VALUES ('index', 'saves_once', 'CREATE UNIQUE INDEX saves_once ON @here@.saves USING btree (pc, md5(save))');
INSERT INTO public.ludex_objects VALUES ('index', 'ludex_seals_open', 'CREATE INDEX ludex_seals_open ON @here@.ludex_seals USING btree (mark) WHERE ((sum IS NULL) AND (mark IS NOT NULL))');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_import_refusals_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_import_refusals_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''import_refusals'', d.*, mine FROM (SELECT n.import, coalesce(n.line::text, '''') FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''import_refusals'', d.*, mine FROM (SELECT o.import, coalesce(o.line::text, '''') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''import_refusals'', d.*, mine FROM (SELECT n.import, coalesce(n.line::text, '''') FROM added n UNION SELECT o.import, coalesce(o.line::text, '''') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_imports_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_imports_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''imports'', d.*, mine FROM (SELECT n.id FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''imports'', d.*, mine FROM (SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''imports'', d.*, mine FROM (SELECT n.id FROM added n UNION SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_is(wanted text)', 'CREATE OR REPLACE FUNCTION @here@.ludex_is(wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
    SELECT EXISTS (
        SELECT 1 FROM pg_catalog.pg_roles r
        WHERE r.rolname = wanted AND pg_catalog.pg_has_role(current_user, r.oid, ''MEMBER'')
    )
$function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_lookup_stale()', 'CREATE OR REPLACE FUNCTION @here@.ludex_lookup_stale()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    IF TG_TABLE_NAME = ''setups'' THEN
        DELETE FROM @here@.setup_lookup WHERE setup = NEW.id;
    ELSIF TG_OP = ''DELETE'' THEN
        DELETE FROM @here@.setup_lookup WHERE setup = OLD.setup AND kicktable = OLD.kicktable AND hold = OLD.hold;
    ELSE
        DELETE FROM @here@.setup_lookup WHERE setup = NEW.setup AND kicktable = NEW.kicktable AND hold = NEW.hold;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_oqb_by_hand()', 'CREATE OR REPLACE FUNCTION @here@.ludex_oqb_by_hand()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
 SET enable_seqscan TO ''off''
AS $function$
DECLARE
    first record;
BEGIN
    SELECT p.path::text AS path, p.depth AS depth INTO first FROM @here@.setup_oqb_paths p WHERE p.setup = NEW.id
    ORDER BY p.path::text COLLATE "C" LIMIT 1;
    IF NEW.oqb_path::text IS DISTINCT FROM first.path OR NEW.oqb_depth IS DISTINCT FROM first.depth THEN
        RAISE EXCEPTION ''oqb_path and oqb_depth are derived from the links and never written by hand'';
    END IF;
    RETURN NEW;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_set_links_turn()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_set_links_turn()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    PERFORM @here@.ludex_take(''setup_set_links'');
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_oqb_declared()', 'CREATE OR REPLACE FUNCTION @here@.ludex_oqb_declared()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    IF (NEW.oqb_path::text IS NOT NULL OR NEW.oqb_depth IS NOT NULL)
        AND (NEW.type <> ''oqb'' OR NEW.oqb_path::text IS DISTINCT FROM NEW.id OR coalesce(NEW.oqb_depth, 0) <> 0) THEN
        RAISE EXCEPTION ''oqb_path is derived from the links: only the id of an oqb setup may stand there on insert'';
    END IF;
    RETURN NEW;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_oqb_shown(ids text[])', 'CREATE OR REPLACE FUNCTION @here@.ludex_oqb_shown(ids text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
 SET enable_seqscan TO ''off''
AS $function$
    UPDATE @here@.setups u SET oqb_path = f.path, oqb_depth = f.depth
    FROM unnest(ids) AS s (id) LEFT JOIN LATERAL (
        SELECT p.path, p.depth FROM @here@.setup_oqb_paths p WHERE p.setup = s.id COLLATE "C"
        ORDER BY p.path::text COLLATE "C" LIMIT 1
    ) f ON true
    WHERE u.id = s.id COLLATE "C"
        AND (u.oqb_path::text IS DISTINCT FROM f.path::text OR u.oqb_depth IS DISTINCT FROM f.depth)
$function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_path_file()', 'CREATE OR REPLACE FUNCTION @here@.ludex_path_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    IF TG_OP = ''INSERT'' THEN
        UPDATE @here@.statistics SET path_file = true
        WHERE setup = NEW.setup AND kicktable = NEW.kicktable AND hold = NEW.hold;
    ELSE
        UPDATE @here@.statistics SET path_file = false
        WHERE setup = OLD.setup AND kicktable = OLD.kicktable AND hold = OLD.hold;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_path_files_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_path_files_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT ''path_files'', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT ''path_files'', d.*, mine FROM (SELECT o.setup, o.kicktable, o.hold FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT ''path_files'', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold FROM added n UNION SELECT o.setup, o.kicktable, o.hold FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_path_flag()', 'CREATE OR REPLACE FUNCTION @here@.ludex_path_flag()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    -- A new row has no file yet; one that turns into an update of an old row keeps what the old row says.
    IF TG_OP = ''INSERT'' THEN
        IF NEW.path_file THEN
            RAISE EXCEPTION ''path_file follows the table path_files and is not written by hand'';
        END IF;
    ELSIF NEW.path_file <> EXISTS (SELECT 1 FROM @here@.path_files f
        WHERE f.setup = NEW.setup AND f.kicktable = NEW.kicktable AND f.hold = NEW.hold) THEN
        RAISE EXCEPTION ''path_file follows the table path_files and is not written by hand'';
    END IF;
    RETURN NEW;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_record_keys_summed()', 'CREATE OR REPLACE FUNCTION @here@.ludex_record_keys_summed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    NEW.sum := hashtextextended(ROW(NEW.kind, NEW.key, NEW.name)::text COLLATE "C", 0);
    IF current_setting(''ludex.writer'', true) IS DISTINCT FROM ''on''
        AND (TG_OP = ''INSERT'' OR NEW.sum IS DISTINCT FROM OLD.sum) THEN
        NEW.sum := NULL;
    END IF;
    RETURN NEW;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_records_summed()', 'CREATE OR REPLACE FUNCTION @here@.ludex_records_summed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    NEW.sum := hashtextextended(ROW(NEW.name, NEW.position, NEW.solution, encode(float8send(NEW.rating), ''hex''), NEW.length,
        NEW.score, NEW.facts, NEW.source, NEW.first_seen, NEW.last_seen, NEW.count)::text COLLATE "C", 0);
    IF current_setting(''ludex.writer'', true) IS DISTINCT FROM ''on''
        AND (TG_OP = ''INSERT'' OR NEW.sum IS DISTINCT FROM OLD.sum) THEN
        NEW.sum := NULL;
    END IF;
    RETURN NEW;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_row_sum(r anyelement)', 'CREATE OR REPLACE FUNCTION @here@.ludex_row_sum(r anyelement)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''pg_catalog'', ''pg_temp''
 SET bytea_output TO ''hex''
 SET extra_float_digits TO ''1''
 SET "DateStyle" TO ''ISO''
AS $function$
    SELECT hashtextextended(to_json(r)::text COLLATE "C", 0)
$function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_save_data_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_save_data_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, k3, k4, mark) SELECT ''save_data'', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold, coalesce(n.save::text, '''') FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, k3, k4, mark) SELECT ''save_data'', d.*, mine FROM (SELECT o.setup, o.kicktable, o.hold, coalesce(o.save::text, '''') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, k3, k4, mark) SELECT ''save_data'', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold, coalesce(n.save::text, '''') FROM added n UNION SELECT o.setup, o.kicktable, o.hold, coalesce(o.save::text, '''') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_save_translations_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_save_translations_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''save_translations'', d.*, mine FROM (SELECT coalesce(n.save::text, ''''), n.language FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''save_translations'', d.*, mine FROM (SELECT coalesce(o.save::text, ''''), o.language FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''save_translations'', d.*, mine FROM (SELECT coalesce(n.save::text, ''''), n.language FROM added n UNION SELECT coalesce(o.save::text, ''''), o.language FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_saves_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_saves_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''saves'', d.*, mine FROM (SELECT coalesce(n.id::text, '''') FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''saves'', d.*, mine FROM (SELECT coalesce(o.id::text, '''') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''saves'', d.*, mine FROM (SELECT coalesce(n.id::text, '''') FROM added n UNION SELECT coalesce(o.id::text, '''') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_seal()', 'CREATE OR REPLACE FUNCTION @here@.ludex_seal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := pg_current_xact_id()::text;
    it record;
BEGIN
    IF NOT coalesce((SELECT s.sum IS NULL AND s.mark = mine FROM @here@.ludex_seals s
        WHERE s.tab = NEW.tab AND s.k1 = NEW.k1 AND s.k2 = NEW.k2 AND s.k3 = NEW.k3 AND s.k4 = NEW.k4), false) THEN
        RETURN NULL;
    END IF;
    FOR it IN SELECT d.tab, d.pairs FROM @here@.ludex_sealed d WHERE d.tab IN (
        SELECT DISTINCT s.tab FROM @here@.ludex_seals s WHERE s.sum IS NULL AND s.mark = mine
    ) LOOP
        EXECUTE format(''UPDATE @here@.ludex_seals s SET sum = @here@.ludex_row_sum(t), mark = NULL FROM @here@.%I t ''
            ''WHERE s.tab = %L AND s.sum IS NULL AND s.mark = %L AND %s'', it.tab, it.tab, mine, it.pairs);
    END LOOP;
    DELETE FROM @here@.ludex_seals s WHERE s.sum IS NULL AND s.mark = mine;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_lookup_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_lookup_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT ''setup_lookup'', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT ''setup_lookup'', d.*, mine FROM (SELECT o.setup, o.kicktable, o.hold FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT ''setup_lookup'', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold FROM added n UNION SELECT o.setup, o.kicktable, o.hold FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_oqb_links_changed()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_oqb_links_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    PERFORM @here@.ludex_setup_oqb_paths_refresh((SELECT array_agg(DISTINCT c.child) FROM changed c));
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_oqb_links_fixed()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_oqb_links_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    IF EXISTS (SELECT 1 FROM @here@.setups n WHERE n.id = OLD.parent)
        AND EXISTS (SELECT 1 FROM @here@.setups n WHERE n.id = OLD.child) THEN
        RAISE EXCEPTION ''a link is not changed: remove it and add another'';
    END IF;
    RETURN NEW;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_oqb_links_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_oqb_links_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_oqb_links'', d.*, mine FROM (SELECT n.parent, n.child FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_oqb_links'', d.*, mine FROM (SELECT o.parent, o.child FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_oqb_links'', d.*, mine FROM (SELECT n.parent, n.child FROM added n UNION SELECT o.parent, o.child FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_oqb_links_rules()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_oqb_links_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
 SET enable_seqscan TO ''off''
AS $function$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM @here@.setups n WHERE n.id = NEW.parent AND n.type = ''oqb'')
        OR NOT EXISTS (SELECT 1 FROM @here@.setups n WHERE n.id = NEW.child AND n.type = ''oqb'') THEN
        RAISE EXCEPTION ''a link joins two oqb setups that are there'';
    END IF;
    IF EXISTS (
        WITH RECURSIVE up (id) AS (
            SELECT NEW.parent UNION SELECT l.parent FROM up
            CROSS JOIN LATERAL (SELECT k.parent FROM @here@.setup_oqb_links k WHERE k.child = up.id OFFSET 0) AS l
        )
        SELECT 1 FROM up WHERE id = NEW.child
    ) THEN
        RAISE EXCEPTION ''the link would close a cycle'';
    END IF;
    RETURN NEW;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_oqb_links_turn()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_oqb_links_turn()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    PERFORM @here@.ludex_take(''setup_oqb_links'');
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_set_links_rules()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_set_links_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
 SET enable_seqscan TO ''off''
AS $function$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM @here@.setup_sets n WHERE n.id = NEW.parent AND n.id IS NOT NULL)
        OR NOT EXISTS (SELECT 1 FROM @here@.setup_sets n WHERE n.id = NEW.child AND n.id IS NOT NULL) THEN
        RAISE EXCEPTION ''a link joins two sets that are there'';
    END IF;
    IF EXISTS (
        WITH RECURSIVE up (id) AS (
            SELECT NEW.parent UNION SELECT l.parent FROM up
            CROSS JOIN LATERAL (SELECT k.parent FROM @here@.setup_set_links k WHERE k.child = up.id OFFSET 0) AS l
        )
        SELECT 1 FROM up WHERE id = NEW.child
    ) THEN
        RAISE EXCEPTION ''the link would close a cycle'';
    END IF;
    RETURN NEW;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('trigger', 'saves_seal_delete on saves', 'CREATE TRIGGER saves_seal_delete AFTER DELETE ON @here@.saves REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_saves_mark()');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_oqb_paths_added()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_oqb_paths_added()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
 SET enable_seqscan TO ''off''
AS $function$
BEGIN
    IF EXISTS (SELECT 1 FROM added r WHERE NOT (EXISTS (SELECT 1 FROM @here@.setups n WHERE n.id = r.setup AND n.type = ''oqb'' OFFSET 0)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, ''.'')) - 1
        AND pg_catalog.split_part(r.path::text, ''.'', r.depth + 1) = r.setup
        AND NOT EXISTS (SELECT 1 FROM @here@.setup_oqb_links l WHERE l.child = pg_catalog.split_part(r.path::text, ''.'', 1) OFFSET 0)
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, ''.'')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM @here@.setup_oqb_links l WHERE l.parent = pair.step AND l.child = pair.next OFFSET 0)
        ))) THEN
        RAISE EXCEPTION ''setup_oqb_paths is derived from setup_oqb_links and never written by hand'';
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_oqb_paths_closed()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_oqb_paths_closed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    RAISE EXCEPTION ''setup_oqb_paths is derived from setup_oqb_links and never written by hand'';
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_oqb_paths_refresh(starts text[])', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_oqb_paths_refresh(starts text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
 SET enable_seqscan TO ''off''
 SET jit TO ''off''
AS $function$
DECLARE
    below text[];
BEGIN
    WITH RECURSIVE down (id) AS (
        SELECT s.id COLLATE "C" FROM unnest(starts) AS s (id)
        UNION SELECT l.child FROM down
        CROSS JOIN LATERAL (SELECT k.child FROM @here@.setup_oqb_links k WHERE k.parent = down.id OFFSET 0) AS l
    )
    SELECT array_agg(id) INTO below FROM down;
    IF below IS NULL THEN
        RETURN;
    END IF;
    DELETE FROM @here@.setup_oqb_paths r WHERE r.setup = ANY (below) AND NOT (EXISTS (SELECT 1 FROM @here@.setups n WHERE n.id = r.setup AND n.type = ''oqb'' OFFSET 0)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, ''.'')) - 1
        AND pg_catalog.split_part(r.path::text, ''.'', r.depth + 1) = r.setup
        AND NOT EXISTS (SELECT 1 FROM @here@.setup_oqb_links l WHERE l.child = pg_catalog.split_part(r.path::text, ''.'', 1) OFFSET 0)
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, ''.'')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM @here@.setup_oqb_links l WHERE l.parent = pair.step AND l.child = pair.next OFFSET 0)
        ));
    INSERT INTO @here@.setup_oqb_paths (setup, path, depth)
    WITH RECURSIVE led (id, path, depth) AS (
        SELECT s.id, s.path, s.depth FROM (
            SELECT n.id, n.id AS path, 0 AS depth FROM @here@.setups n
            WHERE n.id = ANY (below) AND n.type = ''oqb''
                AND NOT EXISTS (SELECT 1 FROM @here@.setup_oqb_links l WHERE l.child = n.id OFFSET 0)
            UNION ALL
            -- What leads to a node from outside is right already.
            SELECT l.child, (p.path::text || ''.'' || l.child) COLLATE "C", p.depth + 1
            FROM @here@.setup_oqb_links l JOIN @here@.setup_oqb_paths p ON p.setup = l.parent
            WHERE l.child = ANY (below) AND l.parent <> ALL (below)
        ) s
        UNION ALL
        SELECT l.child, (led.path || ''.'' || l.child) COLLATE "C", led.depth + 1
        FROM led CROSS JOIN LATERAL (SELECT k.child FROM @here@.setup_oqb_links k WHERE k.parent = led.id OFFSET 0) AS l
        WHERE led.depth < 500
    )
    -- Bounded, so that a ladder of thousands of ways ends in the message below and not in a full disk.
    SELECT id, path::@here@.ltree, depth
    FROM (SELECT * FROM led LIMIT 1000 * pg_catalog.cardinality(below) + 1) AS bounded
    -- A node that is being removed has no path, though a link still leads to it.
    WHERE EXISTS (SELECT 1 FROM @here@.setups n WHERE n.id = bounded.id AND n.type = ''oqb'' OFFSET 0)
    ON CONFLICT DO NOTHING;
    IF EXISTS (SELECT 1 FROM @here@.setup_oqb_paths p WHERE p.setup = ANY (below) GROUP BY p.setup HAVING count(*) > 1000) THEN
        RAISE EXCEPTION ''more than 1000 paths would lead to one of the oqb setups'';
    END IF;
    IF EXISTS (SELECT 1 FROM @here@.setup_oqb_paths p WHERE p.setup = ANY (below) AND p.depth >= 500) THEN
        RAISE EXCEPTION ''a path of more than 500 oqb setups would be too long'';
    END IF;
    PERFORM @here@.ludex_oqb_shown(below);
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_oqb_paths_removed()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_oqb_paths_removed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
 SET enable_seqscan TO ''off''
AS $function$
BEGIN
    IF EXISTS (SELECT 1 FROM removed r WHERE (EXISTS (SELECT 1 FROM @here@.setups n WHERE n.id = r.setup AND n.type = ''oqb'' OFFSET 0)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, ''.'')) - 1
        AND pg_catalog.split_part(r.path::text, ''.'', r.depth + 1) = r.setup
        AND NOT EXISTS (SELECT 1 FROM @here@.setup_oqb_links l WHERE l.child = pg_catalog.split_part(r.path::text, ''.'', 1) OFFSET 0)
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, ''.'')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM @here@.setup_oqb_links l WHERE l.parent = pair.step AND l.child = pair.next OFFSET 0)
        ))) THEN
        RAISE EXCEPTION ''setup_oqb_paths is derived from setup_oqb_links and never written by hand'';
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_retired_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_retired_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''setup_retired'', d.*, mine FROM (SELECT n.id FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''setup_retired'', d.*, mine FROM (SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''setup_retired'', d.*, mine FROM (SELECT n.id FROM added n UNION SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_set_links_changed()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_set_links_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    PERFORM @here@.ludex_setup_set_paths_refresh((SELECT array_agg(DISTINCT c.child) FROM changed c));
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_set_links_fixed()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_set_links_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    IF EXISTS (SELECT 1 FROM @here@.setup_sets n WHERE n.id = OLD.parent)
        AND EXISTS (SELECT 1 FROM @here@.setup_sets n WHERE n.id = OLD.child) THEN
        RAISE EXCEPTION ''a link is not changed: remove it and add another'';
    END IF;
    RETURN NEW;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_set_links_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_set_links_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_set_links'', d.*, mine FROM (SELECT n.parent, n.child FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_set_links'', d.*, mine FROM (SELECT o.parent, o.child FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_set_links'', d.*, mine FROM (SELECT n.parent, n.child FROM added n UNION SELECT o.parent, o.child FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('trigger', 'saves_seal_insert on saves', 'CREATE TRIGGER saves_seal_insert AFTER INSERT ON @here@.saves REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_saves_mark()');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_set_members_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_set_members_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_set_members'', d.*, mine FROM (SELECT n.setup_set, n.setup FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_set_members'', d.*, mine FROM (SELECT o.setup_set, o.setup FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_set_members'', d.*, mine FROM (SELECT n.setup_set, n.setup FROM added n UNION SELECT o.setup_set, o.setup FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_set_paths_added()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_set_paths_added()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
 SET enable_seqscan TO ''off''
AS $function$
BEGIN
    IF EXISTS (SELECT 1 FROM added r WHERE NOT (EXISTS (SELECT 1 FROM @here@.setup_sets n WHERE n.id = r.setup_set AND n.id IS NOT NULL OFFSET 0)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, ''.'')) - 1
        AND pg_catalog.split_part(r.path::text, ''.'', r.depth + 1) = r.setup_set
        AND NOT EXISTS (SELECT 1 FROM @here@.setup_set_links l WHERE l.child = pg_catalog.split_part(r.path::text, ''.'', 1) OFFSET 0)
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, ''.'')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM @here@.setup_set_links l WHERE l.parent = pair.step AND l.child = pair.next OFFSET 0)
        ))) THEN
        RAISE EXCEPTION ''setup_set_paths is derived from setup_set_links and never written by hand'';
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_set_paths_closed()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_set_paths_closed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    RAISE EXCEPTION ''setup_set_paths is derived from setup_set_links and never written by hand'';
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_set_paths_refresh(starts text[])', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_set_paths_refresh(starts text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
 SET enable_seqscan TO ''off''
 SET jit TO ''off''
AS $function$
DECLARE
    below text[];
BEGIN
    WITH RECURSIVE down (id) AS (
        SELECT s.id COLLATE "C" FROM unnest(starts) AS s (id)
        UNION SELECT l.child FROM down
        CROSS JOIN LATERAL (SELECT k.child FROM @here@.setup_set_links k WHERE k.parent = down.id OFFSET 0) AS l
    )
    SELECT array_agg(id) INTO below FROM down;
    IF below IS NULL THEN
        RETURN;
    END IF;
    DELETE FROM @here@.setup_set_paths r WHERE r.setup_set = ANY (below) AND NOT (EXISTS (SELECT 1 FROM @here@.setup_sets n WHERE n.id = r.setup_set AND n.id IS NOT NULL OFFSET 0)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, ''.'')) - 1
        AND pg_catalog.split_part(r.path::text, ''.'', r.depth + 1) = r.setup_set
        AND NOT EXISTS (SELECT 1 FROM @here@.setup_set_links l WHERE l.child = pg_catalog.split_part(r.path::text, ''.'', 1) OFFSET 0)
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, ''.'')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM @here@.setup_set_links l WHERE l.parent = pair.step AND l.child = pair.next OFFSET 0)
        ));
    INSERT INTO @here@.setup_set_paths (setup_set, path, depth)
    WITH RECURSIVE led (id, path, depth) AS (
        SELECT s.id, s.path, s.depth FROM (
            SELECT n.id, n.id AS path, 0 AS depth FROM @here@.setup_sets n
            WHERE n.id = ANY (below) AND n.id IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM @here@.setup_set_links l WHERE l.child = n.id OFFSET 0)
            UNION ALL
            -- What leads to a node from outside is right already.
            SELECT l.child, (p.path::text || ''.'' || l.child) COLLATE "C", p.depth + 1
            FROM @here@.setup_set_links l JOIN @here@.setup_set_paths p ON p.setup_set = l.parent
            WHERE l.child = ANY (below) AND l.parent <> ALL (below)
        ) s
        UNION ALL
        SELECT l.child, (led.path || ''.'' || l.child) COLLATE "C", led.depth + 1
        FROM led CROSS JOIN LATERAL (SELECT k.child FROM @here@.setup_set_links k WHERE k.parent = led.id OFFSET 0) AS l
        WHERE led.depth < 500
    )
    -- Bounded, so that a ladder of thousands of ways ends in the message below and not in a full disk.
    SELECT id, path::@here@.ltree, depth
    FROM (SELECT * FROM led LIMIT 1000 * pg_catalog.cardinality(below) + 1) AS bounded
    -- A node that is being removed has no path, though a link still leads to it.
    WHERE EXISTS (SELECT 1 FROM @here@.setup_sets n WHERE n.id = bounded.id AND n.id IS NOT NULL OFFSET 0)
    ON CONFLICT DO NOTHING;
    IF EXISTS (SELECT 1 FROM @here@.setup_set_paths p WHERE p.setup_set = ANY (below) GROUP BY p.setup_set HAVING count(*) > 1000) THEN
        RAISE EXCEPTION ''more than 1000 paths would lead to one of the sets'';
    END IF;
    IF EXISTS (SELECT 1 FROM @here@.setup_set_paths p WHERE p.setup_set = ANY (below) AND p.depth >= 500) THEN
        RAISE EXCEPTION ''a path of more than 500 sets would be too long'';
    END IF;
    
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_set_paths_removed()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_set_paths_removed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
 SET enable_seqscan TO ''off''
AS $function$
BEGIN
    IF EXISTS (SELECT 1 FROM removed r WHERE (EXISTS (SELECT 1 FROM @here@.setup_sets n WHERE n.id = r.setup_set AND n.id IS NOT NULL OFFSET 0)
        AND r.depth = pg_catalog.cardinality(pg_catalog.string_to_array(r.path::text, ''.'')) - 1
        AND pg_catalog.split_part(r.path::text, ''.'', r.depth + 1) = r.setup_set
        AND NOT EXISTS (SELECT 1 FROM @here@.setup_set_links l WHERE l.child = pg_catalog.split_part(r.path::text, ''.'', 1) OFFSET 0)
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array(r.path::text, ''.'')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM @here@.setup_set_links l WHERE l.parent = pair.step AND l.child = pair.next OFFSET 0)
        ))) THEN
        RAISE EXCEPTION ''setup_set_paths is derived from setup_set_links and never written by hand'';
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_set_tags_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_set_tags_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_set_tags'', d.*, mine FROM (SELECT n.setup_set, n.tag FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_set_tags'', d.*, mine FROM (SELECT o.setup_set, o.tag FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_set_tags'', d.*, mine FROM (SELECT n.setup_set, n.tag FROM added n UNION SELECT o.setup_set, o.tag FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setups_node()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setups_node()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    -- An id that comes back: a snapshot of before may still show the links of the node that had it.
    PERFORM @here@.ludex_take(''setup_oqb_links'');
    IF TG_OP = ''DELETE'' THEN
        DELETE FROM @here@.setup_oqb_paths p WHERE p.setup = OLD.id;
        RETURN NULL;
    END IF;
    IF NOT NEW.type = ''oqb'' AND EXISTS (SELECT 1 FROM @here@.setup_oqb_links l WHERE l.parent = NEW.id OR l.child = NEW.id) THEN
        RAISE EXCEPTION ''the setup has oqb links: remove them first'';
    END IF;
    PERFORM @here@.ludex_setup_oqb_paths_refresh(CASE WHEN TG_OP = ''INSERT'' THEN ARRAY[NEW.id] ELSE ARRAY[OLD.id, NEW.id] END);
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_set_translations_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_set_translations_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_set_translations'', d.*, mine FROM (SELECT n.setup_set, n.language FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_set_translations'', d.*, mine FROM (SELECT o.setup_set, o.language FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_set_translations'', d.*, mine FROM (SELECT n.setup_set, n.language FROM added n UNION SELECT o.setup_set, o.language FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_sets_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_sets_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''setup_sets'', d.*, mine FROM (SELECT n.id FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''setup_sets'', d.*, mine FROM (SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''setup_sets'', d.*, mine FROM (SELECT n.id FROM added n UNION SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_sets_node()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_sets_node()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    -- An id that comes back: a snapshot of before may still show the links of the node that had it.
    PERFORM @here@.ludex_take(''setup_set_links'');
    IF TG_OP = ''DELETE'' THEN
        DELETE FROM @here@.setup_set_paths p WHERE p.setup_set = OLD.id;
        RETURN NULL;
    END IF;
    IF NOT NEW.id IS NOT NULL AND EXISTS (SELECT 1 FROM @here@.setup_set_links l WHERE l.parent = NEW.id OR l.child = NEW.id) THEN
        RAISE EXCEPTION ''the setup has oqb links: remove them first'';
    END IF;
    PERFORM @here@.ludex_setup_set_paths_refresh(CASE WHEN TG_OP = ''INSERT'' THEN ARRAY[NEW.id] ELSE ARRAY[OLD.id, NEW.id] END);
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_sets_rooted()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_sets_rooted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    roots text[];
BEGIN
    SELECT array_agg(n.id) INTO roots FROM added n WHERE n.id IS NOT NULL;
    IF roots IS NOT NULL THEN
        -- An id that comes back: a snapshot of before may still show the links of the node that had it.
        PERFORM @here@.ludex_take(''setup_set_links'');
        PERFORM @here@.ludex_setup_set_paths_refresh(roots);
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_translations_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_translations_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_translations'', d.*, mine FROM (SELECT n.setup, n.language FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_translations'', d.*, mine FROM (SELECT o.setup, o.language FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_translations'', d.*, mine FROM (SELECT n.setup, n.language FROM added n UNION SELECT o.setup, o.language FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setup_variants_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setup_variants_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_variants'', d.*, mine FROM (SELECT n.setup, coalesce(n.number::text, '''') FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_variants'', d.*, mine FROM (SELECT o.setup, coalesce(o.number::text, '''') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, mark) SELECT ''setup_variants'', d.*, mine FROM (SELECT n.setup, coalesce(n.number::text, '''') FROM added n UNION SELECT o.setup, coalesce(o.number::text, '''') FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setups_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setups_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''setups'', d.*, mine FROM (SELECT n.id FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''setups'', d.*, mine FROM (SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''setups'', d.*, mine FROM (SELECT n.id FROM added n UNION SELECT o.id FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setups_retire()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setups_retire()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    IF TG_OP = ''DELETE'' OR NEW.id <> OLD.id THEN
        INSERT INTO @here@.setup_retired (id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setups_revised()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setups_revised()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    NEW.revision := OLD.revision + 1;
    DELETE FROM @here@.setup_lookup WHERE setup = OLD.id;
    RETURN NEW;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_setups_rooted()', 'CREATE OR REPLACE FUNCTION @here@.ludex_setups_rooted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    roots text[];
BEGIN
    SELECT array_agg(n.id) INTO roots FROM added n WHERE n.type = ''oqb'';
    IF roots IS NOT NULL THEN
        -- An id that comes back: a snapshot of before may still show the links of the node that had it.
        PERFORM @here@.ludex_take(''setup_oqb_links'');
        PERFORM @here@.ludex_setup_oqb_paths_refresh(roots);
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_statistics_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_statistics_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT ''statistics'', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT ''statistics'', d.*, mine FROM (SELECT o.setup, o.kicktable, o.hold FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, k2, k3, mark) SELECT ''statistics'', d.*, mine FROM (SELECT n.setup, n.kicktable, n.hold FROM added n UNION SELECT o.setup, o.kicktable, o.hold FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_statistics_revision()', 'CREATE OR REPLACE FUNCTION @here@.ludex_statistics_revision()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    IF NEW.revision IS NULL THEN
        SELECT u.revision INTO NEW.revision FROM @here@.setups u WHERE u.id = NEW.setup;
    END IF;
    RETURN NEW;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_tags_mark()', 'CREATE OR REPLACE FUNCTION @here@.ludex_tags_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := CASE WHEN current_setting(''ludex.writer'', true) = ''on'' THEN pg_current_xact_id()::text END;
BEGIN
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''tags'', d.*, mine FROM (SELECT n.tag FROM added n) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSIF TG_OP = ''DELETE'' THEN
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''tags'', d.*, mine FROM (SELECT o.tag FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    ELSE
        INSERT INTO @here@.ludex_seals AS s (tab, k1, mark) SELECT ''tags'', d.*, mine FROM (SELECT n.tag FROM added n UNION SELECT o.tag FROM removed o) d ON CONFLICT (tab, k1, k2, k3, k4) DO UPDATE SET sum = NULL, mark = excluded.mark;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_take(wanted text)', 'CREATE OR REPLACE FUNCTION @here@.ludex_take(wanted text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
DECLARE
    mine text := pg_current_xact_id()::text || '' '' || pg_backend_pid() || '' '' || extract(epoch FROM pg_postmaster_start_time());
BEGIN
    UPDATE @here@.ludex_locks SET holder = mine WHERE name = wanted AND holder <> mine;
    IF NOT FOUND AND NOT EXISTS (SELECT 1 FROM @here@.ludex_locks WHERE name = wanted AND holder = mine) THEN
        RAISE EXCEPTION ''ludex_locks has no row %: INSERT INTO ludex_locks (name) VALUES (''''%'''')'', wanted, wanted;
    END IF;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_total_added()', 'CREATE OR REPLACE FUNCTION @here@.ludex_total_added()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    INSERT INTO @here@.ludex_totals (tab, rows, sum)
    SELECT TG_TABLE_NAME, count(a.sum), sum(a.sum) FROM added a HAVING count(a.sum) > 0;
    IF pg_current_xact_id()::text::bigint % 100 = 0 THEN
        WITH gone AS (DELETE FROM @here@.ludex_totals RETURNING tab, rows, sum)
        INSERT INTO @here@.ludex_totals (tab, rows, sum) SELECT tab, sum(rows), sum(sum) FROM gone GROUP BY tab;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_total_changed()', 'CREATE OR REPLACE FUNCTION @here@.ludex_total_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    INSERT INTO @here@.ludex_totals (tab, rows, sum)
    SELECT TG_TABLE_NAME, a.rows - r.rows, coalesce(a.sum, 0) - coalesce(r.sum, 0)
    FROM (SELECT count(n.sum) AS rows, sum(n.sum) AS sum FROM added n) a,
        (SELECT count(o.sum) AS rows, sum(o.sum) AS sum FROM removed o) r
    WHERE a.rows > 0 OR r.rows > 0;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_total_removed()', 'CREATE OR REPLACE FUNCTION @here@.ludex_total_removed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    IF current_setting(''ludex.writer'', true) = ''on'' THEN
        INSERT INTO @here@.ludex_totals (tab, rows, sum)
        SELECT TG_TABLE_NAME, -count(r.sum), -sum(r.sum) FROM removed r HAVING count(r.sum) > 0;
    END IF;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_variant_number()', 'CREATE OR REPLACE FUNCTION @here@.ludex_variant_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    IF NEW.number IS NULL THEN
        PERFORM 1 FROM @here@.setups WHERE id = NEW.setup FOR UPDATE;
        SELECT 1 + coalesce(max(v.number), 0) INTO NEW.number FROM @here@.setup_variants v WHERE v.setup = NEW.setup;
    END IF;
    RETURN NEW;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('function', 'ludex_variants_revised()', 'CREATE OR REPLACE FUNCTION @here@.ludex_variants_revised()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''pg_catalog'', ''pg_temp''
AS $function$
BEGIN
    IF TG_OP = ''UPDATE'' AND (NEW.build, NEW.fumen, NEW.solve_pattern)
        IS NOT DISTINCT FROM (OLD.build, OLD.fumen, OLD.solve_pattern) THEN
        RETURN NULL;
    END IF;
    UPDATE @here@.setups SET revision = revision + 1 WHERE id = CASE WHEN TG_OP = ''DELETE'' THEN OLD.setup ELSE NEW.setup END;
    RETURN NULL;
END $function$
');
INSERT INTO public.ludex_objects VALUES ('trigger', 'imports_seal_delete on imports', 'CREATE TRIGGER imports_seal_delete AFTER DELETE ON @here@.imports REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_imports_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'imports_seal_insert on imports', 'CREATE TRIGGER imports_seal_insert AFTER INSERT ON @here@.imports REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_imports_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'imports_seal_update on imports', 'CREATE TRIGGER imports_seal_update AFTER UPDATE ON @here@.imports REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_imports_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'import_refusals_seal_delete on import_refusals', 'CREATE TRIGGER import_refusals_seal_delete AFTER DELETE ON @here@.import_refusals REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_import_refusals_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'import_refusals_seal_insert on import_refusals', 'CREATE TRIGGER import_refusals_seal_insert AFTER INSERT ON @here@.import_refusals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_import_refusals_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'import_refusals_seal_update on import_refusals', 'CREATE TRIGGER import_refusals_seal_update AFTER UPDATE ON @here@.import_refusals REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_import_refusals_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_variants_number on setup_variants', 'CREATE TRIGGER setup_variants_number BEFORE INSERT ON @here@.setup_variants FOR EACH ROW EXECUTE FUNCTION ludex_variant_number()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_variants_revised on setup_variants', 'CREATE TRIGGER setup_variants_revised AFTER INSERT OR DELETE OR UPDATE ON @here@.setup_variants FOR EACH ROW EXECUTE FUNCTION ludex_variants_revised()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_variants_seal_delete on setup_variants', 'CREATE TRIGGER setup_variants_seal_delete AFTER DELETE ON @here@.setup_variants REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_variants_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_variants_seal_insert on setup_variants', 'CREATE TRIGGER setup_variants_seal_insert AFTER INSERT ON @here@.setup_variants REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_variants_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_variants_seal_update on setup_variants', 'CREATE TRIGGER setup_variants_seal_update AFTER UPDATE ON @here@.setup_variants REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_variants_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'path_files_seal_delete on path_files', 'CREATE TRIGGER path_files_seal_delete AFTER DELETE ON @here@.path_files REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_path_files_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'path_files_seal_insert on path_files', 'CREATE TRIGGER path_files_seal_insert AFTER INSERT ON @here@.path_files REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_path_files_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'path_files_seal_update on path_files', 'CREATE TRIGGER path_files_seal_update AFTER UPDATE ON @here@.path_files REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_path_files_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'path_files_there on path_files', 'CREATE TRIGGER path_files_there AFTER INSERT OR DELETE ON @here@.path_files FOR EACH ROW EXECUTE FUNCTION ludex_path_file()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'a_setup_sets_turn on setup_sets', 'CREATE TRIGGER a_setup_sets_turn BEFORE DELETE OR UPDATE OF id ON @here@.setup_sets FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_links_turn()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_sets_cut on setup_sets', 'CREATE TRIGGER setup_sets_cut BEFORE TRUNCATE ON @here@.setup_sets FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_paths_closed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_sets_seal_delete on setup_sets', 'CREATE TRIGGER setup_sets_seal_delete AFTER DELETE ON @here@.setup_sets REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_sets_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_sets_seal_insert on setup_sets', 'CREATE TRIGGER setup_sets_seal_insert AFTER INSERT ON @here@.setup_sets REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_sets_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_sets_seal_update on setup_sets', 'CREATE TRIGGER setup_sets_seal_update AFTER UPDATE ON @here@.setup_sets REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_sets_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_sets_tree_root on setup_sets', 'CREATE TRIGGER setup_sets_tree_root AFTER INSERT ON @here@.setup_sets REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_sets_rooted()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'zz_setup_sets_tree_changed on setup_sets', 'CREATE TRIGGER zz_setup_sets_tree_changed AFTER UPDATE OF id ON @here@.setup_sets FOR EACH ROW WHEN (((new.id <> old.id) OR ((new.id IS NOT NULL) <> (old.id IS NOT NULL)))) EXECUTE FUNCTION ludex_setup_sets_node()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'zz_setup_sets_tree_gone on setup_sets', 'CREATE TRIGGER zz_setup_sets_tree_gone AFTER DELETE ON @here@.setup_sets FOR EACH ROW EXECUTE FUNCTION ludex_setup_sets_node()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_members_seal_delete on setup_set_members', 'CREATE TRIGGER setup_set_members_seal_delete AFTER DELETE ON @here@.setup_set_members REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_members_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_members_seal_insert on setup_set_members', 'CREATE TRIGGER setup_set_members_seal_insert AFTER INSERT ON @here@.setup_set_members REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_members_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_members_seal_update on setup_set_members', 'CREATE TRIGGER setup_set_members_seal_update AFTER UPDATE ON @here@.setup_set_members REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_members_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_lookup_seal_delete on setup_lookup', 'CREATE TRIGGER setup_lookup_seal_delete AFTER DELETE ON @here@.setup_lookup REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_lookup_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_lookup_seal_insert on setup_lookup', 'CREATE TRIGGER setup_lookup_seal_insert AFTER INSERT ON @here@.setup_lookup REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_lookup_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_lookup_seal_update on setup_lookup', 'CREATE TRIGGER setup_lookup_seal_update AFTER UPDATE ON @here@.setup_lookup REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_lookup_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'a_setup_oqb_links_turn on setup_oqb_links', 'CREATE TRIGGER a_setup_oqb_links_turn BEFORE INSERT OR DELETE OR UPDATE ON @here@.setup_oqb_links FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_oqb_links_turn()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_oqb_links_added on setup_oqb_links', 'CREATE TRIGGER setup_oqb_links_added AFTER INSERT ON @here@.setup_oqb_links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_oqb_links_changed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_oqb_links_cut on setup_oqb_links', 'CREATE TRIGGER setup_oqb_links_cut BEFORE TRUNCATE ON @here@.setup_oqb_links FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_oqb_paths_closed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_oqb_links_fixed on setup_oqb_links', 'CREATE TRIGGER setup_oqb_links_fixed BEFORE UPDATE ON @here@.setup_oqb_links FOR EACH ROW EXECUTE FUNCTION ludex_setup_oqb_links_fixed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_oqb_links_removed on setup_oqb_links', 'CREATE TRIGGER setup_oqb_links_removed AFTER DELETE ON @here@.setup_oqb_links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_oqb_links_changed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_oqb_links_rules on setup_oqb_links', 'CREATE TRIGGER setup_oqb_links_rules BEFORE INSERT ON @here@.setup_oqb_links FOR EACH ROW EXECUTE FUNCTION ludex_setup_oqb_links_rules()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_oqb_links_seal_delete on setup_oqb_links', 'CREATE TRIGGER setup_oqb_links_seal_delete AFTER DELETE ON @here@.setup_oqb_links REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_oqb_links_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_oqb_links_seal_insert on setup_oqb_links', 'CREATE TRIGGER setup_oqb_links_seal_insert AFTER INSERT ON @here@.setup_oqb_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_oqb_links_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_oqb_links_seal_update on setup_oqb_links', 'CREATE TRIGGER setup_oqb_links_seal_update AFTER UPDATE ON @here@.setup_oqb_links REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_oqb_links_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_oqb_paths_added on setup_oqb_paths', 'CREATE TRIGGER setup_oqb_paths_added AFTER INSERT ON @here@.setup_oqb_paths REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_oqb_paths_added()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_oqb_paths_closed on setup_oqb_paths', 'CREATE TRIGGER setup_oqb_paths_closed BEFORE UPDATE ON @here@.setup_oqb_paths FOR EACH ROW EXECUTE FUNCTION ludex_setup_oqb_paths_closed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_oqb_paths_cut on setup_oqb_paths', 'CREATE TRIGGER setup_oqb_paths_cut BEFORE TRUNCATE ON @here@.setup_oqb_paths FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_oqb_paths_closed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_oqb_paths_removed on setup_oqb_paths', 'CREATE TRIGGER setup_oqb_paths_removed AFTER DELETE ON @here@.setup_oqb_paths REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_oqb_paths_removed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'a_setup_set_links_turn on setup_set_links', 'CREATE TRIGGER a_setup_set_links_turn BEFORE INSERT OR DELETE OR UPDATE ON @here@.setup_set_links FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_links_turn()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_links_added on setup_set_links', 'CREATE TRIGGER setup_set_links_added AFTER INSERT ON @here@.setup_set_links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_links_changed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_links_cut on setup_set_links', 'CREATE TRIGGER setup_set_links_cut BEFORE TRUNCATE ON @here@.setup_set_links FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_paths_closed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_links_fixed on setup_set_links', 'CREATE TRIGGER setup_set_links_fixed BEFORE UPDATE ON @here@.setup_set_links FOR EACH ROW EXECUTE FUNCTION ludex_setup_set_links_fixed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_links_removed on setup_set_links', 'CREATE TRIGGER setup_set_links_removed AFTER DELETE ON @here@.setup_set_links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_links_changed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_links_rules on setup_set_links', 'CREATE TRIGGER setup_set_links_rules BEFORE INSERT ON @here@.setup_set_links FOR EACH ROW EXECUTE FUNCTION ludex_setup_set_links_rules()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_links_seal_delete on setup_set_links', 'CREATE TRIGGER setup_set_links_seal_delete AFTER DELETE ON @here@.setup_set_links REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_links_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_links_seal_insert on setup_set_links', 'CREATE TRIGGER setup_set_links_seal_insert AFTER INSERT ON @here@.setup_set_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_links_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_links_seal_update on setup_set_links', 'CREATE TRIGGER setup_set_links_seal_update AFTER UPDATE ON @here@.setup_set_links REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_links_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_paths_added on setup_set_paths', 'CREATE TRIGGER setup_set_paths_added AFTER INSERT ON @here@.setup_set_paths REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_paths_added()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_paths_closed on setup_set_paths', 'CREATE TRIGGER setup_set_paths_closed BEFORE UPDATE ON @here@.setup_set_paths FOR EACH ROW EXECUTE FUNCTION ludex_setup_set_paths_closed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_paths_cut on setup_set_paths', 'CREATE TRIGGER setup_set_paths_cut BEFORE TRUNCATE ON @here@.setup_set_paths FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_paths_closed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_paths_removed on setup_set_paths', 'CREATE TRIGGER setup_set_paths_removed AFTER DELETE ON @here@.setup_set_paths REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_paths_removed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'tags_seal_delete on tags', 'CREATE TRIGGER tags_seal_delete AFTER DELETE ON @here@.tags REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_tags_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'tags_seal_insert on tags', 'CREATE TRIGGER tags_seal_insert AFTER INSERT ON @here@.tags REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_tags_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'tags_seal_update on tags', 'CREATE TRIGGER tags_seal_update AFTER UPDATE ON @here@.tags REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_tags_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_translations_seal_delete on setup_translations', 'CREATE TRIGGER setup_translations_seal_delete AFTER DELETE ON @here@.setup_translations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_translations_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_translations_seal_insert on setup_translations', 'CREATE TRIGGER setup_translations_seal_insert AFTER INSERT ON @here@.setup_translations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_translations_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_translations_seal_update on setup_translations', 'CREATE TRIGGER setup_translations_seal_update AFTER UPDATE ON @here@.setup_translations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_translations_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_translations_seal_delete on setup_set_translations', 'CREATE TRIGGER setup_set_translations_seal_delete AFTER DELETE ON @here@.setup_set_translations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_translations_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_translations_seal_insert on setup_set_translations', 'CREATE TRIGGER setup_set_translations_seal_insert AFTER INSERT ON @here@.setup_set_translations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_translations_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_translations_seal_update on setup_set_translations', 'CREATE TRIGGER setup_set_translations_seal_update AFTER UPDATE ON @here@.setup_set_translations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_translations_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'a_setups_turn on setups', 'CREATE TRIGGER a_setups_turn BEFORE DELETE OR UPDATE OF id, type ON @here@.setups FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_oqb_links_turn()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_lookup_pattern on setups', 'CREATE TRIGGER setup_lookup_pattern AFTER UPDATE OF cover_pattern ON @here@.setups FOR EACH ROW EXECUTE FUNCTION ludex_lookup_stale()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setups_cut on setups', 'CREATE TRIGGER setups_cut BEFORE TRUNCATE ON @here@.setups FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_oqb_paths_closed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setups_oqb_by_hand on setups', 'CREATE TRIGGER setups_oqb_by_hand BEFORE UPDATE OF oqb_path, oqb_depth ON @here@.setups FOR EACH ROW WHEN ((((new.oqb_path)::text IS DISTINCT FROM (old.oqb_path)::text) OR (new.oqb_depth IS DISTINCT FROM old.oqb_depth))) EXECUTE FUNCTION ludex_oqb_by_hand()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setups_oqb_declared on setups', 'CREATE TRIGGER setups_oqb_declared BEFORE INSERT ON @here@.setups FOR EACH ROW EXECUTE FUNCTION ludex_oqb_declared()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setups_retire on setups', 'CREATE TRIGGER setups_retire AFTER DELETE OR UPDATE OF id ON @here@.setups FOR EACH ROW EXECUTE FUNCTION ludex_setups_retire()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setups_revised on setups', 'CREATE TRIGGER setups_revised BEFORE UPDATE ON @here@.setups FOR EACH ROW WHEN (((((((((new.pc IS DISTINCT FROM old.pc) OR (new.leftover IS DISTINCT FROM old.leftover)) OR (new.build IS DISTINCT FROM old.build)) OR (new.cover_pattern IS DISTINCT FROM old.cover_pattern)) OR (new.fumen IS DISTINCT FROM old.fumen)) OR (new.solve_pattern IS DISTINCT FROM old.solve_pattern)) OR (new.hold IS DISTINCT FROM old.hold)) OR (new.revision <> old.revision))) EXECUTE FUNCTION ludex_setups_revised()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setups_seal_delete on setups', 'CREATE TRIGGER setups_seal_delete AFTER DELETE ON @here@.setups REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setups_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setups_seal_insert on setups', 'CREATE TRIGGER setups_seal_insert AFTER INSERT ON @here@.setups REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setups_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setups_seal_update on setups', 'CREATE TRIGGER setups_seal_update AFTER UPDATE ON @here@.setups REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setups_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setups_tree_root on setups', 'CREATE TRIGGER setups_tree_root AFTER INSERT ON @here@.setups REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setups_rooted()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'zz_setups_tree_changed on setups', 'CREATE TRIGGER zz_setups_tree_changed AFTER UPDATE OF id, type ON @here@.setups FOR EACH ROW WHEN (((new.id <> old.id) OR ((new.type = ''oqb''::text) <> (old.type = ''oqb''::text)))) EXECUTE FUNCTION ludex_setups_node()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'zz_setups_tree_gone on setups', 'CREATE TRIGGER zz_setups_tree_gone AFTER DELETE ON @here@.setups FOR EACH ROW EXECUTE FUNCTION ludex_setups_node()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'records_total_added on records', 'CREATE TRIGGER records_total_added AFTER INSERT ON @here@.records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_total_added()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'records_total_changed on records', 'CREATE TRIGGER records_total_changed AFTER UPDATE ON @here@.records REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_total_changed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'records_total_removed on records', 'CREATE TRIGGER records_total_removed AFTER DELETE ON @here@.records REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_total_removed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'zz_records_summed on records', 'CREATE TRIGGER zz_records_summed BEFORE INSERT ON @here@.records FOR EACH ROW WHEN (((new.sum IS NULL) OR (current_setting(''ludex.writer''::text, true) IS DISTINCT FROM ''on''::text))) EXECUTE FUNCTION ludex_records_summed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'zz_records_summed_again on records', 'CREATE TRIGGER zz_records_summed_again BEFORE UPDATE ON @here@.records FOR EACH ROW WHEN (((new.sum IS NULL) OR (NOT (new.sum IS DISTINCT FROM old.sum)) OR (current_setting(''ludex.writer''::text, true) IS DISTINCT FROM ''on''::text))) EXECUTE FUNCTION ludex_records_summed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'record_keys_total_added on record_keys', 'CREATE TRIGGER record_keys_total_added AFTER INSERT ON @here@.record_keys REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_total_added()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'record_keys_total_changed on record_keys', 'CREATE TRIGGER record_keys_total_changed AFTER UPDATE ON @here@.record_keys REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_total_changed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'record_keys_total_removed on record_keys', 'CREATE TRIGGER record_keys_total_removed AFTER DELETE ON @here@.record_keys REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_total_removed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'zz_record_keys_summed on record_keys', 'CREATE TRIGGER zz_record_keys_summed BEFORE INSERT ON @here@.record_keys FOR EACH ROW WHEN (((new.sum IS NULL) OR (current_setting(''ludex.writer''::text, true) IS DISTINCT FROM ''on''::text))) EXECUTE FUNCTION ludex_record_keys_summed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'zz_record_keys_summed_again on record_keys', 'CREATE TRIGGER zz_record_keys_summed_again BEFORE UPDATE ON @here@.record_keys FOR EACH ROW EXECUTE FUNCTION ludex_record_keys_summed()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'ludex_seals_seal on ludex_seals', 'CREATE CONSTRAINT TRIGGER ludex_seals_seal AFTER INSERT OR UPDATE ON @here@.ludex_seals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.sum IS NULL) AND (new.mark IS NOT NULL))) EXECUTE FUNCTION ludex_seal()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_retired_seal_delete on setup_retired', 'CREATE TRIGGER setup_retired_seal_delete AFTER DELETE ON @here@.setup_retired REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_retired_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_retired_seal_insert on setup_retired', 'CREATE TRIGGER setup_retired_seal_insert AFTER INSERT ON @here@.setup_retired REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_retired_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_retired_seal_update on setup_retired', 'CREATE TRIGGER setup_retired_seal_update AFTER UPDATE ON @here@.setup_retired REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_retired_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_lookup_cover on statistics', 'CREATE TRIGGER setup_lookup_cover AFTER INSERT OR DELETE OR UPDATE OF cover_data ON @here@.statistics FOR EACH ROW EXECUTE FUNCTION ludex_lookup_stale()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'statistics_flag on statistics', 'CREATE TRIGGER statistics_flag BEFORE UPDATE OF path_file ON @here@.statistics FOR EACH ROW WHEN ((new.path_file <> old.path_file)) EXECUTE FUNCTION ludex_path_flag()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'statistics_flag_new on statistics', 'CREATE TRIGGER statistics_flag_new BEFORE INSERT ON @here@.statistics FOR EACH ROW EXECUTE FUNCTION ludex_path_flag()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'statistics_revision on statistics', 'CREATE TRIGGER statistics_revision BEFORE INSERT ON @here@.statistics FOR EACH ROW EXECUTE FUNCTION ludex_statistics_revision()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'statistics_seal_delete on statistics', 'CREATE TRIGGER statistics_seal_delete AFTER DELETE ON @here@.statistics REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_statistics_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'statistics_seal_insert on statistics', 'CREATE TRIGGER statistics_seal_insert AFTER INSERT ON @here@.statistics REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_statistics_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'statistics_seal_update on statistics', 'CREATE TRIGGER statistics_seal_update AFTER UPDATE ON @here@.statistics REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_statistics_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'saves_seal_update on saves', 'CREATE TRIGGER saves_seal_update AFTER UPDATE ON @here@.saves REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_saves_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'save_data_seal_delete on save_data', 'CREATE TRIGGER save_data_seal_delete AFTER DELETE ON @here@.save_data REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_save_data_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'save_data_seal_insert on save_data', 'CREATE TRIGGER save_data_seal_insert AFTER INSERT ON @here@.save_data REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_save_data_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'save_data_seal_update on save_data', 'CREATE TRIGGER save_data_seal_update AFTER UPDATE ON @here@.save_data REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_save_data_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_tags_seal_delete on setup_set_tags', 'CREATE TRIGGER setup_set_tags_seal_delete AFTER DELETE ON @here@.setup_set_tags REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_tags_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_tags_seal_insert on setup_set_tags', 'CREATE TRIGGER setup_set_tags_seal_insert AFTER INSERT ON @here@.setup_set_tags REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_tags_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'setup_set_tags_seal_update on setup_set_tags', 'CREATE TRIGGER setup_set_tags_seal_update AFTER UPDATE ON @here@.setup_set_tags REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_setup_set_tags_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'save_translations_seal_delete on save_translations', 'CREATE TRIGGER save_translations_seal_delete AFTER DELETE ON @here@.save_translations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ludex_save_translations_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'save_translations_seal_insert on save_translations', 'CREATE TRIGGER save_translations_seal_insert AFTER INSERT ON @here@.save_translations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_save_translations_mark()');
INSERT INTO public.ludex_objects VALUES ('trigger', 'save_translations_seal_update on save_translations', 'CREATE TRIGGER save_translations_seal_update AFTER UPDATE ON @here@.save_translations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ludex_save_translations_mark()');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on setup_variants', 'CREATE POLICY readers ON @here@.setup_variants FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on setup_variants', 'CREATE POLICY writers ON @here@.setup_variants FOR ALL USING (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on path_files', 'CREATE POLICY readers ON @here@.path_files FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on path_files', 'CREATE POLICY writers ON @here@.path_files FOR ALL USING (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on setup_sets', 'CREATE POLICY readers ON @here@.setup_sets FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on setup_sets', 'CREATE POLICY writers ON @here@.setup_sets FOR ALL USING (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on setup_set_members', 'CREATE POLICY readers ON @here@.setup_set_members FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on setup_set_members', 'CREATE POLICY writers ON @here@.setup_set_members FOR ALL USING (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on setup_lookup', 'CREATE POLICY readers ON @here@.setup_lookup FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on setup_lookup', 'CREATE POLICY writers ON @here@.setup_lookup FOR ALL USING (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on setup_oqb_links', 'CREATE POLICY readers ON @here@.setup_oqb_links FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on setup_oqb_links', 'CREATE POLICY writers ON @here@.setup_oqb_links FOR ALL USING (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on setup_oqb_paths', 'CREATE POLICY readers ON @here@.setup_oqb_paths FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on setup_set_links', 'CREATE POLICY readers ON @here@.setup_set_links FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on setup_set_links', 'CREATE POLICY writers ON @here@.setup_set_links FOR ALL USING (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on setup_set_paths', 'CREATE POLICY readers ON @here@.setup_set_paths FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on tags', 'CREATE POLICY readers ON @here@.tags FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on tags', 'CREATE POLICY writers ON @here@.tags FOR ALL USING (( SELECT ludex_is(''ludex_admin''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_admin''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on ludex_schema', 'CREATE POLICY readers ON @here@.ludex_schema FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on setup_translations', 'CREATE POLICY readers ON @here@.setup_translations FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on setup_translations', 'CREATE POLICY writers ON @here@.setup_translations FOR ALL USING (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on setup_set_translations', 'CREATE POLICY readers ON @here@.setup_set_translations FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on setup_set_translations', 'CREATE POLICY writers ON @here@.setup_set_translations FOR ALL USING (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on setups', 'CREATE POLICY readers ON @here@.setups FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on setups', 'CREATE POLICY writers ON @here@.setups FOR ALL USING (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on setup_retired', 'CREATE POLICY readers ON @here@.setup_retired FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on statistics', 'CREATE POLICY readers ON @here@.statistics FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on statistics', 'CREATE POLICY writers ON @here@.statistics FOR ALL USING (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on saves', 'CREATE POLICY readers ON @here@.saves FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on saves', 'CREATE POLICY writers ON @here@.saves FOR ALL USING (( SELECT ludex_is(''ludex_admin''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_admin''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on save_data', 'CREATE POLICY readers ON @here@.save_data FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on save_data', 'CREATE POLICY writers ON @here@.save_data FOR ALL USING (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_editor''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on setup_set_tags', 'CREATE POLICY readers ON @here@.setup_set_tags FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on setup_set_tags', 'CREATE POLICY writers ON @here@.setup_set_tags FOR ALL USING (( SELECT ludex_is(''ludex_admin''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_admin''::text) AS ludex_is))');
INSERT INTO public.ludex_objects VALUES ('policy', 'readers on save_translations', 'CREATE POLICY readers ON @here@.save_translations FOR SELECT USING (true) WITH CHECK ()');
INSERT INTO public.ludex_objects VALUES ('policy', 'writers on save_translations', 'CREATE POLICY writers ON @here@.save_translations FOR ALL USING (( SELECT ludex_is(''ludex_admin''::text) AS ludex_is)) WITH CHECK (( SELECT ludex_is(''ludex_admin''::text) AS ludex_is))');
INSERT INTO public.ludex_schema VALUES (9);
INSERT INTO public.ludex_sealed VALUES ('imports', 't.id = s.k1 COLLATE "C" AND s.k2 = '''' AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = t.id COLLATE "C" AND s.k2 = '''' AND s.k3 = '''' AND s.k4 = ''''', 't.id');
INSERT INTO public.ludex_sealed VALUES ('import_refusals', 't.import = s.k1 COLLATE "C" AND t.line = nullif(s.k2, '''')::bigint AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = t.import COLLATE "C" AND s.k2 = coalesce(t.line::text, '''') AND s.k3 = '''' AND s.k4 = ''''', 't.import, coalesce(t.line::text, '''')');
INSERT INTO public.ludex_sealed VALUES ('setups', 't.id = s.k1 COLLATE "C" AND s.k2 = '''' AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = t.id COLLATE "C" AND s.k2 = '''' AND s.k3 = '''' AND s.k4 = ''''', 't.id');
INSERT INTO public.ludex_sealed VALUES ('setup_retired', 't.id = s.k1 COLLATE "C" AND s.k2 = '''' AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = t.id COLLATE "C" AND s.k2 = '''' AND s.k3 = '''' AND s.k4 = ''''', 't.id');
INSERT INTO public.ludex_sealed VALUES ('setup_translations', 't.setup = s.k1 COLLATE "C" AND t.language = s.k2 COLLATE "C" AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = t.setup COLLATE "C" AND s.k2 = t.language COLLATE "C" AND s.k3 = '''' AND s.k4 = ''''', 't.setup, t.language');
INSERT INTO public.ludex_sealed VALUES ('setup_variants', 't.setup = s.k1 COLLATE "C" AND t.number = nullif(s.k2, '''')::bigint AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = t.setup COLLATE "C" AND s.k2 = coalesce(t.number::text, '''') AND s.k3 = '''' AND s.k4 = ''''', 't.setup, coalesce(t.number::text, '''')');
INSERT INTO public.ludex_sealed VALUES ('statistics', 't.setup = s.k1 COLLATE "C" AND t.kicktable = s.k2 COLLATE "C" AND t.hold = s.k3 COLLATE "C" AND s.k4 = ''''', 's.k1 = t.setup COLLATE "C" AND s.k2 = t.kicktable COLLATE "C" AND s.k3 = t.hold COLLATE "C" AND s.k4 = ''''', 't.setup, t.kicktable, t.hold');
INSERT INTO public.ludex_sealed VALUES ('path_files', 't.setup = s.k1 COLLATE "C" AND t.kicktable = s.k2 COLLATE "C" AND t.hold = s.k3 COLLATE "C" AND s.k4 = ''''', 's.k1 = t.setup COLLATE "C" AND s.k2 = t.kicktable COLLATE "C" AND s.k3 = t.hold COLLATE "C" AND s.k4 = ''''', 't.setup, t.kicktable, t.hold');
INSERT INTO public.ludex_sealed VALUES ('saves', 't.id = nullif(s.k1, '''')::bigint AND s.k2 = '''' AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = coalesce(t.id::text, '''') AND s.k2 = '''' AND s.k3 = '''' AND s.k4 = ''''', 'coalesce(t.id::text, '''')');
INSERT INTO public.ludex_sealed VALUES ('save_data', 't.setup = s.k1 COLLATE "C" AND t.kicktable = s.k2 COLLATE "C" AND t.hold = s.k3 COLLATE "C" AND t.save = nullif(s.k4, '''')::bigint', 's.k1 = t.setup COLLATE "C" AND s.k2 = t.kicktable COLLATE "C" AND s.k3 = t.hold COLLATE "C" AND s.k4 = coalesce(t.save::text, '''')', 't.setup, t.kicktable, t.hold, coalesce(t.save::text, '''')');
INSERT INTO public.ludex_sealed VALUES ('setup_oqb_links', 't.parent = s.k1 COLLATE "C" AND t.child = s.k2 COLLATE "C" AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = t.parent COLLATE "C" AND s.k2 = t.child COLLATE "C" AND s.k3 = '''' AND s.k4 = ''''', 't.parent, t.child');
INSERT INTO public.ludex_sealed VALUES ('setup_sets', 't.id = s.k1 COLLATE "C" AND s.k2 = '''' AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = t.id COLLATE "C" AND s.k2 = '''' AND s.k3 = '''' AND s.k4 = ''''', 't.id');
INSERT INTO public.ludex_sealed VALUES ('setup_set_links', 't.parent = s.k1 COLLATE "C" AND t.child = s.k2 COLLATE "C" AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = t.parent COLLATE "C" AND s.k2 = t.child COLLATE "C" AND s.k3 = '''' AND s.k4 = ''''', 't.parent, t.child');
INSERT INTO public.ludex_sealed VALUES ('setup_set_members', 't.setup_set = s.k1 COLLATE "C" AND t.setup = s.k2 COLLATE "C" AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = t.setup_set COLLATE "C" AND s.k2 = t.setup COLLATE "C" AND s.k3 = '''' AND s.k4 = ''''', 't.setup_set, t.setup');
INSERT INTO public.ludex_sealed VALUES ('setup_set_translations', 't.setup_set = s.k1 COLLATE "C" AND t.language = s.k2 COLLATE "C" AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = t.setup_set COLLATE "C" AND s.k2 = t.language COLLATE "C" AND s.k3 = '''' AND s.k4 = ''''', 't.setup_set, t.language');
INSERT INTO public.ludex_sealed VALUES ('setup_set_tags', 't.setup_set = s.k1 COLLATE "C" AND t.tag = s.k2 COLLATE "C" AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = t.setup_set COLLATE "C" AND s.k2 = t.tag COLLATE "C" AND s.k3 = '''' AND s.k4 = ''''', 't.setup_set, t.tag');
INSERT INTO public.ludex_sealed VALUES ('tags', 't.tag = s.k1 COLLATE "C" AND s.k2 = '''' AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = t.tag COLLATE "C" AND s.k2 = '''' AND s.k3 = '''' AND s.k4 = ''''', 't.tag');
INSERT INTO public.ludex_sealed VALUES ('setup_lookup', 't.setup = s.k1 COLLATE "C" AND t.kicktable = s.k2 COLLATE "C" AND t.hold = s.k3 COLLATE "C" AND s.k4 = ''''', 's.k1 = t.setup COLLATE "C" AND s.k2 = t.kicktable COLLATE "C" AND s.k3 = t.hold COLLATE "C" AND s.k4 = ''''', 't.setup, t.kicktable, t.hold');
INSERT INTO public.ludex_sealed VALUES ('save_translations', 't.save = nullif(s.k1, '''')::bigint AND t.language = s.k2 COLLATE "C" AND s.k3 = '''' AND s.k4 = ''''', 's.k1 = coalesce(t.save::text, '''') AND s.k2 = t.language COLLATE "C" AND s.k3 = '''' AND s.k4 = ''''', 'coalesce(t.save::text, ''''), t.language');
INSERT INTO public.ludex_seals VALUES ('setups', '387eeaff90ff', '', '', '', -744204919319222758, NULL);
INSERT INTO public.ludex_seals VALUES ('setup_oqb_links', '387eeaff90ff', '387eeaff93ff', '', '', 9186022488228357412, NULL);
INSERT INTO public.ludex_seals VALUES ('setup_oqb_links', '387eeaff90ff', '387eeaff93fe', '', '', -5127590842250274810, NULL);
INSERT INTO public.ludex_seals VALUES ('setups', '387eeaff93fe', '', '', '', -2001852243281746889, NULL);
INSERT INTO public.ludex_seals VALUES ('setup_variants', '387eeaff93ff', '1', '', '', -80064190569991939, NULL);
INSERT INTO public.ludex_seals VALUES ('setups', '387eeaff93ff', '', '', '', -8158441573876408263, NULL);
INSERT INTO public.ludex_seals VALUES ('path_files', '387eeaff93ff', 'srs', 'any', '', -7749913737312530343, NULL);
INSERT INTO public.ludex_seals VALUES ('statistics', '387eeaff93ff', 'srs', 'any', '', -8148495911897592623, NULL);
INSERT INTO public.ludex_seals VALUES ('saves', '1', '', '', '', 8732731221306105071, NULL);
INSERT INTO public.ludex_seals VALUES ('setup_sets', 'openers', '', '', '', -3149198830418576955, NULL);
INSERT INTO public.ludex_seals VALUES ('setup_sets', 'fast', '', '', '', -5670972161185772931, NULL);
INSERT INTO public.ludex_seals VALUES ('setup_set_links', 'openers', 'fast', '', '', -5341941372619019150, NULL);
INSERT INTO public.ludex_seals VALUES ('setup_set_members', 'fast', '387eeaff93ff', '', '', 3337090732064508981, NULL);
INSERT INTO public.ludex_seals VALUES ('tags', 'quick', '', '', '', 8629013689884744011, NULL);
INSERT INTO public.ludex_seals VALUES ('setup_set_tags', 'fast', 'quick', '', '', 8553566668127357811, NULL);
INSERT INTO public.ludex_seals VALUES ('setup_set_translations', 'fast', 'de', '', '', -5863008629112522295, NULL);
INSERT INTO public.ludex_seals VALUES ('setup_translations', '387eeaff93ff', 'ja', '', '', 5918425664086943363, NULL);
INSERT INTO public.ludex_totals VALUES ('records', 0, 0);
INSERT INTO public.ludex_totals VALUES ('record_keys', 0, 0);
INSERT INTO public.ludex_totals VALUES ('records', 3, 6180990108962360368);
INSERT INTO public.ludex_totals VALUES ('record_keys', 3, 18108811215061542258);
INSERT INTO public.ludex_totals VALUES ('records', 0, 4147515898694228968);
INSERT INTO public.path_files VALUES ('387eeaff93ff', 'srs', 'any', '\x00ff70617468');
INSERT INTO public.record_keys VALUES ('short', 'same', 'cube2:0Zz}', 6447871056556763335);
INSERT INTO public.record_keys VALUES ('short', 'same', 'cube2:0001', 8007856942280003700);
INSERT INTO public.record_keys VALUES ('short', 'same', 'sudoku:eKEeveX3Ose2Ww4p42M', 3653083216224775223);
INSERT INTO public.records VALUES ('sudoku:eKEeveX3Ose2Ww4p42M', NULL, NULL, 9.5, NULL, NULL, '{"note":{"b":[1,2.5],"a":"ü"}}', 'it''s a "sample", 天才', 102, 102, 1, 5156213282469830639);
INSERT INTO public.records VALUES ('cube2:0001', NULL, NULL, 9.5, NULL, NULL, '{"note":{"b":[1,2.5],"a":"ü"}}', 'it''s a "sample", 天才', 100, 100, 2, 6262615745851425063);
INSERT INTO public.records VALUES ('cube2:0Zz}', NULL, NULL, 9.5, NULL, NULL, '{"note":{"b":[1,2.5],"a":"ü"}}', 'it''s a "sample", 天才', 101, 101, 2, -1090323020664666366);
INSERT INTO public.saves VALUES (1, 3, 'T||O#T or O', 'either', 0, false, false, false);
INSERT INTO public.setup_oqb_links VALUES ('387eeaff90ff', '387eeaff93ff');
INSERT INTO public.setup_oqb_links VALUES ('387eeaff90ff', '387eeaff93fe');
INSERT INTO public.setup_oqb_paths VALUES ('387eeaff90ff', '387eeaff90ff', 0);
INSERT INTO public.setup_oqb_paths VALUES ('387eeaff93ff', '387eeaff90ff.387eeaff93ff', 1);
INSERT INTO public.setup_oqb_paths VALUES ('387eeaff93fe', '387eeaff90ff.387eeaff93fe', 1);
INSERT INTO public.setup_set_links VALUES ('openers', 'fast');
INSERT INTO public.setup_set_members VALUES ('fast', '387eeaff93ff');
INSERT INTO public.setup_set_paths VALUES ('openers', 'openers', 0);
INSERT INTO public.setup_set_paths VALUES ('fast', 'openers.fast', 1);
INSERT INTO public.setup_set_tags VALUES ('fast', 'quick', 0);
INSERT INTO public.setup_set_translations VALUES ('fast', 'de', 'Schnelle', NULL);
INSERT INTO public.setup_sets VALUES ('openers', 'Openers');
INSERT INTO public.setup_sets VALUES ('fast', 'Fast ones');
INSERT INTO public.setup_translations VALUES ('387eeaff93ff', 'ja', '説明');
INSERT INTO public.setup_variants VALUES ('387eeaff93ff', 1, 'TIOL', 'v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH', NULL);
INSERT INTO public.setups VALUES ('387eeaff90ff', 'v1', 3, 'T', 'TIO', 'T,*p7', 'oqb', 'v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH', NULL, NULL, 7, 1, 'finder 0', '387eeaff90ff', 0, 1);
INSERT INTO public.setups VALUES ('387eeaff93fe', 'v1', 3, 'T', 'TIO', 'T,*p7{O<I}', 'oqb', 'v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH', '*p4', NULL, 7, 1, 'finder 2', '387eeaff90ff.387eeaff93fe', 1, 1);
INSERT INTO public.setups VALUES ('387eeaff93ff', 'v1', 3, 'T', 'TIO', 'T,*p7{I<O}', 'oqb', 'v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH', '*p4', NULL, 7, 1, 'finder 1', '387eeaff90ff.387eeaff93ff', 1, 2);
INSERT INTO public.statistics VALUES ('387eeaff93ff', 'srs', 'any', 'completed', '\xa5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5', 74.52, 626, 840, NULL, NULL, NULL, true, 2, NULL, NULL);
INSERT INTO public.tags VALUES ('quick');
SELECT pg_catalog.setval('public.saves_id_seq', 1, true);
ALTER TABLE ONLY public.import_refusals
    ADD CONSTRAINT import_refusals_pkey PRIMARY KEY (import, line);
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ludex_locks
    ADD CONSTRAINT ludex_locks_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.ludex_objects
    ADD CONSTRAINT ludex_objects_pkey PRIMARY KEY (kind, name);
ALTER TABLE ONLY public.ludex_sealed
    ADD CONSTRAINT ludex_sealed_pkey PRIMARY KEY (tab);
ALTER TABLE ONLY public.ludex_seals
    ADD CONSTRAINT ludex_seals_pkey PRIMARY KEY (tab, k1, k2, k3, k4);
ALTER TABLE ONLY public.path_files
    ADD CONSTRAINT path_files_pkey PRIMARY KEY (setup, kicktable, hold);
ALTER TABLE ONLY public.record_keys
    ADD CONSTRAINT record_keys_pkey PRIMARY KEY (kind, key, name);
ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.save_data
    ADD CONSTRAINT save_data_pkey PRIMARY KEY (setup, kicktable, hold, save);
ALTER TABLE ONLY public.save_translations
    ADD CONSTRAINT save_translations_pkey PRIMARY KEY (save, language);
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
CREATE INDEX ludex_seals_open ON public.ludex_seals USING btree (mark) WHERE ((sum IS NULL) AND (mark IS NOT NULL));
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
CREATE TRIGGER import_refusals_seal_delete AFTER DELETE ON public.import_refusals REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_import_refusals_mark();
CREATE TRIGGER import_refusals_seal_insert AFTER INSERT ON public.import_refusals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_import_refusals_mark();
CREATE TRIGGER import_refusals_seal_update AFTER UPDATE ON public.import_refusals REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_import_refusals_mark();
CREATE TRIGGER imports_seal_delete AFTER DELETE ON public.imports REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_imports_mark();
CREATE TRIGGER imports_seal_insert AFTER INSERT ON public.imports REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_imports_mark();
CREATE TRIGGER imports_seal_update AFTER UPDATE ON public.imports REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_imports_mark();
CREATE CONSTRAINT TRIGGER ludex_seals_seal AFTER INSERT OR UPDATE ON public.ludex_seals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.sum IS NULL) AND (new.mark IS NOT NULL))) EXECUTE FUNCTION public.ludex_seal();
CREATE TRIGGER path_files_seal_delete AFTER DELETE ON public.path_files REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_path_files_mark();
CREATE TRIGGER path_files_seal_insert AFTER INSERT ON public.path_files REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_path_files_mark();
CREATE TRIGGER path_files_seal_update AFTER UPDATE ON public.path_files REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_path_files_mark();
CREATE TRIGGER path_files_there AFTER INSERT OR DELETE ON public.path_files FOR EACH ROW EXECUTE FUNCTION public.ludex_path_file();
CREATE TRIGGER record_keys_total_added AFTER INSERT ON public.record_keys REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_total_added();
CREATE TRIGGER record_keys_total_changed AFTER UPDATE ON public.record_keys REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_total_changed();
CREATE TRIGGER record_keys_total_removed AFTER DELETE ON public.record_keys REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_total_removed();
CREATE TRIGGER records_total_added AFTER INSERT ON public.records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_total_added();
CREATE TRIGGER records_total_changed AFTER UPDATE ON public.records REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_total_changed();
CREATE TRIGGER records_total_removed AFTER DELETE ON public.records REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_total_removed();
CREATE TRIGGER save_data_seal_delete AFTER DELETE ON public.save_data REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_save_data_mark();
CREATE TRIGGER save_data_seal_insert AFTER INSERT ON public.save_data REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_save_data_mark();
CREATE TRIGGER save_data_seal_update AFTER UPDATE ON public.save_data REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_save_data_mark();
CREATE TRIGGER save_translations_seal_delete AFTER DELETE ON public.save_translations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_save_translations_mark();
CREATE TRIGGER save_translations_seal_insert AFTER INSERT ON public.save_translations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_save_translations_mark();
CREATE TRIGGER save_translations_seal_update AFTER UPDATE ON public.save_translations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_save_translations_mark();
CREATE TRIGGER saves_seal_delete AFTER DELETE ON public.saves REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_saves_mark();
CREATE TRIGGER saves_seal_insert AFTER INSERT ON public.saves REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_saves_mark();
CREATE TRIGGER saves_seal_update AFTER UPDATE ON public.saves REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_saves_mark();
CREATE TRIGGER setup_lookup_cover AFTER INSERT OR DELETE OR UPDATE OF cover_data ON public.statistics FOR EACH ROW EXECUTE FUNCTION public.ludex_lookup_stale();
CREATE TRIGGER setup_lookup_pattern AFTER UPDATE OF cover_pattern ON public.setups FOR EACH ROW EXECUTE FUNCTION public.ludex_lookup_stale();
CREATE TRIGGER setup_lookup_seal_delete AFTER DELETE ON public.setup_lookup REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_lookup_mark();
CREATE TRIGGER setup_lookup_seal_insert AFTER INSERT ON public.setup_lookup REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_lookup_mark();
CREATE TRIGGER setup_lookup_seal_update AFTER UPDATE ON public.setup_lookup REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_lookup_mark();
CREATE TRIGGER setup_oqb_links_added AFTER INSERT ON public.setup_oqb_links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_links_changed();
CREATE TRIGGER setup_oqb_links_cut BEFORE TRUNCATE ON public.setup_oqb_links FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_paths_closed();
CREATE TRIGGER setup_oqb_links_fixed BEFORE UPDATE ON public.setup_oqb_links FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_oqb_links_fixed();
CREATE TRIGGER setup_oqb_links_removed AFTER DELETE ON public.setup_oqb_links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_links_changed();
CREATE TRIGGER setup_oqb_links_rules BEFORE INSERT ON public.setup_oqb_links FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_oqb_links_rules();
CREATE TRIGGER setup_oqb_links_seal_delete AFTER DELETE ON public.setup_oqb_links REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_links_mark();
CREATE TRIGGER setup_oqb_links_seal_insert AFTER INSERT ON public.setup_oqb_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_links_mark();
CREATE TRIGGER setup_oqb_links_seal_update AFTER UPDATE ON public.setup_oqb_links REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_links_mark();
CREATE TRIGGER setup_oqb_paths_added AFTER INSERT ON public.setup_oqb_paths REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_paths_added();
CREATE TRIGGER setup_oqb_paths_closed BEFORE UPDATE ON public.setup_oqb_paths FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_oqb_paths_closed();
CREATE TRIGGER setup_oqb_paths_cut BEFORE TRUNCATE ON public.setup_oqb_paths FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_paths_closed();
CREATE TRIGGER setup_oqb_paths_removed AFTER DELETE ON public.setup_oqb_paths REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_paths_removed();
CREATE TRIGGER setup_retired_seal_delete AFTER DELETE ON public.setup_retired REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_retired_mark();
CREATE TRIGGER setup_retired_seal_insert AFTER INSERT ON public.setup_retired REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_retired_mark();
CREATE TRIGGER setup_retired_seal_update AFTER UPDATE ON public.setup_retired REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_retired_mark();
CREATE TRIGGER setup_set_links_added AFTER INSERT ON public.setup_set_links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_links_changed();
CREATE TRIGGER setup_set_links_cut BEFORE TRUNCATE ON public.setup_set_links FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_paths_closed();
CREATE TRIGGER setup_set_links_fixed BEFORE UPDATE ON public.setup_set_links FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_set_links_fixed();
CREATE TRIGGER setup_set_links_removed AFTER DELETE ON public.setup_set_links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_links_changed();
CREATE TRIGGER setup_set_links_rules BEFORE INSERT ON public.setup_set_links FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_set_links_rules();
CREATE TRIGGER setup_set_links_seal_delete AFTER DELETE ON public.setup_set_links REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_links_mark();
CREATE TRIGGER setup_set_links_seal_insert AFTER INSERT ON public.setup_set_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_links_mark();
CREATE TRIGGER setup_set_links_seal_update AFTER UPDATE ON public.setup_set_links REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_links_mark();
CREATE TRIGGER setup_set_members_seal_delete AFTER DELETE ON public.setup_set_members REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_members_mark();
CREATE TRIGGER setup_set_members_seal_insert AFTER INSERT ON public.setup_set_members REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_members_mark();
CREATE TRIGGER setup_set_members_seal_update AFTER UPDATE ON public.setup_set_members REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_members_mark();
CREATE TRIGGER setup_set_paths_added AFTER INSERT ON public.setup_set_paths REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_paths_added();
CREATE TRIGGER setup_set_paths_closed BEFORE UPDATE ON public.setup_set_paths FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_set_paths_closed();
CREATE TRIGGER setup_set_paths_cut BEFORE TRUNCATE ON public.setup_set_paths FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_paths_closed();
CREATE TRIGGER setup_set_paths_removed AFTER DELETE ON public.setup_set_paths REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_paths_removed();
CREATE TRIGGER setup_set_tags_seal_delete AFTER DELETE ON public.setup_set_tags REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_tags_mark();
CREATE TRIGGER setup_set_tags_seal_insert AFTER INSERT ON public.setup_set_tags REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_tags_mark();
CREATE TRIGGER setup_set_tags_seal_update AFTER UPDATE ON public.setup_set_tags REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_tags_mark();
CREATE TRIGGER setup_set_translations_seal_delete AFTER DELETE ON public.setup_set_translations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_translations_mark();
CREATE TRIGGER setup_set_translations_seal_insert AFTER INSERT ON public.setup_set_translations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_translations_mark();
CREATE TRIGGER setup_set_translations_seal_update AFTER UPDATE ON public.setup_set_translations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_translations_mark();
CREATE TRIGGER setup_sets_cut BEFORE TRUNCATE ON public.setup_sets FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_set_paths_closed();
CREATE TRIGGER setup_sets_seal_delete AFTER DELETE ON public.setup_sets REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_sets_mark();
CREATE TRIGGER setup_sets_seal_insert AFTER INSERT ON public.setup_sets REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_sets_mark();
CREATE TRIGGER setup_sets_seal_update AFTER UPDATE ON public.setup_sets REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_sets_mark();
CREATE TRIGGER setup_sets_tree_root AFTER INSERT ON public.setup_sets REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_sets_rooted();
CREATE TRIGGER setup_translations_seal_delete AFTER DELETE ON public.setup_translations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_translations_mark();
CREATE TRIGGER setup_translations_seal_insert AFTER INSERT ON public.setup_translations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_translations_mark();
CREATE TRIGGER setup_translations_seal_update AFTER UPDATE ON public.setup_translations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_translations_mark();
CREATE TRIGGER setup_variants_number BEFORE INSERT ON public.setup_variants FOR EACH ROW EXECUTE FUNCTION public.ludex_variant_number();
CREATE TRIGGER setup_variants_revised AFTER INSERT OR DELETE OR UPDATE ON public.setup_variants FOR EACH ROW EXECUTE FUNCTION public.ludex_variants_revised();
CREATE TRIGGER setup_variants_seal_delete AFTER DELETE ON public.setup_variants REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_variants_mark();
CREATE TRIGGER setup_variants_seal_insert AFTER INSERT ON public.setup_variants REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_variants_mark();
CREATE TRIGGER setup_variants_seal_update AFTER UPDATE ON public.setup_variants REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_variants_mark();
CREATE TRIGGER setups_cut BEFORE TRUNCATE ON public.setups FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setup_oqb_paths_closed();
CREATE TRIGGER setups_oqb_by_hand BEFORE UPDATE OF oqb_path, oqb_depth ON public.setups FOR EACH ROW WHEN ((((new.oqb_path)::text IS DISTINCT FROM (old.oqb_path)::text) OR (new.oqb_depth IS DISTINCT FROM old.oqb_depth))) EXECUTE FUNCTION public.ludex_oqb_by_hand();
CREATE TRIGGER setups_oqb_declared BEFORE INSERT ON public.setups FOR EACH ROW EXECUTE FUNCTION public.ludex_oqb_declared();
CREATE TRIGGER setups_retire AFTER DELETE OR UPDATE OF id ON public.setups FOR EACH ROW EXECUTE FUNCTION public.ludex_setups_retire();
CREATE TRIGGER setups_revised BEFORE UPDATE ON public.setups FOR EACH ROW WHEN (((((((((new.pc IS DISTINCT FROM old.pc) OR (new.leftover IS DISTINCT FROM old.leftover)) OR (new.build IS DISTINCT FROM old.build)) OR (new.cover_pattern IS DISTINCT FROM old.cover_pattern)) OR (new.fumen IS DISTINCT FROM old.fumen)) OR (new.solve_pattern IS DISTINCT FROM old.solve_pattern)) OR (new.hold IS DISTINCT FROM old.hold)) OR (new.revision <> old.revision))) EXECUTE FUNCTION public.ludex_setups_revised();
CREATE TRIGGER setups_seal_delete AFTER DELETE ON public.setups REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setups_mark();
CREATE TRIGGER setups_seal_insert AFTER INSERT ON public.setups REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setups_mark();
CREATE TRIGGER setups_seal_update AFTER UPDATE ON public.setups REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setups_mark();
CREATE TRIGGER setups_tree_root AFTER INSERT ON public.setups REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_setups_rooted();
CREATE TRIGGER statistics_flag BEFORE UPDATE OF path_file ON public.statistics FOR EACH ROW WHEN ((new.path_file <> old.path_file)) EXECUTE FUNCTION public.ludex_path_flag();
CREATE TRIGGER statistics_flag_new BEFORE INSERT ON public.statistics FOR EACH ROW EXECUTE FUNCTION public.ludex_path_flag();
CREATE TRIGGER statistics_revision BEFORE INSERT ON public.statistics FOR EACH ROW EXECUTE FUNCTION public.ludex_statistics_revision();
CREATE TRIGGER statistics_seal_delete AFTER DELETE ON public.statistics REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_statistics_mark();
CREATE TRIGGER statistics_seal_insert AFTER INSERT ON public.statistics REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_statistics_mark();
CREATE TRIGGER statistics_seal_update AFTER UPDATE ON public.statistics REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_statistics_mark();
CREATE TRIGGER tags_seal_delete AFTER DELETE ON public.tags REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_tags_mark();
CREATE TRIGGER tags_seal_insert AFTER INSERT ON public.tags REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_tags_mark();
CREATE TRIGGER tags_seal_update AFTER UPDATE ON public.tags REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ludex_tags_mark();
CREATE TRIGGER zz_record_keys_summed BEFORE INSERT ON public.record_keys FOR EACH ROW WHEN (((new.sum IS NULL) OR (current_setting('ludex.writer'::text, true) IS DISTINCT FROM 'on'::text))) EXECUTE FUNCTION public.ludex_record_keys_summed();
CREATE TRIGGER zz_record_keys_summed_again BEFORE UPDATE ON public.record_keys FOR EACH ROW EXECUTE FUNCTION public.ludex_record_keys_summed();
CREATE TRIGGER zz_records_summed BEFORE INSERT ON public.records FOR EACH ROW WHEN (((new.sum IS NULL) OR (current_setting('ludex.writer'::text, true) IS DISTINCT FROM 'on'::text))) EXECUTE FUNCTION public.ludex_records_summed();
CREATE TRIGGER zz_records_summed_again BEFORE UPDATE ON public.records FOR EACH ROW WHEN (((new.sum IS NULL) OR (NOT (new.sum IS DISTINCT FROM old.sum)) OR (current_setting('ludex.writer'::text, true) IS DISTINCT FROM 'on'::text))) EXECUTE FUNCTION public.ludex_records_summed();
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
ALTER TABLE ONLY public.save_translations
    ADD CONSTRAINT save_translations_save_fkey FOREIGN KEY (save) REFERENCES public.saves(id) ON DELETE CASCADE;
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
CREATE POLICY readers ON public.save_translations FOR SELECT USING (true);
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
ALTER TABLE public.save_translations ENABLE ROW LEVEL SECURITY;
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
CREATE POLICY writers ON public.save_translations USING (( SELECT public.ludex_is('ludex_admin'::text) AS ludex_is)) WITH CHECK (( SELECT public.ludex_is('ludex_admin'::text) AS ludex_is));
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
REVOKE ALL ON FUNCTION public.ludex_import_refusals_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_imports_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_oqb_by_hand() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_oqb_shown(ids text[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_path_files_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_save_data_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_save_translations_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_saves_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_seal() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_lookup_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_oqb_links_changed() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_oqb_links_fixed() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_oqb_links_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_oqb_links_rules() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_oqb_links_turn() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_oqb_paths_added() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_oqb_paths_refresh(starts text[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_oqb_paths_removed() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_retired_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_set_links_changed() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_set_links_fixed() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_set_links_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_set_links_rules() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_set_links_turn() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_set_members_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_set_paths_added() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_set_paths_refresh(starts text[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_set_paths_removed() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_set_tags_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_set_translations_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_sets_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_sets_node() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_sets_rooted() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_translations_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setup_variants_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setups_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setups_node() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setups_retire() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_setups_rooted() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_statistics_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_tags_mark() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_take(wanted text) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_total_added() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_total_changed() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ludex_total_removed() FROM PUBLIC;
