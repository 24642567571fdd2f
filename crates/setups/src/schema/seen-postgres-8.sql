-- What statistics were computed with: how many pieces are seen, nothing where all are known; and the kick table of a
-- file, nothing where it is the one of its name.
ALTER TABLE @here@.statistics ADD COLUMN see smallint CHECK (see BETWEEN 1 AND 255);
ALTER TABLE @here@.statistics ADD COLUMN kicks_file text COLLATE "C" CHECK (length(kicks_file) BETWEEN 1 AND 200);
-- Whether the solutions that give a save are wanted, and those solutions.
ALTER TABLE @here@.saves ADD COLUMN gen_minimal boolean NOT NULL DEFAULT false;
ALTER TABLE @here@.saves ADD COLUMN gen_all_solves boolean NOT NULL DEFAULT false;
ALTER TABLE @here@.save_data ADD COLUMN all_solves text;
ALTER TABLE @here@.save_data ADD COLUMN minimal_solves text;
ALTER TABLE @here@.save_data ADD COLUMN minimal_count bigint CHECK (minimal_count >= 0);
-- The order of the tags of a set.
ALTER TABLE @here@.setup_set_tags ADD COLUMN position bigint NOT NULL DEFAULT 0;
CREATE TABLE @here@.save_translations (
    save        bigint NOT NULL REFERENCES @here@.saves (id) ON DELETE CASCADE,
    language    text COLLATE "C" NOT NULL CHECK (length(language) BETWEEN 2 AND 20),
    description text NOT NULL,
    PRIMARY KEY (save, language)
);
-- As saves: everybody reads, admins write.
ALTER TABLE @here@.save_translations ENABLE ROW LEVEL SECURITY;
CREATE POLICY readers ON @here@.save_translations FOR SELECT USING (true);
CREATE POLICY writers ON @here@.save_translations FOR ALL USING ((SELECT @here@.ludex_is('ludex_admin')))
    WITH CHECK ((SELECT @here@.ludex_is('ludex_admin')));
