-- Statistics carry the revision of the setup that they were computed from: where the setup has another one since,
-- they are stale. Whatever a computation reads makes a new revision.
ALTER TABLE setups ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE statistics ADD COLUMN revision INTEGER;
UPDATE statistics SET revision = 1;
CREATE TRIGGER statistics_revision AFTER INSERT ON statistics WHEN NEW.revision IS NULL BEGIN
    UPDATE statistics SET revision = (SELECT u.revision FROM setups u WHERE u.id = NEW.setup)
    WHERE setup = NEW.setup AND kicktable = NEW.kicktable AND hold = NEW.hold;
END;
CREATE TRIGGER setups_revised AFTER UPDATE OF pc, leftover, build, cover_pattern, fumen, solve_pattern, hold ON setups
WHEN (NEW.pc, NEW.leftover, NEW.build, NEW.cover_pattern, NEW.fumen, NEW.solve_pattern, NEW.hold)
    IS NOT (OLD.pc, OLD.leftover, OLD.build, OLD.cover_pattern, OLD.fumen, OLD.solve_pattern, OLD.hold) BEGIN
    UPDATE setups SET revision = revision + 1 WHERE id = NEW.id;
END;
CREATE TRIGGER setup_variants_added AFTER INSERT ON setup_variants BEGIN
    UPDATE setups SET revision = revision + 1 WHERE id = NEW.setup;
END;
CREATE TRIGGER setup_variants_changed AFTER UPDATE OF build, fumen, solve_pattern ON setup_variants
WHEN (NEW.build, NEW.fumen, NEW.solve_pattern) IS NOT (OLD.build, OLD.fumen, OLD.solve_pattern) BEGIN
    UPDATE setups SET revision = revision + 1 WHERE id = NEW.setup;
END;
CREATE TRIGGER setup_variants_removed AFTER DELETE ON setup_variants BEGIN
    UPDATE setups SET revision = revision + 1 WHERE id = OLD.setup;
END;
CREATE TRIGGER setup_lookup_revision AFTER UPDATE OF revision ON setups BEGIN
    DELETE FROM setup_lookup WHERE setup = NEW.id;
END;
-- INSERT OR REPLACE removes a row without a word to triggers: what hung on it would hang on the new one.
CREATE TRIGGER setups_replaced AFTER INSERT ON setups
WHEN EXISTS (SELECT 1 FROM setup_oqb_links WHERE parent = NEW.id OR child = NEW.id)
    OR EXISTS (SELECT 1 FROM statistics WHERE setup = NEW.id) OR EXISTS (SELECT 1 FROM setup_variants WHERE setup = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'the setup is there already and other rows hang on it: UPDATE it, or DELETE it first');
END;
CREATE TRIGGER statistics_replaced AFTER INSERT ON statistics WHEN EXISTS (SELECT 1 FROM path_files f
    WHERE f.setup = NEW.setup AND f.kicktable = NEW.kicktable AND f.hold = NEW.hold) BEGIN
    SELECT RAISE(ABORT, 'the statistics are there already with a path file: UPDATE them, or DELETE them first');
END;
