-- Steps that were running when a server's process ended.

CREATE TABLE quarantine (
    number INTEGER PRIMARY KEY,
    -- The build, the session, the revision or else the id of the timer or job, the kind and the name.
    id TEXT NOT NULL UNIQUE,
    -- A session that starts with the step is not stored.
    session_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    kind TEXT NOT NULL,
    root_flow TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The id of the timer or job. '' for other steps.
    work TEXT NOT NULL,
    build TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    -- Whether the build refuses the step. Otherwise the step is a suspect.
    is_refused INTEGER NOT NULL CHECK (is_refused IN (0, 1)),
    stack TEXT
) STRICT;

CREATE INDEX quarantine_by_session ON quarantine (session_id);
