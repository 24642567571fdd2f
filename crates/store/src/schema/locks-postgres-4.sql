-- What writers wait for each other on. A lock that anybody may take (an advisory one) lets a reader stop all
-- writers; a row can be locked only by who may write it.
CREATE TABLE ludex_locks (
    name   text COLLATE "C" NOT NULL PRIMARY KEY,
    -- The transaction that took it last: taking it twice in one transaction writes nothing.
    holder text NOT NULL DEFAULT ''
);
INSERT INTO ludex_locks (name) VALUES ('records');
DO $$
BEGIN
    IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'ludex_reader') THEN
        GRANT SELECT ON ludex_locks TO ludex_reader;
    END IF;
    IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'ludex_editor') THEN
        GRANT SELECT, UPDATE ON ludex_locks TO ludex_editor;
    END IF;
END $$;
