-- Sessions and all that belongs to them. Every key that leads to a session's rows begins with the session.
--
-- Row ids: each table has an integer key of its own, so that new rows go to the end of the table and the keys beside it
-- stay small. With tables keyed by session themselves (WITHOUT ROWID) a file of 1 KB rows was 3 times as large and half
-- as fast. Ids that are text are thus written once, in `sessions`.
--
-- Times are milliseconds since 1970 (_ms) or whole hours since then (_hour). JSON is kept as text, to the byte.

CREATE TABLE sessions (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)),
    touched_at_ms INTEGER NOT NULL,
    -- The hour of touched_at_ms. A key over this one is written once an hour and not with every change.
    touched_hour INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    root_flow TEXT NOT NULL,
    front_screen TEXT,
    outcome TEXT,
    identity TEXT,
    token_sha256 BLOB NOT NULL,
    -- 32 bytes each.
    superseded_token_sha256s BLOB NOT NULL,
    device_json TEXT NOT NULL,
    layout_json TEXT NOT NULL,
    view_models_json TEXT NOT NULL,
    result_json TEXT
) STRICT;

-- Lists by status, newest first: the row id is the last part of every key.
CREATE INDEX sessions_by_status ON sessions (is_over);
-- What is idle, and what has been over for long enough.
CREATE INDEX sessions_by_hour ON sessions (is_over, touched_hour);

-- One row for each active flow controller.
CREATE TABLE flows (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    node INTEGER NOT NULL,
    parent INTEGER,
    depth INTEGER NOT NULL,
    path TEXT NOT NULL,
    flow TEXT NOT NULL,
    version INTEGER NOT NULL,
    screen TEXT,
    is_front INTEGER NOT NULL CHECK (is_front IN (0, 1)),
    started_at_ms INTEGER NOT NULL,
    touched_at_ms INTEGER NOT NULL,
    -- Null where it is the same as `flow`.
    stored_name TEXT,
    slot TEXT,
    -- Last, so that a list need not read past them.
    state_json TEXT NOT NULL,
    screens_json TEXT NOT NULL,
    UNIQUE (session, node)
) STRICT;

CREATE INDEX flows_by_flow ON flows (flow);
CREATE INDEX flows_by_screen ON flows (screen);
-- The summary is counted from this key alone.
CREATE INDEX flows_in_summary ON flows (flow, screen, is_front);

CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    revision INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    flow TEXT,
    screen TEXT,
    name TEXT,
    to_screen TEXT,
    took_microseconds INTEGER NOT NULL,
    params_json TEXT,
    -- Null for none.
    moves_json TEXT,
    effects_json TEXT,
    UNIQUE (session, revision)
) STRICT;

-- How often users went one way within an hour, after staying about so long: what the journal is folded into.
-- A missing flow or screen is ''.
CREATE TABLE edges (
    hour INTEGER NOT NULL,
    flow TEXT NOT NULL,
    from_screen TEXT NOT NULL,
    action TEXT NOT NULL,
    to_screen TEXT NOT NULL,
    stay_class INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (hour, flow, from_screen, action, to_screen, stay_class)
) STRICT, WITHOUT ROWID;

-- One row.
CREATE TABLE bookkeeping (
    row INTEGER PRIMARY KEY CHECK (row = 1),
    -- The last entry of the journal that is in `edges`.
    folded_journal_number INTEGER NOT NULL,
    -- How often the file was written to for no other reason than to see whether it can be.
    probes INTEGER NOT NULL
) STRICT;

INSERT INTO bookkeeping VALUES (1, 0, 0);

-- What a user has typed.
CREATE TABLE drafts (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    screen TEXT NOT NULL,
    draft_json TEXT NOT NULL,
    UNIQUE (session, screen)
) STRICT;

-- What was answered, by idempotency key.
CREATE TABLE replies (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    body BLOB NOT NULL,
    UNIQUE (session, key)
) STRICT;

-- Timers and background work.
CREATE TABLE jobs (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    node TEXT NOT NULL,
    name TEXT NOT NULL,
    label TEXT,
    outlives_flow INTEGER NOT NULL CHECK (outlives_flow IN (0, 1)),
    due_at_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    leased_until_ms INTEGER,
    leased_by TEXT,
    last_error TEXT,
    payload_json TEXT NOT NULL,
    UNIQUE (session, id)
) STRICT;

CREATE INDEX jobs_by_due ON jobs (due_at_ms);

-- Codes that hand a session over, hashed.
CREATE TABLE handoffs (
    number INTEGER PRIMARY KEY,
    code_sha256 BLOB NOT NULL UNIQUE,
    session INTEGER NOT NULL REFERENCES sessions (number),
    expires_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX handoffs_by_session ON handoffs (session);
CREATE INDEX handoffs_by_expiry ON handoffs (expires_at_ms);

-- Answers to requests that gave out a token, by the hash of their idempotency key. The token is not among them.
CREATE TABLE creations (
    number INTEGER PRIMARY KEY,
    key_sha256 BLOB NOT NULL UNIQUE,
    session_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    salt BLOB NOT NULL,
    status INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;

CREATE INDEX creations_by_expiry ON creations (expires_at_ms);
