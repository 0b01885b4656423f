-- The audit and the batches of operators.

-- One row for each call of an operator that changed something, or showed what a user typed or saw. It outlives sessions and
-- the erasure of users, so it has their ids.
CREATE TABLE audit (
    number INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    operator TEXT NOT NULL,
    -- The method and the template of the path.
    call TEXT NOT NULL,
    session_id TEXT,
    user_id TEXT,
    request TEXT NOT NULL
) STRICT;

CREATE INDEX audit_by_operator ON audit (operator);
CREATE INDEX audit_by_session ON audit (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX audit_by_user ON audit (user_id) WHERE user_id IS NOT NULL;

-- Changes to all sessions that a filter matches, which a server makes in the background.
CREATE TABLE batches (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    operator TEXT NOT NULL,
    action TEXT NOT NULL,
    filter_json TEXT NOT NULL,
    state TEXT NOT NULL,
    total INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER,
    -- The number of steps so far. A server that takes a step expects the number that it has read.
    step INTEGER NOT NULL DEFAULT 0,
    done INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    -- The ids of the sessions of the present step, as a JSON array.
    sessions_json TEXT NOT NULL DEFAULT '[]',
    -- Where the next page of the list of sessions starts.
    cursor TEXT,
    is_listed INTEGER NOT NULL DEFAULT 0 CHECK (is_listed IN (0, 1))
) STRICT;

CREATE INDEX batches_running ON batches (number) WHERE state = 'running';
