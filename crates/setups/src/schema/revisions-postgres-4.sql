-- Statistics carry the revision of the setup that they were computed from: where the setup has another one since,
-- they are stale. Whatever a computation reads makes a new revision.
ALTER TABLE @here@.setups ADD COLUMN revision bigint NOT NULL DEFAULT 1;
ALTER TABLE @here@.statistics ADD COLUMN revision bigint;
UPDATE @here@.statistics SET revision = 1;
CREATE FUNCTION @here@.ludex_statistics_revision() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    IF NEW.revision IS NULL THEN
        SELECT u.revision INTO NEW.revision FROM @here@.setups u WHERE u.id = NEW.setup;
    END IF;
    RETURN NEW;
END $f$;
CREATE TRIGGER statistics_revision BEFORE INSERT ON @here@.statistics
    FOR EACH ROW EXECUTE FUNCTION @here@.ludex_statistics_revision();
CREATE FUNCTION @here@.ludex_setups_revised() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    NEW.revision := OLD.revision + 1;
    DELETE FROM @here@.setup_lookup WHERE setup = OLD.id;
    RETURN NEW;
END $f$;
CREATE TRIGGER setups_revised BEFORE UPDATE ON @here@.setups FOR EACH ROW
    WHEN ((NEW.pc, NEW.leftover, NEW.build, NEW.cover_pattern, NEW.fumen, NEW.solve_pattern, NEW.hold)
        IS DISTINCT FROM (OLD.pc, OLD.leftover, OLD.build, OLD.cover_pattern, OLD.fumen, OLD.solve_pattern, OLD.hold)
        OR NEW.revision <> OLD.revision)
    EXECUTE FUNCTION @here@.ludex_setups_revised();
CREATE FUNCTION @here@.ludex_variants_revised() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.build, NEW.fumen, NEW.solve_pattern)
        IS NOT DISTINCT FROM (OLD.build, OLD.fumen, OLD.solve_pattern) THEN
        RETURN NULL;
    END IF;
    UPDATE @here@.setups SET revision = revision + 1 WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.setup ELSE NEW.setup END;
    RETURN NULL;
END $f$;
CREATE TRIGGER setup_variants_revised AFTER INSERT OR UPDATE OR DELETE ON @here@.setup_variants
    FOR EACH ROW EXECUTE FUNCTION @here@.ludex_variants_revised();
-- A long expression does not fit a key of the index: its digest does.
ALTER TABLE @here@.saves DROP CONSTRAINT saves_pc_save_key;
CREATE UNIQUE INDEX saves_once ON @here@.saves (pc, pg_catalog.md5(save));
