-- Records by name, in bytewise order whatever the locale of the server.
CREATE TABLE records (
    name       text COLLATE "C" NOT NULL PRIMARY KEY
               CHECK (name ~ '^[a-z][a-z0-9-]*:.' AND length(name) <= 1100),
    position   text,
    solution   text,
    rating     double precision,
    length     bigint,
    score      bigint,
    facts      json CHECK (facts IS NULL OR json_typeof(facts) = 'object'),
    source     text,
    first_seen bigint NOT NULL,
    last_seen  bigint NOT NULL CHECK (last_seen >= first_seen),
    count      bigint NOT NULL CHECK (count >= 1)
);

-- Short codes that several positions may share: indexed, never trusted alone.
CREATE TABLE record_keys (
    kind text COLLATE "C" NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),
    key  text COLLATE "C" NOT NULL CHECK (length(key) <= 1000),
    name text COLLATE "C" NOT NULL REFERENCES records (name) ON DELETE CASCADE ON UPDATE CASCADE,
    PRIMARY KEY (kind, key, name)
);
CREATE INDEX record_keys_name ON record_keys (name);

-- How far each import has come; written in the transaction of its batch.
CREATE TABLE imports (
    id       text COLLATE "C" NOT NULL PRIMARY KEY,
    batch    bigint NOT NULL,
    line     bigint NOT NULL,
    place    bigint NOT NULL,
    taken    bigint NOT NULL,
    refused  bigint NOT NULL,
    finished boolean NOT NULL
);
CREATE TABLE import_refusals (
    import text COLLATE "C" NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    line   bigint NOT NULL,
    reason text NOT NULL,
    PRIMARY KEY (import, line)
);
