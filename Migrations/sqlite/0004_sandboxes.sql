-- Kept states and sandboxes.

-- The newest states of a session, for operators and for forks.
CREATE TABLE kept_states (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    revision INTEGER NOT NULL,
    -- The state document, with sensitive values masked. Compressed (RFC 1950).
    document BLOB NOT NULL,
    -- The rows that a fork begins with. Compressed (RFC 1950).
    snapshot BLOB NOT NULL,
    UNIQUE (session, revision)
) STRICT;

-- The id of the session that a sandbox is a copy of. NULL for any other session.
ALTER TABLE sessions ADD COLUMN forked_from TEXT;
ALTER TABLE sessions ADD COLUMN is_sandbox INTEGER GENERATED ALWAYS AS (forked_from IS NOT NULL) VIRTUAL;
-- Finds sandboxes, which are few.
CREATE INDEX sessions_sandboxes ON sessions (is_sandbox) WHERE is_sandbox = 1;

-- Whether the work waits for an operator. True in a sandbox.
ALTER TABLE jobs ADD COLUMN is_held INTEGER NOT NULL DEFAULT 0 CHECK (is_held IN (0, 1));
-- Workers look for work here, and so never find work that is held.
DROP INDEX jobs_by_queue;
CREATE INDEX jobs_by_queue ON jobs (queue, next_at_ms) WHERE is_held = 0;
