-- Records by name. WITHOUT ROWID: the name is the key of the one tree there is, in bytewise order.
CREATE TABLE records (
    name       TEXT    NOT NULL PRIMARY KEY COLLATE BINARY
                       CHECK (name GLOB '[a-z]*:?*' AND length(name) <= 1100),
    position   TEXT,
    solution   TEXT,
    rating     REAL    CHECK (rating IS NULL OR typeof(rating) = 'real'),
    length     INTEGER CHECK (length IS NULL OR typeof(length) = 'integer'),
    score      INTEGER CHECK (score IS NULL OR typeof(score) = 'integer'),
    facts      TEXT    CHECK (facts IS NULL OR (json_valid(facts) AND json_type(facts) = 'object')),
    source     TEXT,
    first_seen INTEGER NOT NULL CHECK (typeof(first_seen) = 'integer'),
    last_seen  INTEGER NOT NULL CHECK (last_seen >= first_seen),
    count      INTEGER NOT NULL CHECK (count >= 1)
) WITHOUT ROWID;

-- Short codes that several positions may share: indexed, never trusted alone.
CREATE TABLE record_keys (
    kind TEXT NOT NULL COLLATE BINARY CHECK (length(kind) BETWEEN 1 AND 100),
    key  TEXT NOT NULL COLLATE BINARY CHECK (length(key) <= 1000),
    name TEXT NOT NULL COLLATE BINARY REFERENCES records (name) ON DELETE CASCADE ON UPDATE CASCADE,
    PRIMARY KEY (kind, key, name)
) WITHOUT ROWID;
CREATE INDEX record_keys_name ON record_keys (name);

-- How far each import has come; written in the transaction of its batch.
CREATE TABLE imports (
    id       TEXT    NOT NULL PRIMARY KEY COLLATE BINARY,
    batch    INTEGER NOT NULL,
    line     INTEGER NOT NULL,
    place    INTEGER NOT NULL,
    taken    INTEGER NOT NULL,
    refused  INTEGER NOT NULL,
    finished INTEGER NOT NULL CHECK (finished IN (0, 1))
) WITHOUT ROWID;
CREATE TABLE import_refusals (
    import TEXT    NOT NULL COLLATE BINARY REFERENCES imports (id) ON DELETE CASCADE,
    line   INTEGER NOT NULL,
    reason TEXT    NOT NULL,
    PRIMARY KEY (import, line)
) WITHOUT ROWID;
