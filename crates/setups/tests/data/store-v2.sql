
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE EXTENSION IF NOT EXISTS ltree WITH SCHEMA public;

COMMENT ON EXTENSION ltree IS 'data type for hierarchical tree-like structures';

CREATE FUNCTION public.ludex_is(wanted text) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
    SELECT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = wanted AND pg_has_role(current_user, oid, 'MEMBER'))
$$;

CREATE FUNCTION public.ludex_lookup_stale() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_TABLE_NAME = 'setups' THEN
        DELETE FROM setup_lookup WHERE setup = NEW.id;
    ELSIF TG_OP = 'DELETE' THEN
        DELETE FROM setup_lookup WHERE setup = OLD.setup AND kicktable = OLD.kicktable AND hold = OLD.hold;
    ELSE
        DELETE FROM setup_lookup WHERE setup = NEW.setup AND kicktable = NEW.kicktable AND hold = NEW.hold;
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_oqb_by_hand() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF pg_trigger_depth() < 2 THEN
        RAISE EXCEPTION 'oqb_path and oqb_depth are derived from the links and never written by hand';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_oqb_declared() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF (NEW.oqb_path IS NOT NULL OR NEW.oqb_depth IS NOT NULL)
        AND (NEW.type <> 'oqb' OR NEW.oqb_path::text IS DISTINCT FROM NEW.id OR coalesce(NEW.oqb_depth, 0) <> 0) THEN
        RAISE EXCEPTION 'oqb_path is derived from the links: only the id of an oqb setup may stand there on insert';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_oqb_shown() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        UPDATE setups SET oqb_path = NULL, oqb_depth = NULL WHERE id = OLD.setup AND oqb_path IS NOT NULL;
    ELSE
        UPDATE setups SET oqb_path = NEW.path, oqb_depth = NEW.depth
        WHERE id = NEW.setup AND (oqb_path IS NULL OR oqb_path >= NEW.path);
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_oqb_type() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.ludex_path_file() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        UPDATE statistics SET path_file = true
        WHERE setup = NEW.setup AND kicktable = NEW.kicktable AND hold = NEW.hold;
    ELSE
        UPDATE statistics SET path_file = false
        WHERE setup = OLD.setup AND kicktable = OLD.kicktable AND hold = OLD.hold;
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_path_flag() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    -- A new row has no file yet; one that turns into an update of an old row keeps what the old row says.
    IF TG_OP = 'INSERT' THEN
        IF NEW.path_file THEN
            RAISE EXCEPTION 'path_file follows the table path_files and is not written by hand';
        END IF;
    ELSIF NEW.path_file <> EXISTS (SELECT 1 FROM path_files f
        WHERE f.setup = NEW.setup AND f.kicktable = NEW.kicktable AND f.hold = NEW.hold) THEN
        RAISE EXCEPTION 'path_file follows the table path_files and is not written by hand';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_setup_oqb_links_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM ludex_setup_oqb_paths_refresh(CASE WHEN TG_OP = 'DELETE' THEN OLD.child ELSE NEW.child END);
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setup_oqb_links_fixed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM setups WHERE id = OLD.parent) AND EXISTS (SELECT 1 FROM setups WHERE id = OLD.child) THEN
        RAISE EXCEPTION 'a link is not changed: remove it and add another';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_setup_oqb_links_rules() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    -- Two writers could each add half of a cycle: they wait for each other.
    PERFORM pg_advisory_xact_lock(764923);
    IF NOT EXISTS (SELECT 1 FROM setups WHERE id = NEW.parent AND type = 'oqb')
        OR NOT EXISTS (SELECT 1 FROM setups WHERE id = NEW.child AND type = 'oqb') THEN
        RAISE EXCEPTION 'a link joins two oqb setups that are there';
    END IF;
    IF EXISTS (
        WITH RECURSIVE up (id) AS (
            SELECT NEW.parent UNION SELECT l.parent FROM setup_oqb_links l JOIN up ON l.child = up.id
        )
        SELECT 1 FROM up WHERE id = NEW.child
    ) THEN
        RAISE EXCEPTION 'the link would close a cycle';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_setup_oqb_paths_closed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF pg_trigger_depth() < 2 THEN
        RAISE EXCEPTION 'setup_oqb_paths is derived from setup_oqb_links and never written by hand';
    END IF;
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE FUNCTION public.ludex_setup_oqb_paths_node() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM ludex_setup_oqb_paths_refresh(NEW.id);
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setup_oqb_paths_refresh(start text) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM setup_oqb_paths WHERE setup IN (
        WITH RECURSIVE down (id) AS (SELECT start UNION SELECT l.child FROM setup_oqb_links l JOIN down ON l.parent = down.id)
        SELECT id FROM down
    );
    INSERT INTO setup_oqb_paths (setup, path, depth)
    WITH RECURSIVE
        down (id) AS (SELECT start UNION SELECT l.child FROM setup_oqb_links l JOIN down ON l.parent = down.id),
        up (node, top, path, depth) AS (
            SELECT n.id, n.id, n.id, 0 FROM down JOIN setups n ON n.id = down.id
            UNION ALL
            SELECT up.node, l.parent, l.parent || '.' || up.path, up.depth + 1
            FROM up JOIN setup_oqb_links l ON l.child = up.top
        )
    SELECT node, path::text::ltree, depth FROM up WHERE NOT EXISTS (SELECT 1 FROM setup_oqb_links l WHERE l.child = up.top);
    IF EXISTS (
        SELECT 1 FROM setup_oqb_paths WHERE setup IN (
            WITH RECURSIVE down (id) AS (SELECT start UNION SELECT l.child FROM setup_oqb_links l JOIN down ON l.parent = down.id)
            SELECT id FROM down
        ) GROUP BY setup HAVING count(*) > 1000
    ) THEN
        RAISE EXCEPTION 'more than 1000 paths would lead to one of the oqb setups';
    END IF;
