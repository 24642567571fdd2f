-- Keys that may write. Only a hash of a key is kept: who reads the store cannot use it.
CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('reader', 'editor', 'admin')),
    label TEXT NOT NULL,
    created BIGINT NOT NULL,
    last_used BIGINT,
    revoked BIGINT
);

-- A key in a browser: a cookie whose hash is here, and the token that its forms carry.
CREATE TABLE api_sessions (
    hash TEXT PRIMARY KEY,
    key_id TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    csrf TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

-- One row per write, made before it begins; the status comes when it has ended.
CREATE TABLE api_audit (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at BIGINT NOT NULL,
    who TEXT NOT NULL,
    address TEXT NOT NULL,
    operation TEXT NOT NULL,
    path TEXT NOT NULL,
    status BIGINT
);

-- No role of the setup database reads or writes them: only who owns the store does.
REVOKE ALL ON api_keys, api_sessions, api_audit FROM PUBLIC;
