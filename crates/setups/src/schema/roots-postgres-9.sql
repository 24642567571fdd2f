-- Roots that one statement brings are led to in one go, not one by one.
DROP TRIGGER {nodes}_tree_root ON @here@.{nodes};
CREATE FUNCTION @here@.ludex_{nodes}_rooted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $f$
DECLARE
    roots text[];
BEGIN
    SELECT array_agg(n.id) INTO roots FROM added n WHERE n.{is_node};
    IF roots IS NOT NULL THEN
        -- An id that comes back: a snapshot of before may still show the links of the node that had it.
        PERFORM @here@.ludex_take('{links}');
        PERFORM @here@.ludex_{paths}_refresh(roots);
    END IF;
    RETURN NULL;
END $f$;
REVOKE EXECUTE ON FUNCTION @here@.ludex_{nodes}_rooted() FROM PUBLIC;
CREATE TRIGGER {nodes}_tree_root AFTER INSERT ON @here@.{nodes} REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION @here@.ludex_{nodes}_rooted();
