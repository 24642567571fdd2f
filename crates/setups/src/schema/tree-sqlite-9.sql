-- The tree over {nodes}: what a change of it costs is what it changes. A CROSS JOIN is made in the order in which it stands;
-- left to choose, SQLite from 3.51 on reads all {nodes} and looks for each of them among the few that are asked for.
DROP TRIGGER {nodes}_tree_root;
DROP TRIGGER {links}_added;
DROP TRIGGER {links}_removed;
CREATE TRIGGER {nodes}_tree_root AFTER INSERT ON {nodes} WHEN NEW.{is_node} BEGIN
    {refresh NEW.id}
END;
CREATE TRIGGER {links}_added AFTER INSERT ON {links} BEGIN
    {refresh NEW.child}
END;
CREATE TRIGGER {links}_removed AFTER DELETE ON {links} BEGIN
    {refresh OLD.child}
END;
