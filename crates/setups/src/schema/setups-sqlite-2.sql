-- The Tetris setup database. The rules stand here, so that every client meets them.
CREATE TABLE setups (
    id            TEXT    NOT NULL PRIMARY KEY COLLATE BINARY
                  CHECK (length(id) = 12 AND id GLOB '[1-9]*' AND NOT id GLOB '*[^0-9a-f]*'),
    scheme        TEXT    NOT NULL DEFAULT 'v1' CHECK (scheme IN ('v1', 'v2')),
    pc            INTEGER NOT NULL CHECK (typeof(pc) = 'integer' AND pc BETWEEN 1 AND 9),
    leftover      TEXT    NOT NULL CHECK (length(leftover) BETWEEN 1 AND 7 AND NOT leftover GLOB '*[^TILJSZO]*'),
    build         TEXT    NOT NULL CHECK (length(build) BETWEEN 1 AND 10 AND NOT build GLOB '*[^TILJSZO]*'),
    cover_pattern TEXT    NOT NULL CHECK (length(cover_pattern) BETWEEN 1 AND 10000),
    type          TEXT    NOT NULL DEFAULT 'regular' CHECK (type IN ('regular', 'qb', 'oqb')),
    fumen         TEXT    NOT NULL CHECK (fumen GLOB 'v115@?*' AND NOT substr(fumen, 6) GLOB '*[^A-Za-z0-9+/?]*'),
    solve_pattern TEXT    CHECK (length(solve_pattern) BETWEEN 1 AND 10000),
    mirror        TEXT    COLLATE BINARY REFERENCES setups (id) ON DELETE SET NULL ON UPDATE CASCADE
                          DEFERRABLE INITIALLY DEFERRED,
    see           INTEGER NOT NULL DEFAULT 7 CHECK (typeof(see) = 'integer' AND see BETWEEN 1 AND 11),
    hold          INTEGER NOT NULL DEFAULT 1 CHECK (typeof(hold) = 'integer' AND hold BETWEEN 0 AND 11),
    credit        TEXT,
    oqb_path      TEXT    COLLATE BINARY,
    oqb_depth     INTEGER,
    CHECK (solve_pattern IS NOT NULL OR type = 'oqb')
);
CREATE INDEX setups_look ON setups (pc, leftover);

-- Ids are identities for ever: one that was given up is never minted again.
CREATE TABLE setup_retired (id TEXT NOT NULL PRIMARY KEY COLLATE BINARY) WITHOUT ROWID;
CREATE TRIGGER setups_retire AFTER DELETE ON setups BEGIN
    INSERT OR IGNORE INTO setup_retired (id) VALUES (OLD.id);
END;
CREATE TRIGGER setups_retire_renamed AFTER UPDATE OF id ON setups WHEN NEW.id <> OLD.id BEGIN
    INSERT OR IGNORE INTO setup_retired (id) VALUES (OLD.id);
END;

CREATE TABLE setup_translations (
    setup       TEXT NOT NULL COLLATE BINARY REFERENCES setups (id) ON DELETE CASCADE ON UPDATE CASCADE,
    language    TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 20),
    description TEXT NOT NULL,
    PRIMARY KEY (setup, language)
) WITHOUT ROWID;

CREATE TABLE setup_variants (
    setup         TEXT    NOT NULL COLLATE BINARY REFERENCES setups (id) ON DELETE CASCADE ON UPDATE CASCADE,
    number        INTEGER CHECK (number >= 1),
    build         TEXT    NOT NULL CHECK (length(build) BETWEEN 1 AND 10 AND NOT build GLOB '*[^TILJSZO]*'),
    fumen         TEXT    NOT NULL CHECK (fumen GLOB 'v115@?*' AND NOT substr(fumen, 6) GLOB '*[^A-Za-z0-9+/?]*'),
    solve_pattern TEXT,
    UNIQUE (setup, number)
);
-- The number is given out here.
CREATE TRIGGER setup_variants_number AFTER INSERT ON setup_variants WHEN NEW.number IS NULL BEGIN
    UPDATE setup_variants
    SET number = 1 + (SELECT coalesce(max(number), 0) FROM setup_variants WHERE setup = NEW.setup)
    WHERE rowid = NEW.rowid;
END;

