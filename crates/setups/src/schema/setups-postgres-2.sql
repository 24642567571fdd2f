-- The Tetris setup database. The rules stand here, so that every client meets them.
CREATE EXTENSION IF NOT EXISTS ltree;
CREATE TABLE setups (
    id            text COLLATE "C" NOT NULL PRIMARY KEY CHECK (id ~ '^[1-9][0-9a-f]{11}$'),
    scheme        text NOT NULL DEFAULT 'v1' CHECK (scheme IN ('v1', 'v2')),
    pc            smallint NOT NULL CHECK (pc BETWEEN 1 AND 9),
    leftover      text NOT NULL CHECK (leftover ~ '^[TILJSZO]{1,7}$'),
    build         text NOT NULL CHECK (build ~ '^[TILJSZO]{1,10}$'),
    cover_pattern text NOT NULL CHECK (length(cover_pattern) BETWEEN 1 AND 10000),
    type          text NOT NULL DEFAULT 'regular' CHECK (type IN ('regular', 'qb', 'oqb')),
    fumen         text NOT NULL CHECK (fumen ~ '^v115@[A-Za-z0-9+/?]+$'),
    solve_pattern text CHECK (length(solve_pattern) BETWEEN 1 AND 10000),
    mirror        text COLLATE "C" REFERENCES setups (id) ON DELETE SET NULL ON UPDATE CASCADE
                  DEFERRABLE INITIALLY DEFERRED,
    see           smallint NOT NULL DEFAULT 7 CHECK (see BETWEEN 1 AND 11),
    hold          smallint NOT NULL DEFAULT 1 CHECK (hold BETWEEN 0 AND 11),
    credit        text,
    oqb_path      ltree,
    oqb_depth     integer,
    CHECK (solve_pattern IS NOT NULL OR type = 'oqb')
);
CREATE INDEX setups_look ON setups (pc, leftover);

