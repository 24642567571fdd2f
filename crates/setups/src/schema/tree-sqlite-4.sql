-- The tree over {nodes}, once more: a path may be written only where the links lead along it, and removed only
-- where they do not any more. The rule asks for the truth, so that no row somewhere opens the paths.
DROP TRIGGER {paths}_insert;
DROP TRIGGER {paths}_update;
DROP TRIGGER {paths}_delete;
DROP TRIGGER {nodes}_tree_root;
DROP TRIGGER {links}_added;
DROP TRIGGER {links}_removed;
DROP TRIGGER {nodes}_tree_renamed;
DROP TRIGGER {nodes}_gone;
DROP TRIGGER {nodes}_renamed;
DROP TABLE {work};
DROP INDEX {paths}_path;
ALTER TABLE {paths} RENAME TO {paths}_old;
CREATE TABLE {paths} (
    {node} TEXT    NOT NULL COLLATE BINARY,
    path   TEXT    NOT NULL COLLATE BINARY,
    depth  INTEGER NOT NULL,
    PRIMARY KEY ({node}, path)
) WITHOUT ROWID;
INSERT INTO {paths} ({node}, path, depth) SELECT {node}, path, depth FROM {paths}_old;
DROP TABLE {paths}_old;

CREATE TRIGGER {paths}_insert BEFORE INSERT ON {paths} WHEN NOT {true NEW} BEGIN
    SELECT RAISE(ABORT, '{paths} is derived from {links} and never written by hand');
END;
CREATE TRIGGER {paths}_update BEFORE UPDATE ON {paths} BEGIN
    SELECT RAISE(ABORT, '{paths} is derived from {links} and never written by hand');
END;
CREATE TRIGGER {paths}_delete BEFORE DELETE ON {paths} WHEN {true OLD} BEGIN
    SELECT RAISE(ABORT, '{paths} is derived from {links} and never written by hand');
END;
CREATE TRIGGER {nodes}_tree_root AFTER INSERT ON {nodes} WHEN NEW.{is_node} BEGIN
    {refresh NEW.id}
END;
CREATE TRIGGER {links}_added AFTER INSERT ON {links} BEGIN
    {refresh NEW.child}
END;
CREATE TRIGGER {links}_removed AFTER DELETE ON {links} BEGIN
    {refresh OLD.child}
END;
