INSERT OR IGNORE INTO {work} (busy) VALUES (1);
    DELETE FROM {paths} WHERE {node} IN (SELECT id FROM (
        WITH RECURSIVE down (id) AS (SELECT {top} UNION SELECT l.child FROM {links} l JOIN down ON l.parent = down.id)
        SELECT id FROM down
    ));
    INSERT INTO {paths} ({node}, path, depth) SELECT node, path, depth FROM (
        WITH RECURSIVE
            down (id) AS (SELECT {top} UNION SELECT l.child FROM {links} l JOIN down ON l.parent = down.id),
            up (node, top, path, depth) AS (
                SELECT n.id, n.id, n.id, 0 FROM down JOIN {nodes} n ON n.id = down.id
                UNION ALL
                SELECT up.node, l.parent, l.parent || '.' || up.path, up.depth + 1
                FROM up JOIN {links} l ON l.child = up.top
            )
        SELECT node, path, depth FROM up WHERE NOT EXISTS (SELECT 1 FROM {links} l WHERE l.child = up.top)
    );
    SELECT RAISE(ABORT, 'more than 1000 paths would lead to one of the {what}') WHERE EXISTS (
        SELECT 1 FROM {paths} WHERE {node} IN (SELECT id FROM (
            WITH RECURSIVE down (id) AS (SELECT {top} UNION SELECT l.child FROM {links} l JOIN down ON l.parent = down.id)
            SELECT id FROM down
        )) GROUP BY {node} HAVING count(*) > 1000
    );
    DELETE FROM {work};