END $$;

CREATE FUNCTION public.ludex_setup_set_links_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM ludex_setup_set_paths_refresh(CASE WHEN TG_OP = 'DELETE' THEN OLD.child ELSE NEW.child END);
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setup_set_links_fixed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM setup_sets WHERE id = OLD.parent) AND EXISTS (SELECT 1 FROM setup_sets WHERE id = OLD.child) THEN
        RAISE EXCEPTION 'a link is not changed: remove it and add another';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_setup_set_links_rules() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    -- Two writers could each add half of a cycle: they wait for each other.
    PERFORM pg_advisory_xact_lock(764923);
    IF NOT EXISTS (SELECT 1 FROM setup_sets WHERE id = NEW.parent AND id IS NOT NULL)
        OR NOT EXISTS (SELECT 1 FROM setup_sets WHERE id = NEW.child AND id IS NOT NULL) THEN
        RAISE EXCEPTION 'a link joins two sets that are there';
    END IF;
    IF EXISTS (
        WITH RECURSIVE up (id) AS (
            SELECT NEW.parent UNION SELECT l.parent FROM setup_set_links l JOIN up ON l.child = up.id
        )
        SELECT 1 FROM up WHERE id = NEW.child
    ) THEN
        RAISE EXCEPTION 'the link would close a cycle';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.ludex_setup_set_paths_closed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF pg_trigger_depth() < 2 THEN
        RAISE EXCEPTION 'setup_set_paths is derived from setup_set_links and never written by hand';
    END IF;
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE FUNCTION public.ludex_setup_set_paths_node() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM ludex_setup_set_paths_refresh(NEW.id);
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_setup_set_paths_refresh(start text) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM setup_set_paths WHERE setup_set IN (
        WITH RECURSIVE down (id) AS (SELECT start UNION SELECT l.child FROM setup_set_links l JOIN down ON l.parent = down.id)
        SELECT id FROM down
    );
    INSERT INTO setup_set_paths (setup_set, path, depth)
    WITH RECURSIVE
        down (id) AS (SELECT start UNION SELECT l.child FROM setup_set_links l JOIN down ON l.parent = down.id),
        up (node, top, path, depth) AS (
            SELECT n.id, n.id, n.id, 0 FROM down JOIN setup_sets n ON n.id = down.id
            UNION ALL
            SELECT up.node, l.parent, l.parent || '.' || up.path, up.depth + 1
            FROM up JOIN setup_set_links l ON l.child = up.top
        )
    SELECT node, path::text::ltree, depth FROM up WHERE NOT EXISTS (SELECT 1 FROM setup_set_links l WHERE l.child = up.top);
    IF EXISTS (
        SELECT 1 FROM setup_set_paths WHERE setup_set IN (
            WITH RECURSIVE down (id) AS (SELECT start UNION SELECT l.child FROM setup_set_links l JOIN down ON l.parent = down.id)
            SELECT id FROM down
        ) GROUP BY setup_set HAVING count(*) > 1000
    ) THEN
        RAISE EXCEPTION 'more than 1000 paths would lead to one of the sets';
    END IF;
