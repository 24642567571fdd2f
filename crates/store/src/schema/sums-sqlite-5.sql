-- Checksums. Rows that are imported by the million carry their own (sum), and their table its total; of all other
-- tables each row has a seal. Only Ludex can make a sum: what another client writes has none until
-- `ludex store check --repair` takes it in.
ALTER TABLE records ADD COLUMN sum INTEGER;
ALTER TABLE record_keys ADD COLUMN sum INTEGER;
CREATE TABLE ludex_totals (
    tab  TEXT    NOT NULL PRIMARY KEY COLLATE BINARY,
    rows INTEGER NOT NULL,
    sum  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE ludex_sealed (
    tab    TEXT NOT NULL PRIMARY KEY COLLATE BINARY,
    -- Where the row t is the one of the seal s, and where the seal s is the one of the row t: each finds the other
    -- by its index.
    pairs TEXT NOT NULL,
    back  TEXT NOT NULL,
    -- The key of the row t, part by part.
    parts TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE ludex_seals (
    tab     TEXT    NOT NULL COLLATE BINARY,
    k1      TEXT    NOT NULL COLLATE BINARY,
    k2      TEXT    NOT NULL DEFAULT '' COLLATE BINARY,
    k3      TEXT    NOT NULL DEFAULT '' COLLATE BINARY,
    k4      TEXT    NOT NULL DEFAULT '' COLLATE BINARY,
    -- Nothing: changed, and not sealed yet.
    sum     INTEGER,
    -- Changed before the present transaction began.
    outside INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tab, k1, k2, k3, k4)
) WITHOUT ROWID;
CREATE INDEX ludex_seals_open ON ludex_seals (tab) WHERE sum IS NULL AND outside = 0;
-- The schema as it was made, to compare with and to make again what is gone.
CREATE TABLE ludex_objects (
    kind TEXT NOT NULL COLLATE BINARY,
    name TEXT NOT NULL COLLATE BINARY,
    sql  TEXT NOT NULL,
    PRIMARY KEY (kind, name)
) WITHOUT ROWID;

UPDATE records SET sum = ludex_sum(name, position, solution, rating, length, score, facts, source, first_seen,
    last_seen, count);
UPDATE record_keys SET sum = ludex_sum(kind, key, name);
INSERT INTO ludex_totals SELECT 'records', count(*), coalesce(sum(sum), 0) FROM records;
INSERT INTO ludex_totals SELECT 'record_keys', count(*), coalesce(sum(sum), 0) FROM record_keys;

CREATE TRIGGER records_outside AFTER UPDATE ON records
WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL AND (NEW.name, NEW.position, NEW.solution, NEW.rating, NEW.length,
        NEW.score, NEW.facts, NEW.source, NEW.first_seen, NEW.last_seen, NEW.count)
    IS NOT (OLD.name, OLD.position, OLD.solution, OLD.rating, OLD.length, OLD.score, OLD.facts, OLD.source,
        OLD.first_seen, OLD.last_seen, OLD.count) BEGIN
    UPDATE records SET sum = NULL WHERE name = NEW.name;
    UPDATE ludex_totals SET rows = rows - 1, sum = sum - OLD.sum WHERE tab = 'records';
END;
CREATE TRIGGER record_keys_outside AFTER UPDATE ON record_keys
WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL
    AND (NEW.kind, NEW.key, NEW.name) IS NOT (OLD.kind, OLD.key, OLD.name) BEGIN
    UPDATE record_keys SET sum = NULL WHERE kind = NEW.kind AND key = NEW.key AND name = NEW.name;
    UPDATE ludex_totals SET rows = rows - 1, sum = sum - OLD.sum WHERE tab = 'record_keys';
END;

-- Ludex refuses NUL itself: only rows of other clients are asked, which have no sum.
DROP TRIGGER records_nul_insert;
DROP TRIGGER records_nul_update;
DROP TRIGGER record_keys_nul_insert;
DROP TRIGGER record_keys_nul_update;
