-- A tree over {nodes}: links are the truth, paths are derived. Several parents unfold into several paths.
CREATE TABLE {links} (
    parent TEXT NOT NULL COLLATE BINARY REFERENCES {nodes} (id) ON DELETE CASCADE ON UPDATE CASCADE,
    child  TEXT NOT NULL COLLATE BINARY REFERENCES {nodes} (id) ON DELETE CASCADE ON UPDATE CASCADE,
    PRIMARY KEY (parent, child),
    CHECK (parent <> child)
) WITHOUT ROWID;
CREATE INDEX {links}_child ON {links} (child, parent);
CREATE TABLE {paths} (
    {node} TEXT    NOT NULL COLLATE BINARY REFERENCES {nodes} (id) ON DELETE CASCADE ON UPDATE CASCADE,
    path   TEXT    NOT NULL COLLATE BINARY,
    depth  INTEGER NOT NULL,
    PRIMARY KEY ({node}, path)
) WITHOUT ROWID;
CREATE INDEX {paths}_path ON {paths} (path);
-- While a row is here, a trigger is at work; at all other times paths are closed.
CREATE TABLE {work} (busy INTEGER NOT NULL PRIMARY KEY CHECK (busy = 1));

CREATE TRIGGER {paths}_insert BEFORE INSERT ON {paths} WHEN NOT EXISTS (SELECT 1 FROM {work}) BEGIN
    SELECT RAISE(ABORT, '{paths} is derived from {links} and never written by hand');
END;
CREATE TRIGGER {paths}_update BEFORE UPDATE ON {paths}
WHEN NOT EXISTS (SELECT 1 FROM {work}) AND EXISTS (SELECT 1 FROM {nodes} WHERE id = OLD.{node}) BEGIN
    SELECT RAISE(ABORT, '{paths} is derived from {links} and never written by hand');
END;
CREATE TRIGGER {paths}_delete BEFORE DELETE ON {paths}
WHEN NOT EXISTS (SELECT 1 FROM {work}) AND EXISTS (SELECT 1 FROM {nodes} WHERE id = OLD.{node}) BEGIN
    SELECT RAISE(ABORT, '{paths} is derived from {links} and never written by hand');
END;

CREATE TRIGGER {links}_rules BEFORE INSERT ON {links} BEGIN
    SELECT RAISE(ABORT, 'a link joins two {what} that are there') WHERE
        NOT EXISTS (SELECT 1 FROM {nodes} WHERE id = NEW.parent AND {is_node})
        OR NOT EXISTS (SELECT 1 FROM {nodes} WHERE id = NEW.child AND {is_node});
    SELECT RAISE(ABORT, 'the link would close a cycle') WHERE EXISTS (
        SELECT 1 FROM (
            WITH RECURSIVE up (id) AS (
                SELECT NEW.parent UNION SELECT l.parent FROM {links} l JOIN up ON l.child = up.id
            )
            SELECT id FROM up
        ) WHERE id = NEW.child
    );
END;
-- A link changes only together with the id of one of its ends, which is gone then.
CREATE TRIGGER {links}_fixed BEFORE UPDATE ON {links}
WHEN EXISTS (SELECT 1 FROM {nodes} WHERE id = OLD.parent) AND EXISTS (SELECT 1 FROM {nodes} WHERE id = OLD.child) BEGIN
    SELECT RAISE(ABORT, 'a link is not changed: remove it and add another');
END;

CREATE TRIGGER {nodes}_tree_root AFTER INSERT ON {nodes} WHEN NEW.{is_node} BEGIN
    INSERT OR IGNORE INTO {work} (busy) VALUES (1);
    INSERT INTO {paths} ({node}, path, depth) VALUES (NEW.id, NEW.id, 0);
    DELETE FROM {work};
END;
CREATE TRIGGER {links}_added AFTER INSERT ON {links} BEGIN
    {refresh NEW.child}
END;
CREATE TRIGGER {links}_removed AFTER DELETE ON {links} BEGIN
    {refresh OLD.child}
END;
CREATE TRIGGER {nodes}_tree_renamed AFTER UPDATE OF id ON {nodes} WHEN NEW.id <> OLD.id AND NEW.{is_node} BEGIN
    {refresh NEW.id}
END;
