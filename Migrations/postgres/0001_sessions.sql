-- Sessions and all that belongs to them: the same tables, and the same meaning, as in Migrations/sqlite.
--
-- Every key that leads to a session's rows begins with the session, so that the tables can be distributed by it; what is
-- found by a secret alone (handoffs, creations) is distributed by that. There is no sequence: what other stores take from
-- a counter is here the microsecond in which a row came (_us), with the rest of the key to part what came in the same.
-- No row of one session points at another's, and a change writes rows of its own session only.
--
-- No foreign keys: whatever writes a session's rows holds the session's row, and a key that is checked again for each of
-- them would be paid for with every change. The command `check` looks for rows whose session is gone.
--
-- Times are milliseconds since 1970 (_ms) or whole hours since then (_hour). JSON is kept as text, to the byte. Text that
-- is a key sorts by its bytes, as the keyed pages rely on.

CREATE FUNCTION arrival_us() RETURNS bigint LANGUAGE sql VOLATILE
AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$;

CREATE TABLE sessions (
    id text COLLATE "C" PRIMARY KEY,
    revision bigint NOT NULL,
    -- How often drafts were set outside of changes.
    draft_edits bigint NOT NULL DEFAULT 0,
    is_over boolean NOT NULL,
    touched_at_ms bigint NOT NULL,
    -- The hour of touched_at_ms. A key over this one is written once an hour and not with every change.
    touched_hour bigint NOT NULL,
    created_at_ms bigint NOT NULL,
    arrived_us bigint NOT NULL DEFAULT arrival_us(),
    root_flow text NOT NULL,
    front_screen text,
    outcome text,
    identity text,
    token_sha256 bytea NOT NULL,
    -- 32 bytes each.
    superseded_token_sha256s bytea NOT NULL,
    device_json text NOT NULL,
    layout_json text NOT NULL,
    view_models_json text NOT NULL,
    result_json text
    -- Room in each page for the next version of a row: then a change that touches no key writes no key
    -- (https://www.postgresql.org/docs/current/storage-hot.html).
) WITH (fillfactor = 80);

-- Lists, newest first, and by status.
CREATE INDEX sessions_by_arrival ON sessions (arrived_us, id);
CREATE INDEX sessions_by_status ON sessions (is_over, arrived_us, id);
-- What is idle, and what has been over for long enough.
CREATE INDEX sessions_by_hour ON sessions (is_over, touched_hour, id);

-- One row for each active flow controller.
CREATE TABLE flows (
    session text COLLATE "C" NOT NULL,
    node bigint NOT NULL,
    parent bigint,
    depth bigint NOT NULL,
    path text NOT NULL,
    flow text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    screen text COLLATE "C",
    is_front boolean NOT NULL,
    started_at_ms bigint NOT NULL,
    touched_at_ms bigint NOT NULL,
    arrived_us bigint NOT NULL DEFAULT arrival_us(),
    -- Null where it is the same as `flow`.
    stored_name text,
    slot text,
    state_json text NOT NULL,
    screens_json text NOT NULL,
    PRIMARY KEY (session, node)
) WITH (fillfactor = 80);

CREATE INDEX flows_by_arrival ON flows (arrived_us, session, node);
CREATE INDEX flows_by_flow ON flows (flow, arrived_us, session, node);
CREATE INDEX flows_by_screen ON flows (screen, arrived_us, session, node);
-- The summary is counted from this key alone.
CREATE INDEX flows_in_summary ON flows (flow, screen, is_front);

CREATE TABLE journal (
    session text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    -- Which call wrote it: so a call whose answer was lost is known again when it is made once more.
    commit_id uuid NOT NULL,
    -- Whether it has been counted into `edges`.
    is_folded boolean NOT NULL DEFAULT false,
    at_ms bigint NOT NULL,
    kind text NOT NULL,
    flow text,
    screen text,
    name text,
    to_screen text,
    took_microseconds bigint NOT NULL,
    params_json text,
    -- Null for none.
    moves_json text,
    effects_json text,
    PRIMARY KEY (session, revision)
);

-- A mark on each entry and not a number up to which all are counted: changes are not committed in the order in which
-- they begin, so none below such a number could be known to be the last.
CREATE INDEX journal_unfolded ON journal (at_ms, session, revision) WHERE NOT is_folded;
CREATE INDEX journal_folded ON journal (at_ms) WHERE is_folded;

-- How often users went one way within an hour, after staying about so long: what the journal is folded into.
-- A missing flow or screen is ''.
CREATE TABLE edges (
    hour bigint NOT NULL,
    flow text COLLATE "C" NOT NULL,
    from_screen text COLLATE "C" NOT NULL,
    action text COLLATE "C" NOT NULL,
    to_screen text COLLATE "C" NOT NULL,
    stay_class bigint NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (hour, flow, from_screen, action, to_screen, stay_class)
);

-- One row.
CREATE TABLE bookkeeping (
    row bigint PRIMARY KEY CHECK (row = 1),
    -- How often it was written to for no other reason than to see whether it can be.
    probes bigint NOT NULL
);

INSERT INTO bookkeeping VALUES (1, 0);

-- What one node at a time does for all.
CREATE TABLE duties (
    duty text PRIMARY KEY,
    holder text NOT NULL,
    until_ms bigint NOT NULL
);

-- What a user has typed.
CREATE TABLE drafts (
    session text COLLATE "C" NOT NULL,
    screen text COLLATE "C" NOT NULL,
    draft_json text NOT NULL,
    PRIMARY KEY (session, screen)
);

-- What was answered, by idempotency key.
CREATE TABLE replies (
    session text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    fingerprint text NOT NULL,
    status bigint NOT NULL,
    revision bigint NOT NULL,
    at_ms bigint NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (session, key)
);

CREATE INDEX replies_by_age ON replies (at_ms);

-- Timers and background work.
CREATE TABLE jobs (
    session text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    -- With the place in its commit added, so that what came in one commit keeps its order.
    arrived_us bigint NOT NULL,
    kind text NOT NULL,
    node text COLLATE "C" NOT NULL,
    name text NOT NULL,
    label text,
    outlives_flow boolean NOT NULL,
    due_at_ms bigint NOT NULL,
    -- When somebody may take it up: when it is due, when the lease on it ends, when it is to be tried again. Null once
    -- it has been given up. So one key finds all there is to do.
    next_at_ms bigint,
    attempts bigint NOT NULL DEFAULT 0,
    leased_by text,
    last_error text,
    payload_json text NOT NULL,
    -- What it brought back, where its flow could not be told yet.
    result_json text,
    is_cancelled boolean NOT NULL DEFAULT false,
    -- All timers wait in one line, the jobs of each kind in another.
    queue text COLLATE "C" NOT NULL GENERATED ALWAYS AS (CASE kind WHEN 'timer' THEN '' ELSE name END) STORED,
    PRIMARY KEY (session, id)
);

CREATE INDEX jobs_by_queue ON jobs (queue, next_at_ms);
CREATE INDEX jobs_by_arrival ON jobs (arrived_us, session, id);
CREATE INDEX jobs_given_up ON jobs (arrived_us, session, id) WHERE next_at_ms IS NULL;

-- Codes that hand a session over, hashed.
CREATE TABLE handoffs (
    code_sha256 bytea PRIMARY KEY,
    session text COLLATE "C" NOT NULL,
    expires_at_ms bigint NOT NULL
);

CREATE INDEX handoffs_by_session ON handoffs (session);
CREATE INDEX handoffs_by_expiry ON handoffs (expires_at_ms);

-- Answers to requests that gave out a token, by the hash of their idempotency key. The token is not among them.
CREATE TABLE creations (
    key_sha256 bytea PRIMARY KEY,
    session_id text NOT NULL,
    fingerprint text NOT NULL,
    salt bytea NOT NULL,
    status bigint NOT NULL,
    at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL,
    body bytea NOT NULL
);

CREATE INDEX creations_by_expiry ON creations (expires_at_ms);
