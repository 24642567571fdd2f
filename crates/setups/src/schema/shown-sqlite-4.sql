UPDATE setups SET
        oqb_path = (SELECT p.path FROM setup_oqb_paths p WHERE p.setup = setups.id ORDER BY p.path LIMIT 1),
        oqb_depth = (SELECT p.depth FROM setup_oqb_paths p WHERE p.setup = setups.id ORDER BY p.path LIMIT 1)
    WHERE id IN (SELECT id FROM (
        WITH RECURSIVE down (id) AS (
            SELECT {top} UNION SELECT l.child FROM setup_oqb_links l JOIN down ON l.parent = down.id
        )
        SELECT id FROM down
    )) AND (oqb_path IS NOT (SELECT p.path FROM setup_oqb_paths p WHERE p.setup = setups.id ORDER BY p.path LIMIT 1)
        OR oqb_depth IS NOT (SELECT p.depth FROM setup_oqb_paths p WHERE p.setup = setups.id ORDER BY p.path LIMIT 1));
