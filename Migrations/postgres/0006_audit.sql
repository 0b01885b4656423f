-- The audit and the batches of operators. See Migrations/sqlite.

CREATE TABLE audit (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at_ms bigint NOT NULL,
    operator text COLLATE "C" NOT NULL,
    call text NOT NULL,
    session_id text COLLATE "C",
    user_id text COLLATE "C",
    request text NOT NULL
);

CREATE INDEX audit_by_operator ON audit (operator, number);
CREATE INDEX audit_by_session ON audit (session_id, number) WHERE session_id IS NOT NULL;
CREATE INDEX audit_by_user ON audit (user_id, number) WHERE user_id IS NOT NULL;

CREATE TABLE batches (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    operator text NOT NULL,
    action text NOT NULL,
    filter_json text NOT NULL,
    state text NOT NULL,
    total bigint NOT NULL,
    created_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    step bigint NOT NULL DEFAULT 0,
    done bigint NOT NULL DEFAULT 0,
    failed bigint NOT NULL DEFAULT 0,
    sessions_json text NOT NULL DEFAULT '[]',
    cursor text,
    is_listed boolean NOT NULL DEFAULT false
);

CREATE INDEX batches_running ON batches (number) WHERE state = 'running';
