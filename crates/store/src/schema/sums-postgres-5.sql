-- Checksums. Rows that are imported by the million carry their own (sum), and their table its total; of all other
-- tables each row has a seal. Only Ludex makes sums (its sessions set ludex.writer): what another client writes has
-- none until `ludex store check --repair` takes it in.
ALTER TABLE @here@.records ADD COLUMN sum bigint;
ALTER TABLE @here@.record_keys ADD COLUMN sum bigint;
-- One row per statement that changed a table, so that writers do not wait for each other here; every hundredth
-- transaction adds them up.
CREATE TABLE @here@.ludex_totals (
    tab  text COLLATE "C" NOT NULL,
    rows bigint NOT NULL,
    sum  numeric NOT NULL
);
CREATE TABLE @here@.ludex_sealed (
    tab   text COLLATE "C" NOT NULL PRIMARY KEY,
    -- Where the row t is the one of the seal s, and where the seal s is the one of the row t: each finds the other
    -- by its index.
    pairs text NOT NULL,
    back  text NOT NULL,
    -- The key of the row t, part by part.
    parts text NOT NULL
);
CREATE TABLE @here@.ludex_seals (
    tab  text COLLATE "C" NOT NULL,
    k1   text COLLATE "C" NOT NULL,
    k2   text COLLATE "C" NOT NULL DEFAULT '',
    k3   text COLLATE "C" NOT NULL DEFAULT '',
    k4   text COLLATE "C" NOT NULL DEFAULT '',
    -- Nothing: changed, and not sealed yet.
    sum  bigint,
    -- The transaction of Ludex that changed the row and will seal it.
    mark text,
    PRIMARY KEY (tab, k1, k2, k3, k4)
);
CREATE INDEX ludex_seals_open ON @here@.ludex_seals (mark) WHERE sum IS NULL AND mark IS NOT NULL;
-- The schema as it was made, to compare with and to make again what is gone.
CREATE TABLE @here@.ludex_objects (
    kind text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    sql  text NOT NULL,
    PRIMARY KEY (kind, name)
);

-- The sum of a row of any table: as JSON text, in which every value stands.
CREATE FUNCTION @here@.ludex_row_sum(r anyelement) RETURNS bigint LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp SET bytea_output = 'hex' SET extra_float_digits = 1
SET datestyle = 'ISO' AS $f$
    SELECT hashtextextended(to_json(r)::text COLLATE "C", 0)
$f$;

UPDATE @here@.records SET sum = hashtextextended(ROW(name, "position", solution, encode(float8send(rating), 'hex'), length,
    score, facts, source, first_seen, last_seen, count)::text COLLATE "C", 0);
UPDATE @here@.record_keys SET sum = hashtextextended(ROW(kind, key, name)::text COLLATE "C", 0);

CREATE FUNCTION @here@.ludex_records_summed() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    NEW.sum := hashtextextended(ROW(NEW.name, NEW.position, NEW.solution, encode(float8send(NEW.rating), 'hex'), NEW.length,
        NEW.score, NEW.facts, NEW.source, NEW.first_seen, NEW.last_seen, NEW.count)::text COLLATE "C", 0);
    IF current_setting('ludex.writer', true) IS DISTINCT FROM 'on'
        AND (TG_OP = 'INSERT' OR NEW.sum IS DISTINCT FROM OLD.sum) THEN
        NEW.sum := NULL;
    END IF;
    RETURN NEW;
END $f$;
CREATE TRIGGER zz_records_summed BEFORE INSERT OR UPDATE ON @here@.records
    FOR EACH ROW EXECUTE FUNCTION @here@.ludex_records_summed();
CREATE FUNCTION @here@.ludex_record_keys_summed() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    NEW.sum := hashtextextended(ROW(NEW.kind, NEW.key, NEW.name)::text COLLATE "C", 0);
    IF current_setting('ludex.writer', true) IS DISTINCT FROM 'on'
        AND (TG_OP = 'INSERT' OR NEW.sum IS DISTINCT FROM OLD.sum) THEN
        NEW.sum := NULL;
    END IF;
    RETURN NEW;
END $f$;
CREATE TRIGGER zz_record_keys_summed BEFORE INSERT OR UPDATE ON @here@.record_keys
    FOR EACH ROW EXECUTE FUNCTION @here@.ludex_record_keys_summed();
