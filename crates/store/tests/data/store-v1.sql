
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

INSERT INTO public.ludex_schema VALUES (1);

INSERT INTO public.record_keys VALUES ('short', 'same', 'cube2:0001');
INSERT INTO public.record_keys VALUES ('short', 'same', 'cube2:0Zz}');
INSERT INTO public.record_keys VALUES ('short', 'same', 'sudoku:eKEeveX3Ose2Ww4p42M');

INSERT INTO public.records VALUES ('sudoku:eKEeveX3Ose2Ww4p42M', NULL, NULL, 9.5, NULL, NULL, '{"note":{"b":[1,2.5],"a":"ü"}}', 'it''s a "sample", 天才', 102, 102, 1);
INSERT INTO public.records VALUES ('cube2:0001', NULL, NULL, 9.5, NULL, NULL, '{"note":{"b":[1,2.5],"a":"ü"}}', 'it''s a "sample", 天才', 100, 100, 2);
INSERT INTO public.records VALUES ('cube2:0Zz}', NULL, NULL, 9.5, NULL, NULL, '{"note":{"b":[1,2.5],"a":"ü"}}', 'it''s a "sample", 天才', 101, 101, 2);

ALTER TABLE ONLY public.import_refusals
    ADD CONSTRAINT import_refusals_pkey PRIMARY KEY (import, line);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.record_keys
    ADD CONSTRAINT record_keys_pkey PRIMARY KEY (kind, key, name);

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (name);

CREATE INDEX record_keys_name ON public.record_keys USING btree (name);

ALTER TABLE ONLY public.import_refusals
    ADD CONSTRAINT import_refusals_import_fkey FOREIGN KEY (import) REFERENCES public.imports(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_keys
    ADD CONSTRAINT record_keys_name_fkey FOREIGN KEY (name) REFERENCES public.records(name) ON UPDATE CASCADE ON DELETE CASCADE;