-- Ids are identities for ever: one that was given up is never minted again.
CREATE TABLE setup_retired (id text COLLATE "C" NOT NULL PRIMARY KEY);
CREATE FUNCTION ludex_setups_retire() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' OR NEW.id <> OLD.id THEN
        INSERT INTO setup_retired (id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER setups_retire AFTER DELETE OR UPDATE OF id ON setups
    FOR EACH ROW EXECUTE FUNCTION ludex_setups_retire();

CREATE TABLE setup_translations (
    setup       text COLLATE "C" NOT NULL REFERENCES setups (id) ON DELETE CASCADE ON UPDATE CASCADE,
    language    text NOT NULL CHECK (length(language) BETWEEN 2 AND 20),
    description text NOT NULL,
    PRIMARY KEY (setup, language)
);

CREATE TABLE setup_variants (
    setup         text COLLATE "C" NOT NULL REFERENCES setups (id) ON DELETE CASCADE ON UPDATE CASCADE,
    number        integer CHECK (number >= 1),
    build         text NOT NULL CHECK (build ~ '^[TILJSZO]{1,10}$'),
    fumen         text NOT NULL CHECK (fumen ~ '^v115@[A-Za-z0-9+/?]+$'),
    solve_pattern text,
    UNIQUE (setup, number)
);
-- The number is given out here.
CREATE FUNCTION ludex_variant_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number IS NULL THEN
        PERFORM 1 FROM setups WHERE id = NEW.setup FOR UPDATE;
        SELECT 1 + coalesce(max(number), 0) INTO NEW.number FROM setup_variants WHERE setup = NEW.setup;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER setup_variants_number BEFORE INSERT ON setup_variants
    FOR EACH ROW EXECUTE FUNCTION ludex_variant_number();

CREATE TABLE statistics (
    setup             text COLLATE "C" NOT NULL REFERENCES setups (id) ON DELETE CASCADE ON UPDATE CASCADE,
    kicktable         text COLLATE "C" NOT NULL
                      CHECK (kicktable IN ('srs', 'srs_plus', 'srsx', 'srs180', 'tetrax', 'asc', 'ars', 'none')),
    hold              text COLLATE "C" NOT NULL DEFAULT 'any' CHECK (hold IN ('any', 'cyclic', 'none')),
    status            text NOT NULL DEFAULT 'completed' CHECK (status IN ('processing', 'completed', 'failed')),
    cover_data        bytea,
    solve_percent     numeric(5, 2) CHECK (solve_percent BETWEEN 0 AND 100),
    solve_numerator   bigint CHECK (solve_numerator >= 0),
    solve_denominator bigint CHECK (solve_denominator <> 0),
    all_solves        text,
    minimal_solves    text,
    minimal_count     bigint CHECK (minimal_count >= 0),
    path_file         boolean NOT NULL DEFAULT false,
    PRIMARY KEY (setup, kicktable, hold),
    CHECK ((solve_numerator IS NULL) = (solve_denominator IS NULL)),
    CHECK (solve_numerator IS NULL OR solve_numerator <= solve_denominator)
);

-- The path file lies with its row, and the flag says exactly whether it is there.
CREATE TABLE path_files (
    setup     text COLLATE "C" NOT NULL,
    kicktable text COLLATE "C" NOT NULL,
    hold      text COLLATE "C" NOT NULL,
    data      bytea NOT NULL,
    PRIMARY KEY (setup, kicktable, hold),
    FOREIGN KEY (setup, kicktable, hold) REFERENCES statistics (setup, kicktable, hold)
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE FUNCTION ludex_path_file() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER path_files_there AFTER INSERT OR DELETE ON path_files
    FOR EACH ROW EXECUTE FUNCTION ludex_path_file();
CREATE FUNCTION ludex_path_flag() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER statistics_flag_new BEFORE INSERT ON statistics
    FOR EACH ROW EXECUTE FUNCTION ludex_path_flag();
CREATE TRIGGER statistics_flag BEFORE UPDATE OF path_file ON statistics
    FOR EACH ROW WHEN (NEW.path_file <> OLD.path_file) EXECUTE FUNCTION ludex_path_flag();

CREATE TABLE saves (
    id          bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
    pc          smallint NOT NULL CHECK (pc BETWEEN 1 AND 9),
    save        text COLLATE "C" NOT NULL CHECK (length(save) BETWEEN 1 AND 10000),
    description text,
    importance  bigint NOT NULL DEFAULT 0,
    auto        boolean NOT NULL DEFAULT false,
    UNIQUE (pc, save)
);
CREATE TABLE save_data (
    setup       text COLLATE "C" NOT NULL,
    kicktable   text COLLATE "C" NOT NULL,
    hold        text COLLATE "C" NOT NULL,
    save        bigint NOT NULL REFERENCES saves (id) ON DELETE CASCADE,
    status      text NOT NULL DEFAULT 'completed' CHECK (status IN ('processing', 'completed', 'failed')),
    percent     numeric(5, 2) CHECK (percent BETWEEN 0 AND 100),
    numerator   bigint CHECK (numerator >= 0),
    denominator bigint CHECK (denominator <> 0),
    priority    json CHECK (priority IS NULL OR json_typeof(priority) = 'array'),
    PRIMARY KEY (setup, kicktable, hold, save),
    FOREIGN KEY (setup, kicktable, hold) REFERENCES statistics (setup, kicktable, hold)
        ON DELETE CASCADE ON UPDATE CASCADE,
    CHECK ((numerator IS NULL) = (denominator IS NULL)),
    CHECK (numerator IS NULL OR numerator <= denominator)
);

-- Sets of setups: a tree of the same kind as the OQB setups.
CREATE TABLE setup_sets (
    id   text COLLATE "C" NOT NULL PRIMARY KEY CHECK (id ~ '^[a-z0-9_]{1,60}$'),
    name text NOT NULL
);
CREATE TABLE setup_set_members (
    setup_set text COLLATE "C" NOT NULL REFERENCES setup_sets (id) ON DELETE CASCADE ON UPDATE CASCADE,
    setup     text COLLATE "C" NOT NULL REFERENCES setups (id) ON DELETE CASCADE ON UPDATE CASCADE,
    PRIMARY KEY (setup_set, setup)
);
CREATE TABLE tags (tag text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(tag) BETWEEN 1 AND 60));
CREATE TABLE setup_set_tags (
    setup_set text COLLATE "C" NOT NULL REFERENCES setup_sets (id) ON DELETE CASCADE ON UPDATE CASCADE,
    tag       text COLLATE "C" NOT NULL REFERENCES tags (tag) ON DELETE CASCADE ON UPDATE CASCADE,
    PRIMARY KEY (setup_set, tag)
);
CREATE TABLE setup_set_translations (
    setup_set   text COLLATE "C" NOT NULL REFERENCES setup_sets (id) ON DELETE CASCADE ON UPDATE CASCADE,
    language    text NOT NULL CHECK (length(language) BETWEEN 2 AND 20),
    name        text NOT NULL,
    description text,
    PRIMARY KEY (setup_set, language)
);

-- Queues that a setup covers, packed for look-up; made again whenever it is missing.
CREATE TABLE setup_lookup (
    setup     text COLLATE "C" NOT NULL REFERENCES setups (id) ON DELETE CASCADE ON UPDATE CASCADE,
    kicktable text COLLATE "C" NOT NULL,
    hold      text COLLATE "C" NOT NULL,
    queues    bytea NOT NULL,
    PRIMARY KEY (setup, kicktable, hold)
);
CREATE FUNCTION ludex_lookup_stale() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER setup_lookup_pattern AFTER UPDATE OF cover_pattern ON setups
    FOR EACH ROW EXECUTE FUNCTION ludex_lookup_stale();
CREATE TRIGGER setup_lookup_cover AFTER INSERT OR DELETE OR UPDATE OF cover_data ON statistics
    FOR EACH ROW EXECUTE FUNCTION ludex_lookup_stale();

-- oqb_path and oqb_depth show the first path; on insert oqb_path may only declare a root.
CREATE FUNCTION ludex_oqb_declared() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.oqb_path IS NOT NULL OR NEW.oqb_depth IS NOT NULL)
        AND (NEW.type <> 'oqb' OR NEW.oqb_path::text IS DISTINCT FROM NEW.id OR coalesce(NEW.oqb_depth, 0) <> 0) THEN
        RAISE EXCEPTION 'oqb_path is derived from the links: only the id of an oqb setup may stand there on insert';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER setups_oqb_declared BEFORE INSERT ON setups FOR EACH ROW EXECUTE FUNCTION ludex_oqb_declared();
CREATE FUNCTION ludex_oqb_by_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_trigger_depth() < 2 THEN
        RAISE EXCEPTION 'oqb_path and oqb_depth are derived from the links and never written by hand';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER setups_oqb_by_hand BEFORE UPDATE OF oqb_path, oqb_depth ON setups FOR EACH ROW
    WHEN (NEW.oqb_path IS DISTINCT FROM OLD.oqb_path OR NEW.oqb_depth IS DISTINCT FROM OLD.oqb_depth)
    EXECUTE FUNCTION ludex_oqb_by_hand();