CREATE TABLE statistics (
    setup             TEXT    NOT NULL COLLATE BINARY REFERENCES setups (id) ON DELETE CASCADE ON UPDATE CASCADE,
    kicktable         TEXT    NOT NULL
                      CHECK (kicktable IN ('srs', 'srs_plus', 'srsx', 'srs180', 'tetrax', 'asc', 'ars', 'none')),
    hold              TEXT    NOT NULL DEFAULT 'any' CHECK (hold IN ('any', 'cyclic', 'none')),
    status            TEXT    NOT NULL DEFAULT 'completed' CHECK (status IN ('processing', 'completed', 'failed')),
    cover_data        BLOB    CHECK (cover_data IS NULL OR typeof(cover_data) = 'blob'),
    solve_percent     REAL    CHECK (solve_percent BETWEEN 0 AND 100),
    solve_numerator   INTEGER CHECK (solve_numerator >= 0),
    solve_denominator INTEGER CHECK (solve_denominator <> 0),
    all_solves        TEXT,
    minimal_solves    TEXT,
    minimal_count     INTEGER CHECK (minimal_count >= 0),
    path_file         INTEGER NOT NULL DEFAULT 0 CHECK (path_file IN (0, 1)),
    PRIMARY KEY (setup, kicktable, hold),
    CHECK ((solve_numerator IS NULL) = (solve_denominator IS NULL)),
    CHECK (solve_numerator IS NULL OR solve_numerator <= solve_denominator)
) WITHOUT ROWID;

-- The path file lies with its row, and the flag says exactly whether it is there.
CREATE TABLE path_files (
    setup     TEXT NOT NULL COLLATE BINARY,
    kicktable TEXT NOT NULL,
    hold      TEXT NOT NULL,
    data      BLOB NOT NULL CHECK (typeof(data) = 'blob'),
    PRIMARY KEY (setup, kicktable, hold),
    FOREIGN KEY (setup, kicktable, hold) REFERENCES statistics (setup, kicktable, hold)
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TRIGGER path_files_there AFTER INSERT ON path_files BEGIN
    UPDATE statistics SET path_file = 1
    WHERE setup = NEW.setup AND kicktable = NEW.kicktable AND hold = NEW.hold;
END;
CREATE TRIGGER path_files_gone AFTER DELETE ON path_files BEGIN
    UPDATE statistics SET path_file = 0
    WHERE setup = OLD.setup AND kicktable = OLD.kicktable AND hold = OLD.hold;
END;
CREATE TRIGGER statistics_flag_new BEFORE INSERT ON statistics WHEN NEW.path_file <> 0 BEGIN
    SELECT RAISE(ABORT, 'path_file follows the table path_files and is not written by hand');
END;
CREATE TRIGGER statistics_flag BEFORE UPDATE OF path_file ON statistics
WHEN NEW.path_file <> EXISTS (SELECT 1 FROM path_files f
    WHERE f.setup = OLD.setup AND f.kicktable = OLD.kicktable AND f.hold = OLD.hold) BEGIN
    SELECT RAISE(ABORT, 'path_file follows the table path_files and is not written by hand');
END;

CREATE TABLE saves (
    id          INTEGER PRIMARY KEY,
    pc          INTEGER NOT NULL CHECK (pc BETWEEN 1 AND 9),
    save        TEXT    NOT NULL CHECK (length(save) BETWEEN 1 AND 10000),
    description TEXT,
    importance  INTEGER NOT NULL DEFAULT 0,
    auto        INTEGER NOT NULL DEFAULT 0 CHECK (auto IN (0, 1)),
    UNIQUE (pc, save)
);
CREATE TABLE save_data (
    setup       TEXT    NOT NULL COLLATE BINARY,
    kicktable   TEXT    NOT NULL,
    hold        TEXT    NOT NULL,
    save        INTEGER NOT NULL REFERENCES saves (id) ON DELETE CASCADE,
    status      TEXT    NOT NULL DEFAULT 'completed' CHECK (status IN ('processing', 'completed', 'failed')),
    percent     REAL    CHECK (percent BETWEEN 0 AND 100),
    numerator   INTEGER CHECK (numerator >= 0),
    denominator INTEGER CHECK (denominator <> 0),
    priority    TEXT    CHECK (priority IS NULL OR (json_valid(priority) AND json_type(priority) = 'array')),
    PRIMARY KEY (setup, kicktable, hold, save),
    FOREIGN KEY (setup, kicktable, hold) REFERENCES statistics (setup, kicktable, hold)
        ON DELETE CASCADE ON UPDATE CASCADE,
    CHECK ((numerator IS NULL) = (denominator IS NULL)),
    CHECK (numerator IS NULL OR numerator <= denominator)
) WITHOUT ROWID;

-- Sets of setups: a tree of the same kind as the OQB setups.
CREATE TABLE setup_sets (
    id   TEXT NOT NULL PRIMARY KEY COLLATE BINARY
         CHECK (length(id) BETWEEN 1 AND 60 AND NOT id GLOB '*[^a-z0-9_]*'),
    name TEXT NOT NULL
);
CREATE TABLE setup_set_members (
    setup_set TEXT NOT NULL COLLATE BINARY REFERENCES setup_sets (id) ON DELETE CASCADE ON UPDATE CASCADE,
    setup     TEXT NOT NULL COLLATE BINARY REFERENCES setups (id) ON DELETE CASCADE ON UPDATE CASCADE,
    PRIMARY KEY (setup_set, setup)
) WITHOUT ROWID;
CREATE TABLE tags (tag TEXT NOT NULL PRIMARY KEY COLLATE BINARY CHECK (length(tag) BETWEEN 1 AND 60)) WITHOUT ROWID;
CREATE TABLE setup_set_tags (
    setup_set TEXT NOT NULL COLLATE BINARY REFERENCES setup_sets (id) ON DELETE CASCADE ON UPDATE CASCADE,
    tag       TEXT NOT NULL COLLATE BINARY REFERENCES tags (tag) ON DELETE CASCADE ON UPDATE CASCADE,
    PRIMARY KEY (setup_set, tag)
) WITHOUT ROWID;
CREATE TABLE setup_set_translations (
    setup_set   TEXT NOT NULL COLLATE BINARY REFERENCES setup_sets (id) ON DELETE CASCADE ON UPDATE CASCADE,
    language    TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 20),
    name        TEXT NOT NULL,
    description TEXT,
    PRIMARY KEY (setup_set, language)
) WITHOUT ROWID;

