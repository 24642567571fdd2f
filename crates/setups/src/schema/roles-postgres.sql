-- Once per server, by its administrator: three roles, of which an admin is an editor and an editor a reader.
CREATE ROLE ludex_reader NOLOGIN;
CREATE ROLE ludex_editor NOLOGIN IN ROLE ludex_reader;
CREATE ROLE ludex_admin NOLOGIN IN ROLE ludex_editor;
-- Then in each database: what the roles may touch at all; row level security says the rest.
GRANT SELECT ON ALL TABLES IN SCHEMA public TO ludex_reader;
GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ludex_editor;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ludex_editor;
