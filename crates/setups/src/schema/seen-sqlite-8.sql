-- What statistics were computed with: how many pieces are seen, nothing where all are known; and the kick table of a
-- file, nothing where it is the one of its name.
ALTER TABLE statistics ADD COLUMN see INTEGER CHECK (see BETWEEN 1 AND 255);
ALTER TABLE statistics ADD COLUMN kicks_file TEXT CHECK (length(kicks_file) BETWEEN 1 AND 200);
-- Whether the solutions that give a save are wanted, and those solutions.
ALTER TABLE saves ADD COLUMN gen_minimal INTEGER NOT NULL DEFAULT 0 CHECK (gen_minimal IN (0, 1));
ALTER TABLE saves ADD COLUMN gen_all_solves INTEGER NOT NULL DEFAULT 0 CHECK (gen_all_solves IN (0, 1));
ALTER TABLE save_data ADD COLUMN all_solves TEXT;
ALTER TABLE save_data ADD COLUMN minimal_solves TEXT;
ALTER TABLE save_data ADD COLUMN minimal_count INTEGER CHECK (minimal_count >= 0);
-- The order of the tags of a set.
ALTER TABLE setup_set_tags ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
CREATE TABLE save_translations (
    save        INTEGER NOT NULL REFERENCES saves (id) ON DELETE CASCADE,
    language    TEXT    NOT NULL CHECK (length(language) BETWEEN 2 AND 20),
    description TEXT    NOT NULL,
    PRIMARY KEY (save, language)
) WITHOUT ROWID;
CREATE TRIGGER save_translations_of_save BEFORE INSERT ON save_translations
WHEN NOT EXISTS (SELECT 1 FROM saves WHERE id = NEW.save) BEGIN
    SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: save is not in saves');
END;
DROP TRIGGER statistics_nul_insert;
DROP TRIGGER statistics_nul_update;
DROP TRIGGER save_data_nul_insert;
DROP TRIGGER save_data_nul_update;