-- Queues that a setup covers, packed for look-up; made again whenever it is missing.
CREATE TABLE setup_lookup (
    setup     TEXT NOT NULL COLLATE BINARY REFERENCES setups (id) ON DELETE CASCADE ON UPDATE CASCADE,
    kicktable TEXT NOT NULL,
    hold      TEXT NOT NULL,
    queues    BLOB NOT NULL,
    PRIMARY KEY (setup, kicktable, hold)
) WITHOUT ROWID;
CREATE TRIGGER setup_lookup_pattern AFTER UPDATE OF cover_pattern ON setups BEGIN
    DELETE FROM setup_lookup WHERE setup = NEW.id;
END;
CREATE TRIGGER setup_lookup_cover AFTER UPDATE OF cover_data ON statistics BEGIN
    DELETE FROM setup_lookup WHERE setup = NEW.setup AND kicktable = NEW.kicktable AND hold = NEW.hold;
END;
CREATE TRIGGER setup_lookup_new AFTER INSERT ON statistics BEGIN
    DELETE FROM setup_lookup WHERE setup = NEW.setup AND kicktable = NEW.kicktable AND hold = NEW.hold;
END;
CREATE TRIGGER setup_lookup_gone AFTER DELETE ON statistics BEGIN
    DELETE FROM setup_lookup WHERE setup = OLD.setup AND kicktable = OLD.kicktable AND hold = OLD.hold;
END;

-- oqb_path and oqb_depth show the first path; on insert oqb_path may only declare a root.
CREATE TRIGGER setups_oqb_declared BEFORE INSERT ON setups
WHEN NEW.oqb_path IS NOT NULL OR NEW.oqb_depth IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'oqb_path is derived from the links: only the id of an oqb setup may stand there on insert')
    WHERE NEW.type <> 'oqb' OR NEW.oqb_path IS NOT NEW.id OR coalesce(NEW.oqb_depth, 0) <> 0;
END;
CREATE TRIGGER setups_oqb_by_hand BEFORE UPDATE OF oqb_path, oqb_depth ON setups
WHEN (NEW.oqb_path IS NOT OLD.oqb_path OR NEW.oqb_depth IS NOT OLD.oqb_depth)
    AND NOT EXISTS (SELECT 1 FROM setup_oqb_work) BEGIN
    SELECT RAISE(ABORT, 'oqb_path and oqb_depth are derived from the links and never written by hand');
END;
