-- The tree over {nodes}, once more. Four things hold for every client, whatever its role, its isolation level
-- and its temporary tables:
--   * who changes the tree takes the lock {links}, a row, before anything else: at READ COMMITTED the next
--     statement sees what the writer before has done, at the higher levels it fails and is tried again;
--   * a path may be written only where the links lead along it, and removed only where they do not any more:
--     the rule asks for the truth, not for who asks;
--   * every name is qualified, and the search path of every function is fixed;
--   * a change costs what the paths cost that it touches.
DROP FUNCTION @here@.ludex_{paths}_closed(), @here@.ludex_{links}_rules(), @here@.ludex_{links}_fixed(),
    @here@.ludex_{links}_changed(), @here@.ludex_{paths}_node() CASCADE;
DROP FUNCTION @here@.ludex_{paths}_refresh(text);
-- A long path does not fit a key of the index: its digest does.
ALTER TABLE @here@.{paths} DROP CONSTRAINT {paths}_pkey, DROP CONSTRAINT {paths}_{node}_fkey;
DROP INDEX @here@.{paths}_path;
CREATE UNIQUE INDEX {paths}_once ON @here@.{paths} ({node}, pg_catalog.md5(path::text));
INSERT INTO @here@.ludex_locks (name) VALUES ('{links}');

CREATE FUNCTION @here@.ludex_{links}_turn() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    PERFORM @here@.ludex_take('{links}');
    RETURN NULL;
END $f$;
CREATE TRIGGER a_{links}_turn BEFORE INSERT OR UPDATE OR DELETE ON @here@.{links}
    FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_{links}_turn();
CREATE TRIGGER a_{nodes}_turn BEFORE DELETE OR UPDATE OF {shape} ON @here@.{nodes}
    FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_{links}_turn();

CREATE FUNCTION @here@.ludex_{links}_rules() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $f$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM @here@.{nodes} n WHERE n.id = NEW.parent AND n.{is_node})
        OR NOT EXISTS (SELECT 1 FROM @here@.{nodes} n WHERE n.id = NEW.child AND n.{is_node}) THEN
        RAISE EXCEPTION 'a link joins two {what} that are there';
    END IF;
    IF EXISTS (
        WITH RECURSIVE up (id) AS (
            SELECT NEW.parent UNION SELECT l.parent FROM @here@.{links} l JOIN up ON l.child = up.id
        )
        SELECT 1 FROM up WHERE id = NEW.child
    ) THEN
        RAISE EXCEPTION 'the link would close a cycle';
    END IF;
    RETURN NEW;
END $f$;
CREATE TRIGGER {links}_rules BEFORE INSERT ON @here@.{links} FOR EACH ROW EXECUTE FUNCTION @here@.ludex_{links}_rules();
-- A link changes only together with the id of one of its ends, which is gone then.
CREATE FUNCTION @here@.ludex_{links}_fixed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    IF EXISTS (SELECT 1 FROM @here@.{nodes} n WHERE n.id = OLD.parent)
        AND EXISTS (SELECT 1 FROM @here@.{nodes} n WHERE n.id = OLD.child) THEN
        RAISE EXCEPTION 'a link is not changed: remove it and add another';
    END IF;
    RETURN NEW;
END $f$;
CREATE TRIGGER {links}_fixed BEFORE UPDATE ON @here@.{links} FOR EACH ROW EXECUTE FUNCTION @here@.ludex_{links}_fixed();

-- Paths are what the links say, and nothing else.
CREATE FUNCTION @here@.ludex_{paths}_added() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $f$
BEGIN
    IF EXISTS (SELECT 1 FROM added r WHERE NOT {true r}) THEN
        RAISE EXCEPTION '{paths} is derived from {links} and never written by hand';
    END IF;
    RETURN NULL;
END $f$;
CREATE TRIGGER {paths}_added AFTER INSERT ON @here@.{paths} REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_{paths}_added();
CREATE FUNCTION @here@.ludex_{paths}_removed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $f$
BEGIN
    IF EXISTS (SELECT 1 FROM removed r WHERE {true r}) THEN
        RAISE EXCEPTION '{paths} is derived from {links} and never written by hand';
    END IF;
    RETURN NULL;
END $f$;
CREATE TRIGGER {paths}_removed AFTER DELETE ON @here@.{paths} REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_{paths}_removed();
CREATE FUNCTION @here@.ludex_{paths}_closed() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    RAISE EXCEPTION '{paths} is derived from {links} and never written by hand';
END $f$;
CREATE TRIGGER {paths}_closed BEFORE UPDATE ON @here@.{paths}
    FOR EACH ROW EXECUTE FUNCTION @here@.ludex_{paths}_closed();
-- TRUNCATE asks no row: it is refused where a row would have been asked.
CREATE TRIGGER {paths}_cut BEFORE TRUNCATE ON @here@.{paths}
    FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_{paths}_closed();
CREATE TRIGGER {links}_cut BEFORE TRUNCATE ON @here@.{links}
    FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_{paths}_closed();
