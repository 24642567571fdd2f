(EXISTS (SELECT 1 FROM {nodes} n WHERE n.id = {row}.{node} AND n.{is_node})
    AND ({row}.path = {row}.{node} OR {row}.path GLOB '*.' || {row}.{node})
    AND {row}.depth = length({row}.path) - length(replace({row}.path, '.', ''))
    AND NOT EXISTS (SELECT 1 FROM (
        WITH RECURSIVE steps (before, step, rest) AS (
            SELECT NULL, NULL, {row}.path || '.'
            UNION ALL
            SELECT step, substr(rest, 1, instr(rest, '.') - 1), substr(rest, instr(rest, '.') + 1)
            FROM steps WHERE rest <> ''
        )
        SELECT before, step FROM steps WHERE step IS NOT NULL
    ) AS pair WHERE CASE WHEN pair.before IS NULL
        THEN EXISTS (SELECT 1 FROM {links} l WHERE l.child = pair.step)
        ELSE NOT EXISTS (SELECT 1 FROM {links} l WHERE l.parent = pair.before AND l.child = pair.step) END))
