-- Roots that one statement brings are led to in one go, not one by one.
DROP TRIGGER {nodes}_tree_root ON @here@.{nodes};
CREATE FUNCTION @here@.ludex_{nodes}_rooted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $f$
DECLARE
    roots text[];
BEGIN
    SELECT array_agg(n.id) INTO roots FROM added n WHERE n.{is_node};
    IF roots IS NOT NULL THEN
        -- An id that comes back: a snapshot of before may still show the links of the node that had it.
        PERFORM @here@.ludex_take('{links}');
        PERFORM @here@.ludex_{paths}_refresh(roots);
    END IF;
    RETURN NULL;
END $f$;
REVOKE EXECUTE ON FUNCTION @here@.ludex_{nodes}_rooted() FROM PUBLIC;
CREATE TRIGGER {nodes}_tree_root AFTER INSERT ON @here@.{nodes} REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_{nodes}_rooted();

-- What a change of the tree costs is what it changes: for each row that is asked about the index is asked. Left to choose,
-- the server reads all links, or all {nodes}, into a table of hashes, once for every link of an import. OFFSET 0 is what
-- keeps it from making a join of a question.
CREATE OR REPLACE FUNCTION @here@.ludex_{links}_rules() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $f$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM @here@.{nodes} n WHERE n.id = NEW.parent AND n.{is_node})
        OR NOT EXISTS (SELECT 1 FROM @here@.{nodes} n WHERE n.id = NEW.child AND n.{is_node}) THEN
        RAISE EXCEPTION 'a link joins two {what} that are there';
    END IF;
    IF EXISTS (
        WITH RECURSIVE up (id) AS (
            SELECT NEW.parent UNION SELECT l.parent FROM up
            CROSS JOIN LATERAL (SELECT k.parent FROM @here@.{links} k WHERE k.child = up.id OFFSET 0) AS l
        )
        SELECT 1 FROM up WHERE id = NEW.child
    ) THEN
        RAISE EXCEPTION 'the link would close a cycle';
    END IF;
    RETURN NEW;
END $f$;
CREATE OR REPLACE FUNCTION @here@.ludex_{paths}_added() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $f$
BEGIN
    IF EXISTS (SELECT 1 FROM added r WHERE NOT {true r}) THEN
        RAISE EXCEPTION '{paths} is derived from {links} and never written by hand';
    END IF;
    RETURN NULL;
END $f$;
CREATE OR REPLACE FUNCTION @here@.ludex_{paths}_removed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $f$
BEGIN
    IF EXISTS (SELECT 1 FROM removed r WHERE {true r}) THEN
        RAISE EXCEPTION '{paths} is derived from {links} and never written by hand';
    END IF;
    RETURN NULL;
END $f$;
CREATE OR REPLACE FUNCTION @here@.ludex_{paths}_refresh(starts text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET jit = off AS $f$
DECLARE
    below text[];
BEGIN
    WITH RECURSIVE down (id) AS (
        SELECT s.id COLLATE "C" FROM unnest(starts) AS s (id)
        UNION SELECT l.child FROM down
        CROSS JOIN LATERAL (SELECT k.child FROM @here@.{links} k WHERE k.parent = down.id OFFSET 0) AS l
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
                AND NOT EXISTS (SELECT 1 FROM @here@.{links} l WHERE l.child = n.id OFFSET 0)
            UNION ALL
            -- What leads to a node from outside is right already.
            SELECT l.child, (p.path::text || '.' || l.child) COLLATE "C", p.depth + 1
            FROM @here@.{links} l JOIN @here@.{paths} p ON p.{node} = l.parent
            WHERE l.child = ANY (below) AND l.parent <> ALL (below)
        ) s
        UNION ALL
        SELECT l.child, (led.path || '.' || l.child) COLLATE "C", led.depth + 1
        FROM led CROSS JOIN LATERAL (SELECT k.child FROM @here@.{links} k WHERE k.parent = led.id OFFSET 0) AS l
        WHERE led.depth < {deepest}
    )
    -- Bounded, so that a ladder of thousands of ways ends in the message below and not in a full disk.
    SELECT id, path::@ltree@.ltree, depth
    FROM (SELECT * FROM led LIMIT 1000 * pg_catalog.cardinality(below) + 1) AS bounded
    -- A node that is being removed has no path, though a link still leads to it.
    WHERE EXISTS (SELECT 1 FROM @here@.{nodes} n WHERE n.id = bounded.id AND n.{is_node} OFFSET 0)
    ON CONFLICT DO NOTHING;
    IF EXISTS (SELECT 1 FROM @here@.{paths} p WHERE p.{node} = ANY (below) GROUP BY p.{node} HAVING count(*) > 1000) THEN
        RAISE EXCEPTION 'more than 1000 paths would lead to one of the {what}';
    END IF;
    IF EXISTS (SELECT 1 FROM @here@.{paths} p WHERE p.{node} = ANY (below) AND p.depth >= {deepest}) THEN
        RAISE EXCEPTION 'a path of more than {deepest} {what} would be too long';
    END IF;
    {shown}
END $f$;