CREATE TRIGGER {nodes}_cut BEFORE TRUNCATE ON @here@.{nodes}
    FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_{paths}_closed();

-- Brings the paths of some nodes, and of all below them, to what the links say.
CREATE FUNCTION @here@.ludex_{paths}_refresh(starts text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET jit = off AS $f$
DECLARE
    below text[];
BEGIN
    WITH RECURSIVE down (id) AS (
        SELECT s.id COLLATE "C" FROM unnest(starts) AS s (id)
        UNION SELECT l.child FROM @here@.{links} l JOIN down ON l.parent = down.id
    )
    SELECT array_agg(id) INTO below FROM down;
    IF below IS NULL THEN
        RETURN;
    END IF;
    DELETE FROM @here@.{paths} r WHERE r.{node} = ANY (below) AND NOT {true r};
    INSERT INTO @here@.{paths} ({node}, path, depth)
    WITH RECURSIVE led (id, path, depth) AS (
        SELECT s.id, s.path, s.depth FROM (
            SELECT n.id, n.id AS path, 0 AS depth FROM @here@.{nodes} n
            WHERE n.id = ANY (below) AND n.{is_node}
                AND NOT EXISTS (SELECT 1 FROM @here@.{links} l WHERE l.child = n.id)
            UNION ALL
            -- What leads to a node from outside is right already.
            SELECT l.child, (p.path::text || '.' || l.child) COLLATE "C", p.depth + 1
            FROM @here@.{links} l JOIN @here@.{paths} p ON p.{node} = l.parent
            WHERE l.child = ANY (below) AND l.parent <> ALL (below)
        ) s
        UNION ALL
        SELECT l.child, (led.path || '.' || l.child) COLLATE "C", led.depth + 1
        FROM led JOIN @here@.{links} l ON l.parent = led.id WHERE led.depth < {deepest}
    )
    -- Bounded, so that a ladder of thousands of ways ends in the message below and not in a full disk.
    SELECT id, path::@ltree@.ltree, depth
    FROM (SELECT * FROM led LIMIT 1000 * pg_catalog.cardinality(below) + 1) AS bounded
    -- A node that is being removed has no path, though a link still leads to it.
    WHERE EXISTS (SELECT 1 FROM @here@.{nodes} n WHERE n.id = bounded.id AND n.{is_node})
    ON CONFLICT DO NOTHING;
    IF EXISTS (SELECT 1 FROM @here@.{paths} p WHERE p.{node} = ANY (below) GROUP BY p.{node} HAVING count(*) > 1000) THEN
        RAISE EXCEPTION 'more than 1000 paths would lead to one of the {what}';
    END IF;
    IF EXISTS (SELECT 1 FROM @here@.{paths} p WHERE p.{node} = ANY (below) AND p.depth >= {deepest}) THEN
        RAISE EXCEPTION 'a path of more than {deepest} {what} would be too long';
    END IF;
    {shown}
END $f$;

CREATE FUNCTION @here@.ludex_{links}_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    PERFORM @here@.ludex_{paths}_refresh((SELECT array_agg(DISTINCT c.child) FROM changed c));
    RETURN NULL;
END $f$;
CREATE TRIGGER {links}_added AFTER INSERT ON @here@.{links} REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_{links}_changed();
CREATE TRIGGER {links}_removed AFTER DELETE ON @here@.{links} REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_{links}_changed();

CREATE FUNCTION @here@.ludex_{nodes}_node() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    -- An id that comes back: a snapshot of before may still show the links of the node that had it.
    PERFORM @here@.ludex_take('{links}');
    IF TG_OP = 'DELETE' THEN
        DELETE FROM @here@.{paths} p WHERE p.{node} = OLD.id;
        RETURN NULL;
    END IF;
    IF NOT NEW.{is_node} AND EXISTS (SELECT 1 FROM @here@.{links} l WHERE l.parent = NEW.id OR l.child = NEW.id) THEN
        RAISE EXCEPTION 'the setup has oqb links: remove them first';
    END IF;
    PERFORM @here@.ludex_{paths}_refresh(CASE WHEN TG_OP = 'INSERT' THEN ARRAY[NEW.id] ELSE ARRAY[OLD.id, NEW.id] END);
    RETURN NULL;
END $f$;
CREATE TRIGGER {nodes}_tree_root AFTER INSERT ON @here@.{nodes} FOR EACH ROW WHEN (NEW.{is_node})
    EXECUTE FUNCTION @here@.ludex_{nodes}_node();
-- Named to run after the triggers that carry the new id into links, or remove them.
CREATE TRIGGER zz_{nodes}_tree_changed AFTER UPDATE OF {shape} ON @here@.{nodes} FOR EACH ROW
    WHEN (NEW.id <> OLD.id OR (NEW.{is_node}) <> (OLD.{is_node})) EXECUTE FUNCTION @here@.ludex_{nodes}_node();
CREATE TRIGGER zz_{nodes}_tree_gone AFTER DELETE ON @here@.{nodes} FOR EACH ROW
    EXECUTE FUNCTION @here@.ludex_{nodes}_node();