-- Totals follow what Ludex does, and rows that another client changed leave them; a row that another client removed
-- is missed by them.
CREATE FUNCTION @here@.ludex_total_added() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    INSERT INTO @here@.ludex_totals (tab, rows, sum)
    SELECT TG_TABLE_NAME, count(a.sum), sum(a.sum) FROM added a HAVING count(a.sum) > 0;
    IF pg_current_xact_id()::text::bigint % 100 = 0 THEN
        WITH gone AS (DELETE FROM @here@.ludex_totals RETURNING tab, rows, sum)
        INSERT INTO @here@.ludex_totals (tab, rows, sum) SELECT tab, sum(rows), sum(sum) FROM gone GROUP BY tab;
    END IF;
    RETURN NULL;
END $f$;
CREATE FUNCTION @here@.ludex_total_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    INSERT INTO @here@.ludex_totals (tab, rows, sum)
    SELECT TG_TABLE_NAME, a.rows - r.rows, coalesce(a.sum, 0) - coalesce(r.sum, 0)
    FROM (SELECT count(n.sum) AS rows, sum(n.sum) AS sum FROM added n) a,
        (SELECT count(o.sum) AS rows, sum(o.sum) AS sum FROM removed o) r
    WHERE a.rows > 0 OR r.rows > 0;
    RETURN NULL;
END $f$;
CREATE FUNCTION @here@.ludex_total_removed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    IF current_setting('ludex.writer', true) = 'on' THEN
        INSERT INTO @here@.ludex_totals (tab, rows, sum)
        SELECT TG_TABLE_NAME, -count(r.sum), -sum(r.sum) FROM removed r HAVING count(r.sum) > 0;
    END IF;
    RETURN NULL;
END $f$;
DO $p$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['records', 'record_keys'] LOOP
        EXECUTE format('INSERT INTO @here@.ludex_totals SELECT %L, count(*), coalesce(sum(sum), 0) FROM @here@.%1$I', name);
        EXECUTE format('CREATE TRIGGER %s_total_added AFTER INSERT ON @here@.%1$I REFERENCING NEW TABLE AS added '
            'FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_total_added()', name);
        EXECUTE format('CREATE TRIGGER %s_total_changed AFTER UPDATE ON @here@.%1$I REFERENCING NEW TABLE AS added '
            'OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_total_changed()', name);
        EXECUTE format('CREATE TRIGGER %s_total_removed AFTER DELETE ON @here@.%1$I REFERENCING OLD TABLE AS removed '
            'FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_total_removed()', name);
    END LOOP;
END $p$;

-- Before it commits a transaction of Ludex seals what it has changed, at its first mark all of it.
CREATE FUNCTION @here@.ludex_seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $f$
DECLARE
    mine text := pg_current_xact_id()::text;
    it record;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM @here@.ludex_seals s WHERE s.sum IS NULL AND s.mark = mine) THEN
        RETURN NULL;
    END IF;
    FOR it IN SELECT d.tab, d.pairs FROM @here@.ludex_sealed d WHERE d.tab IN (
        SELECT DISTINCT s.tab FROM @here@.ludex_seals s WHERE s.sum IS NULL AND s.mark = mine
    ) LOOP
        EXECUTE format('UPDATE @here@.ludex_seals s SET sum = @here@.ludex_row_sum(t), mark = NULL FROM @here@.%I t '
            'WHERE s.tab = %L AND s.sum IS NULL AND s.mark = %L AND %s', it.tab, it.tab, mine, it.pairs);
    END LOOP;
    DELETE FROM @here@.ludex_seals s WHERE s.sum IS NULL AND s.mark = mine;
    RETURN NULL;
END $f$;
CREATE CONSTRAINT TRIGGER ludex_seals_seal AFTER INSERT OR UPDATE ON @here@.ludex_seals DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.sum IS NULL AND NEW.mark IS NOT NULL) EXECUTE FUNCTION @here@.ludex_seal();
DO $p$
BEGIN
    IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'ludex_reader') THEN
        GRANT SELECT ON @here@.ludex_totals, @here@.ludex_sealed, @here@.ludex_seals, @here@.ludex_objects TO ludex_reader;
    END IF;
    IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'ludex_editor') THEN
        REVOKE INSERT, UPDATE, DELETE ON @here@.ludex_totals, @here@.ludex_sealed, @here@.ludex_seals, @here@.ludex_objects
            FROM ludex_editor;
    END IF;
END $p$;