END $$;

CREATE FUNCTION public.ludex_setups_retire() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'DELETE' OR NEW.id <> OLD.id THEN
        INSERT INTO setup_retired (id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.ludex_variant_number() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW.number IS NULL THEN
        PERFORM 1 FROM setups WHERE id = NEW.setup FOR UPDATE;
        SELECT 1 + coalesce(max(number), 0) INTO NEW.number FROM setup_variants WHERE setup = NEW.setup;
    END IF;
    RETURN NEW;
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
    language text NOT NULL,
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
    language text NOT NULL,
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

INSERT INTO public.ludex_schema VALUES (2);

INSERT INTO public.path_files VALUES ('387eeaff93ff', 'srs', 'any', '\x00ff70617468');

INSERT INTO public.record_keys VALUES ('short', 'same', 'cube2:0001');
INSERT INTO public.record_keys VALUES ('short', 'same', 'cube2:0Zz}');
INSERT INTO public.record_keys VALUES ('short', 'same', 'sudoku:eKEeveX3Ose2Ww4p42M');

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

INSERT INTO public.setups VALUES ('387eeaff90ff', 'v1', 3, 'T', 'TIO', 'T,*p7', 'oqb', 'v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH', NULL, NULL, 7, 1, 'finder 0', '387eeaff90ff', 0);
INSERT INTO public.setups VALUES ('387eeaff93ff', 'v1', 3, 'T', 'TIO', 'T,*p7{I<O}', 'oqb', 'v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH', '*p4', NULL, 7, 1, 'finder 1', '387eeaff90ff.387eeaff93ff', 1);
INSERT INTO public.setups VALUES ('387eeaff93fe', 'v1', 3, 'T', 'TIO', 'T,*p7{O<I}', 'oqb', 'v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH', '*p4', NULL, 7, 1, 'finder 2', '387eeaff90ff.387eeaff93fe', 1);

INSERT INTO public.statistics VALUES ('387eeaff93ff', 'srs', 'any', 'completed', '\xa5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5', 74.52, 626, 840, NULL, NULL, NULL, true);

INSERT INTO public.tags VALUES ('quick');

SELECT pg_catalog.setval('public.saves_id_seq', 1, true);

ALTER TABLE ONLY public.import_refusals
    ADD CONSTRAINT import_refusals_pkey PRIMARY KEY (import, line);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.path_files
    ADD CONSTRAINT path_files_pkey PRIMARY KEY (setup, kicktable, hold);

ALTER TABLE ONLY public.record_keys
    ADD CONSTRAINT record_keys_pkey PRIMARY KEY (kind, key, name);

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.save_data
    ADD CONSTRAINT save_data_pkey PRIMARY KEY (setup, kicktable, hold, save);

ALTER TABLE ONLY public.saves
    ADD CONSTRAINT saves_pc_save_key UNIQUE (pc, save);

ALTER TABLE ONLY public.saves
    ADD CONSTRAINT saves_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.setup_lookup
    ADD CONSTRAINT setup_lookup_pkey PRIMARY KEY (setup, kicktable, hold);

ALTER TABLE ONLY public.setup_oqb_links
    ADD CONSTRAINT setup_oqb_links_pkey PRIMARY KEY (parent, child);

ALTER TABLE ONLY public.setup_oqb_paths
    ADD CONSTRAINT setup_oqb_paths_pkey PRIMARY KEY (setup, path);

ALTER TABLE ONLY public.setup_retired
    ADD CONSTRAINT setup_retired_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.setup_set_links
    ADD CONSTRAINT setup_set_links_pkey PRIMARY KEY (parent, child);

ALTER TABLE ONLY public.setup_set_members
    ADD CONSTRAINT setup_set_members_pkey PRIMARY KEY (setup_set, setup);

ALTER TABLE ONLY public.setup_set_paths
    ADD CONSTRAINT setup_set_paths_pkey PRIMARY KEY (setup_set, path);

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

CREATE INDEX setup_oqb_links_child ON public.setup_oqb_links USING btree (child, parent);

CREATE INDEX setup_oqb_paths_path ON public.setup_oqb_paths USING gist (path);

CREATE INDEX setup_set_links_child ON public.setup_set_links USING btree (child, parent);

CREATE INDEX setup_set_paths_path ON public.setup_set_paths USING gist (path);

CREATE INDEX setups_look ON public.setups USING btree (pc, leftover);

CREATE TRIGGER path_files_there AFTER INSERT OR DELETE ON public.path_files FOR EACH ROW EXECUTE FUNCTION public.ludex_path_file();

CREATE TRIGGER setup_lookup_cover AFTER INSERT OR DELETE OR UPDATE OF cover_data ON public.statistics FOR EACH ROW EXECUTE FUNCTION public.ludex_lookup_stale();

CREATE TRIGGER setup_lookup_pattern AFTER UPDATE OF cover_pattern ON public.setups FOR EACH ROW EXECUTE FUNCTION public.ludex_lookup_stale();

CREATE TRIGGER setup_oqb_links_changed AFTER INSERT OR DELETE ON public.setup_oqb_links FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_oqb_links_changed();

CREATE TRIGGER setup_oqb_links_fixed BEFORE UPDATE ON public.setup_oqb_links FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_oqb_links_fixed();

CREATE TRIGGER setup_oqb_links_rules BEFORE INSERT ON public.setup_oqb_links FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_oqb_links_rules();

CREATE TRIGGER setup_oqb_paths_closed BEFORE INSERT OR DELETE OR UPDATE ON public.setup_oqb_paths FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_oqb_paths_closed();

CREATE TRIGGER setup_oqb_paths_shown AFTER INSERT OR DELETE ON public.setup_oqb_paths FOR EACH ROW EXECUTE FUNCTION public.ludex_oqb_shown();

CREATE TRIGGER setup_set_links_changed AFTER INSERT OR DELETE ON public.setup_set_links FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_set_links_changed();

CREATE TRIGGER setup_set_links_fixed BEFORE UPDATE ON public.setup_set_links FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_set_links_fixed();

CREATE TRIGGER setup_set_links_rules BEFORE INSERT ON public.setup_set_links FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_set_links_rules();

CREATE TRIGGER setup_set_paths_closed BEFORE INSERT OR DELETE OR UPDATE ON public.setup_set_paths FOR EACH ROW EXECUTE FUNCTION public.ludex_setup_set_paths_closed();

CREATE TRIGGER setup_sets_tree_root AFTER INSERT ON public.setup_sets FOR EACH ROW WHEN ((new.id IS NOT NULL)) EXECUTE FUNCTION public.ludex_setup_set_paths_node();

CREATE TRIGGER setup_variants_number BEFORE INSERT ON public.setup_variants FOR EACH ROW EXECUTE FUNCTION public.ludex_variant_number();

CREATE TRIGGER setups_oqb_by_hand BEFORE UPDATE OF oqb_path, oqb_depth ON public.setups FOR EACH ROW WHEN (((new.oqb_path IS DISTINCT FROM old.oqb_path) OR (new.oqb_depth IS DISTINCT FROM old.oqb_depth))) EXECUTE FUNCTION public.ludex_oqb_by_hand();

CREATE TRIGGER setups_oqb_declared BEFORE INSERT ON public.setups FOR EACH ROW EXECUTE FUNCTION public.ludex_oqb_declared();

CREATE TRIGGER setups_oqb_type AFTER UPDATE OF type ON public.setups FOR EACH ROW WHEN (((old.type = 'oqb'::text) <> (new.type = 'oqb'::text))) EXECUTE FUNCTION public.ludex_oqb_type();

CREATE TRIGGER setups_retire AFTER DELETE OR UPDATE OF id ON public.setups FOR EACH ROW EXECUTE FUNCTION public.ludex_setups_retire();

CREATE TRIGGER setups_tree_root AFTER INSERT ON public.setups FOR EACH ROW WHEN ((new.type = 'oqb'::text)) EXECUTE FUNCTION public.ludex_setup_oqb_paths_node();

CREATE TRIGGER statistics_flag BEFORE UPDATE OF path_file ON public.statistics FOR EACH ROW WHEN ((new.path_file <> old.path_file)) EXECUTE FUNCTION public.ludex_path_flag();

CREATE TRIGGER statistics_flag_new BEFORE INSERT ON public.statistics FOR EACH ROW EXECUTE FUNCTION public.ludex_path_flag();

CREATE TRIGGER zz_setup_sets_tree_renamed AFTER UPDATE OF id ON public.setup_sets FOR EACH ROW WHEN (((new.id <> old.id) AND (new.id IS NOT NULL))) EXECUTE FUNCTION public.ludex_setup_set_paths_node();

CREATE TRIGGER zz_setups_tree_renamed AFTER UPDATE OF id ON public.setups FOR EACH ROW WHEN (((new.id <> old.id) AND (new.type = 'oqb'::text))) EXECUTE FUNCTION public.ludex_setup_oqb_paths_node();

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

ALTER TABLE ONLY public.setup_oqb_paths
    ADD CONSTRAINT setup_oqb_paths_setup_fkey FOREIGN KEY (setup) REFERENCES public.setups(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_set_links
    ADD CONSTRAINT setup_set_links_child_fkey FOREIGN KEY (child) REFERENCES public.setup_sets(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_set_links
    ADD CONSTRAINT setup_set_links_parent_fkey FOREIGN KEY (parent) REFERENCES public.setup_sets(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_set_members
    ADD CONSTRAINT setup_set_members_setup_fkey FOREIGN KEY (setup) REFERENCES public.setups(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_set_members
    ADD CONSTRAINT setup_set_members_setup_set_fkey FOREIGN KEY (setup_set) REFERENCES public.setup_sets(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.setup_set_paths
    ADD CONSTRAINT setup_set_paths_setup_set_fkey FOREIGN KEY (setup_set) REFERENCES public.setup_sets(id) ON UPDATE CASCADE ON DELETE CASCADE;

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

CREATE POLICY writers ON public.ludex_schema USING (public.ludex_is('ludex_admin'::text)) WITH CHECK (public.ludex_is('ludex_admin'::text));

CREATE POLICY writers ON public.path_files USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.save_data USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.saves USING (public.ludex_is('ludex_admin'::text)) WITH CHECK (public.ludex_is('ludex_admin'::text));

CREATE POLICY writers ON public.setup_lookup USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.setup_oqb_links USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.setup_oqb_paths USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.setup_retired USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.setup_set_links USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.setup_set_members USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.setup_set_paths USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.setup_set_tags USING (public.ludex_is('ludex_admin'::text)) WITH CHECK (public.ludex_is('ludex_admin'::text));

CREATE POLICY writers ON public.setup_set_translations USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.setup_sets USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.setup_translations USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.setup_variants USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.setups USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.statistics USING (public.ludex_is('ludex_editor'::text)) WITH CHECK (public.ludex_is('ludex_editor'::text));

CREATE POLICY writers ON public.tags USING (public.ludex_is('ludex_admin'::text)) WITH CHECK (public.ludex_is('ludex_admin'::text));

