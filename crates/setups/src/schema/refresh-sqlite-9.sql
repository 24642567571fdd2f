DELETE FROM {paths} WHERE {node} IN (SELECT id FROM (
        WITH RECURSIVE down (id) AS (SELECT {top} UNION SELECT l.child FROM down CROSS JOIN {links} l ON l.parent = down.id)
        SELECT id FROM down
    )) AND NOT {true {paths}};
    INSERT INTO {paths} ({node}, path, depth) SELECT id, path, depth FROM (
        WITH RECURSIVE
            down (id) AS (SELECT {top} UNION SELECT l.child FROM down CROSS JOIN {links} l ON l.parent = down.id),
            led (id, path, depth) AS (
                SELECT n.id, n.id, 0 FROM down CROSS JOIN {nodes} n ON n.id = down.id
                WHERE n.{is_node} AND NOT EXISTS (SELECT 1 FROM {links} l WHERE l.child = n.id)
                UNION ALL
                -- What leads to a node from outside is right already.
                SELECT l.child, p.path || '.' || l.child, p.depth + 1
                FROM down CROSS JOIN {links} l ON l.child = down.id CROSS JOIN {paths} p ON p.{node} = l.parent
                WHERE l.parent NOT IN (SELECT id FROM down)
                UNION ALL
                SELECT l.child, led.path || '.' || l.child, led.depth + 1
                FROM led CROSS JOIN {links} l ON l.parent = led.id WHERE led.depth < {deepest}
            )
        SELECT id, path, depth FROM led LIMIT 1000 * (SELECT count(*) FROM down) + 1
    ) AS bounded
    -- A node that is being removed has no path, though a link still leads to it.
    WHERE EXISTS (SELECT 1 FROM {nodes} n WHERE n.id = bounded.id AND n.{is_node})
        AND NOT EXISTS (SELECT 1 FROM {paths} p WHERE p.{node} = bounded.id AND p.path = bounded.path);
    SELECT RAISE(ABORT, 'more than 1000 paths would lead to one of the {what}') WHERE EXISTS (
        SELECT 1 FROM {paths} WHERE {node} IN (SELECT id FROM (
            WITH RECURSIVE down (id) AS (SELECT {top} UNION SELECT l.child FROM down CROSS JOIN {links} l ON l.parent = down.id)
            SELECT id FROM down
        )) GROUP BY {node} HAVING count(*) > 1000
    );
    SELECT RAISE(ABORT, 'a path of more than {deepest} {what} would be too long') WHERE EXISTS (
        SELECT 1 FROM {paths} WHERE depth >= {deepest} AND {node} IN (SELECT id FROM (
            WITH RECURSIVE down (id) AS (SELECT {top} UNION SELECT l.child FROM down CROSS JOIN {links} l ON l.parent = down.id)
            SELECT id FROM down
        ))
    );
    {shown}
