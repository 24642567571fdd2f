-- A tree over {nodes}: links are the truth, paths are derived. Several parents unfold into several paths.
CREATE TABLE {links} (
    parent text COLLATE "C" NOT NULL REFERENCES {nodes} (id) ON DELETE CASCADE ON UPDATE CASCADE,
    child  text COLLATE "C" NOT NULL REFERENCES {nodes} (id) ON DELETE CASCADE ON UPDATE CASCADE,
    PRIMARY KEY (parent, child),
    CHECK (parent <> child)
);
CREATE INDEX {links}_child ON {links} (child, parent);
CREATE TABLE {paths} (
    {node} text COLLATE "C" NOT NULL REFERENCES {nodes} (id) ON DELETE CASCADE ON UPDATE CASCADE,
    path   ltree NOT NULL,
    depth  integer NOT NULL,
    PRIMARY KEY ({node}, path)
);
CREATE INDEX {paths}_path ON {paths} USING gist (path);

-- Only triggers write paths: those of a client's own statement run at depth 1.
CREATE FUNCTION ludex_{paths}_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_trigger_depth() < 2 THEN
        RAISE EXCEPTION '{paths} is derived from {links} and never written by hand';
    END IF;
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER {paths}_closed BEFORE INSERT OR UPDATE OR DELETE ON {paths}
    FOR EACH ROW EXECUTE FUNCTION ludex_{paths}_closed();

CREATE FUNCTION ludex_{links}_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Two writers could each add half of a cycle: they wait for each other.
    PERFORM pg_advisory_xact_lock({links_lock});
    IF NOT EXISTS (SELECT 1 FROM {nodes} WHERE id = NEW.parent AND {is_node})
        OR NOT EXISTS (SELECT 1 FROM {nodes} WHERE id = NEW.child AND {is_node}) THEN
        RAISE EXCEPTION 'a link joins two {what} that are there';
    END IF;
    IF EXISTS (
        WITH RECURSIVE up (id) AS (
            SELECT NEW.parent UNION SELECT l.parent FROM {links} l JOIN up ON l.child = up.id
        )
        SELECT 1 FROM up WHERE id = NEW.child
    ) THEN
        RAISE EXCEPTION 'the link would close a cycle';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER {links}_rules BEFORE INSERT ON {links} FOR EACH ROW EXECUTE FUNCTION ludex_{links}_rules();
-- A link changes only together with the id of one of its ends, which is gone then.
CREATE FUNCTION ludex_{links}_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM {nodes} WHERE id = OLD.parent) AND EXISTS (SELECT 1 FROM {nodes} WHERE id = OLD.child) THEN
        RAISE EXCEPTION 'a link is not changed: remove it and add another';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER {links}_fixed BEFORE UPDATE ON {links} FOR EACH ROW EXECUTE FUNCTION ludex_{links}_fixed();

CREATE FUNCTION ludex_{paths}_refresh(start text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM {paths} WHERE {node} IN (
        WITH RECURSIVE down (id) AS (SELECT start UNION SELECT l.child FROM {links} l JOIN down ON l.parent = down.id)
        SELECT id FROM down
    );
    INSERT INTO {paths} ({node}, path, depth)
    WITH RECURSIVE
        down (id) AS (SELECT start UNION SELECT l.child FROM {links} l JOIN down ON l.parent = down.id),
        up (node, top, path, depth) AS (
            SELECT n.id, n.id, n.id, 0 FROM down JOIN {nodes} n ON n.id = down.id
            UNION ALL
            SELECT up.node, l.parent, l.parent || '.' || up.path, up.depth + 1
            FROM up JOIN {links} l ON l.child = up.top
        )
    SELECT node, path::text::ltree, depth FROM up WHERE NOT EXISTS (SELECT 1 FROM {links} l WHERE l.child = up.top);
    IF EXISTS (
        SELECT 1 FROM {paths} WHERE {node} IN (
            WITH RECURSIVE down (id) AS (SELECT start UNION SELECT l.child FROM {links} l JOIN down ON l.parent = down.id)
            SELECT id FROM down
        ) GROUP BY {node} HAVING count(*) > 1000
    ) THEN
        RAISE EXCEPTION 'more than 1000 paths would lead to one of the {what}';
    END IF;
END $$;
CREATE FUNCTION ludex_{links}_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ludex_{paths}_refresh(CASE WHEN TG_OP = 'DELETE' THEN OLD.child ELSE NEW.child END);
    RETURN NULL;
END $$;
CREATE TRIGGER {links}_changed AFTER INSERT OR DELETE ON {links} FOR EACH ROW EXECUTE FUNCTION ludex_{links}_changed();
CREATE FUNCTION ludex_{paths}_node() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ludex_{paths}_refresh(NEW.id);
    RETURN NULL;
END $$;
CREATE TRIGGER {nodes}_tree_root AFTER INSERT ON {nodes} FOR EACH ROW WHEN (NEW.{is_node})
    EXECUTE FUNCTION ludex_{paths}_node();
-- Named to run after the triggers that carry the new id into links and paths.
CREATE TRIGGER zz_{nodes}_tree_renamed AFTER UPDATE OF id ON {nodes} FOR EACH ROW
    WHEN (NEW.id <> OLD.id AND NEW.{is_node}) EXECUTE FUNCTION ludex_{paths}_node();
