(EXISTS (SELECT 1 FROM @here@.{nodes} n WHERE n.id = {row}.{node} AND n.{is_node} OFFSET 0)
        AND {row}.depth = pg_catalog.cardinality(pg_catalog.string_to_array({row}.path::text, '.')) - 1
        AND pg_catalog.split_part({row}.path::text, '.', {row}.depth + 1) = {row}.{node}
        AND NOT EXISTS (SELECT 1 FROM @here@.{links} l WHERE l.child = pg_catalog.split_part({row}.path::text, '.', 1) OFFSET 0)
        AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT s.step, lead(s.step) OVER (ORDER BY s.place) AS next
                FROM unnest(pg_catalog.string_to_array({row}.path::text, '.')) WITH ORDINALITY AS s (step, place)
            ) AS pair
            WHERE pair.next IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM @here@.{links} l WHERE l.parent = pair.step AND l.child = pair.next OFFSET 0)
        ))
