-- Steps that were running when a server's process ended. See Migrations/sqlite.

CREATE TABLE quarantine (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    session_id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    kind text NOT NULL,
    root_flow text NOT NULL,
    name text NOT NULL,
    work text NOT NULL,
    build text NOT NULL,
    at_ms bigint NOT NULL,
    is_refused boolean NOT NULL,
    stack text
);

CREATE INDEX quarantine_by_session ON quarantine (session_id);
