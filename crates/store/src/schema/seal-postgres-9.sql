-- Of the rows that a transaction has marked the first one seals all. Each of the others asks for its own seal alone, by its
-- key: the index of open seals still leads to every one that was open in this transaction.
CREATE OR REPLACE FUNCTION @here@.ludex_seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $f$
DECLARE
    mine text := pg_current_xact_id()::text;
    it record;
BEGIN
    IF NOT coalesce((SELECT s.sum IS NULL AND s.mark = mine FROM @here@.ludex_seals s
        WHERE s.tab = NEW.tab AND s.k1 = NEW.k1 AND s.k2 = NEW.k2 AND s.k3 = NEW.k3 AND s.k4 = NEW.k4), false) THEN
        RETURN NULL;
    END IF;
    FOR it IN SELECT d.tab, d.pairs FROM @here@.ludex_sealed d WHERE d.tab IN (
        SELECT DISTINCT s.tab FROM @here@.ludex_seals s WHERE s.sum IS NULL AND s.mark = mine
    ) LOOP
        EXECUTE format('UPDATE @here@.ludex_seals s SET sum = @here@.ludex_row_sum(t), mark = NULL FROM @here@.%I t '
            'WHERE s.tab = %L AND s.sum IS NULL AND s.mark = %L AND %s', it.tab, it.tab, mine, it.pairs);
    END LOOP;
    DELETE FROM @here@.ludex_seals s WHERE s.sum IS NULL AND s.mark = mine;
    RETURN NULL;
END $f$;
-- What Ludex imports brings its sum along: the statement that moves a batch sums its rows for a fifth of what a function
-- called for every one of them takes. All other rows get theirs, or none, from the function as before.
DROP TRIGGER zz_records_summed ON @here@.records;
CREATE TRIGGER zz_records_summed BEFORE INSERT ON @here@.records FOR EACH ROW
    WHEN (NEW.sum IS NULL OR current_setting('ludex.writer', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION @here@.ludex_records_summed();
CREATE TRIGGER zz_records_summed_again BEFORE UPDATE ON @here@.records FOR EACH ROW
    WHEN (NEW.sum IS NULL OR NEW.sum IS NOT DISTINCT FROM OLD.sum
        OR current_setting('ludex.writer', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION @here@.ludex_records_summed();
DROP TRIGGER zz_record_keys_summed ON @here@.record_keys;
CREATE TRIGGER zz_record_keys_summed BEFORE INSERT ON @here@.record_keys FOR EACH ROW
    WHEN (NEW.sum IS NULL OR current_setting('ludex.writer', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION @here@.ludex_record_keys_summed();
CREATE TRIGGER zz_record_keys_summed_again BEFORE UPDATE ON @here@.record_keys FOR EACH ROW
    EXECUTE FUNCTION @here@.ludex_record_keys_summed();
