-- What writers that met have left in the paths of {nodes} is made right once, whatever the links are.
DELETE FROM @here@.{paths} r WHERE NOT {true r};
INSERT INTO @here@.{paths} ({node}, path, depth)
WITH RECURSIVE led (id, path, depth) AS (
    SELECT n.id, n.id, 0 FROM @here@.{nodes} n
    WHERE n.{is_node} AND NOT EXISTS (SELECT 1 FROM @here@.{links} l WHERE l.child = n.id)
    UNION ALL
    SELECT l.child, (led.path || '.' || l.child) COLLATE "C", led.depth + 1
    FROM led JOIN @here@.{links} l ON l.parent = led.id WHERE led.depth < {deepest}
)
SELECT id, path::@ltree@.ltree, depth FROM (SELECT * FROM led LIMIT 1000000) AS bounded ON CONFLICT DO NOTHING;
