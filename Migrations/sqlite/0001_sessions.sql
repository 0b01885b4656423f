-- Conventions
--
-- Each table has an integer primary key: new rows are appended, and secondary indexes stay small. Text identifiers
-- are stored once, in `sessions`; the other tables refer to them by number.
--
-- Columns that end in _ms are milliseconds since 1970. Columns that end in _hour are hours since 1970. Columns that end in _json hold
-- JSON text, kept byte for byte.

CREATE TABLE sessions (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)),
    touched_at_ms INTEGER NOT NULL,
    -- The hour of touched_at_ms. It is indexed in its place, because it changes at most once an hour.
    touched_hour INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    root_flow TEXT NOT NULL,
    front_screen TEXT,
    outcome TEXT,
    identity TEXT,
    token_sha256 BLOB NOT NULL,
    -- 32 bytes for each token.
    superseded_token_sha256s BLOB NOT NULL,
    device_json TEXT NOT NULL,
    layout_json TEXT NOT NULL,
    view_models_json TEXT NOT NULL,
    result_json TEXT,
    -- The number of the session's newest journal entry.
    newest_entry INTEGER,

    -- The flow in front, as in `flows`. NULL if no flow is denormalised into this row. Otherwise that flow's row in `flows` has
    -- neither state nor screens, and an older touched_at_ms.
    front_flow_node INTEGER,
    -- A hash of the columns that both rows have.
    front_flow_hash INTEGER,
    -- Whether the session is known to have no other flow.
    front_flow_is_only INTEGER,
    front_flow_parent INTEGER,
    front_flow_depth INTEGER,
    front_flow_path TEXT,
    front_flow_flow TEXT,
    front_flow_version INTEGER,
    front_flow_screen TEXT,
    front_flow_started_at_ms INTEGER,
    front_flow_touched_at_ms INTEGER,
    front_flow_stored_name TEXT,
    front_flow_slot TEXT,
    front_flow_state_json TEXT,
    front_flow_screens_json TEXT
) STRICT;

-- Lists by status. Every index ends with the row's number, which is the order of lists.
CREATE INDEX sessions_by_status ON sessions (is_over);
-- Finds sessions that are idle, and sessions that ended long ago.
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
    -- NULL if it equals `flow`.
    stored_name TEXT,
    slot TEXT,
    -- The last columns, because lists do not read them.
    state_json TEXT NOT NULL,
    screens_json TEXT NOT NULL,
    UNIQUE (session, node)
) STRICT;

CREATE INDEX flows_by_flow ON flows (flow);
CREATE INDEX flows_by_screen ON flows (screen);
-- A covering index for the summary.
CREATE INDEX flows_in_summary ON flows (flow, screen, is_front);

-- What happened to sessions, one entry for each revision. The entries of a session form a linked list, from newest to
-- oldest. `session` is no foreign key: without an index over it, deleting a session would scan the journal
-- (https://sqlite.org/foreignkeys.html, section 3).
CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    -- The number of the session's entry before this one, which may have been deleted.
    previous INTEGER,
    revision INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    flow TEXT,
    screen TEXT,
    name TEXT,
    to_screen TEXT,
    took_microseconds INTEGER NOT NULL,
    params_json TEXT,
    -- NULL for an empty list.
    moves_json TEXT,
    effects_json TEXT
) STRICT;

-- Entry points into long lists: one entry in 64 is indexed.
CREATE INDEX journal_landmarks ON journal (session, revision) WHERE revision % 64 = 0;

-- The journal, aggregated by the hour: how often users took a way between two screens, by how long they had stayed. A missing
-- flow or screen is ''.
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
    -- The last journal entry that is in `edges`.
    folded_journal_number INTEGER NOT NULL,
    -- Incremented to test whether the file can be written to.
    probes INTEGER NOT NULL
) STRICT;

INSERT INTO bookkeeping VALUES (1, 0, 0);

-- Unsent input of a user on a screen.
CREATE TABLE drafts (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    screen TEXT NOT NULL,
    draft_json TEXT NOT NULL,
    UNIQUE (session, screen)
) STRICT;

-- Replies by idempotency key.
CREATE TABLE replies (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    -- Compressed (RFC 1950).
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
    -- When a worker may lease it: when it is due, when its lease ends, or when it is retried. NULL once it was given up.
    next_at_ms INTEGER,
    leased_by TEXT,
    last_error TEXT,
    payload_json TEXT NOT NULL,
    -- The result of work until it was delivered to the flow.
    result_json TEXT,
    is_cancelled INTEGER NOT NULL DEFAULT 0 CHECK (is_cancelled IN (0, 1)),
    -- All timers share a queue; jobs have a queue for each name.
    queue TEXT GENERATED ALWAYS AS (CASE kind WHEN 'timer' THEN '' ELSE name END),
    UNIQUE (session, id)
) STRICT;

CREATE INDEX jobs_by_queue ON jobs (queue, next_at_ms);
-- Leases are released when a server starts.
CREATE INDEX jobs_leased ON jobs (leased_by) WHERE leased_by IS NOT NULL;
CREATE INDEX jobs_given_up ON jobs (number) WHERE next_at_ms IS NULL;

-- Codes that hand a session over to another device.
CREATE TABLE handoffs (
    number INTEGER PRIMARY KEY,
    code_sha256 BLOB NOT NULL UNIQUE,
    session INTEGER NOT NULL REFERENCES sessions (number),
    expires_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX handoffs_by_session ON handoffs (session);
CREATE INDEX handoffs_by_expiry ON handoffs (expires_at_ms);

-- Replies to requests that gave out a token, by idempotency key. The token itself is not stored.
CREATE TABLE creations (
    number INTEGER PRIMARY KEY,
    key_sha256 BLOB NOT NULL UNIQUE,
    session_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    salt BLOB NOT NULL,
    status INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    -- Compressed (RFC 1950).
    body BLOB NOT NULL
) STRICT;

CREATE INDEX creations_by_expiry ON creations (expires_at_ms);
