-- Keys that may write. Only a hash of a key is kept: who reads the store cannot use it.
CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('reader', 'editor', 'admin')),
    label TEXT NOT NULL,
    created INTEGER NOT NULL,
    last_used INTEGER,
    revoked INTEGER
) STRICT;

-- A key in a browser: a cookie whose hash is here, and the token that its forms carry.
CREATE TABLE api_sessions (
    hash TEXT PRIMARY KEY,
    key_id TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    csrf TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT;

-- One row per write, made before it begins; the status comes when it has ended.
CREATE TABLE api_audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    address TEXT NOT NULL,
    operation TEXT NOT NULL,
    path TEXT NOT NULL,
    status INTEGER
) STRICT;
