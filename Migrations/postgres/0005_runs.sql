-- Runs of flows, from which funnels are computed. See Migrations/sqlite.

-- The flows that started or left with the change, and the front screen. NULL if no flow did and the front screen is the same.
ALTER TABLE journal ADD COLUMN trail_json text;

-- One row for each start of a flow, computed from the journal.
CREATE TABLE runs (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- NULL once the session was deleted.
    session text COLLATE "C",
    flow text COLLATE "C" NOT NULL,
    node bigint NOT NULL,
    started_at_ms bigint NOT NULL,
    -- Of the device at the start.
    app text,
    idiom text,
    locale text,
    -- NULL while the flow is active.
    outcome text,
    steps_json text NOT NULL
);

CREATE INDEX runs_by_flow ON runs (flow, started_at_ms, number);
CREATE INDEX runs_by_session ON runs (session, outcome) WHERE session IS NOT NULL;
CREATE INDEX runs_by_start ON runs (started_at_ms);

-- How often the journal was folded. A node folds only if no other node has folded since it read the journal.
ALTER TABLE bookkeeping ADD COLUMN folds bigint NOT NULL DEFAULT 0;

-- The last incident that is in `runs`.
ALTER TABLE bookkeeping ADD COLUMN folded_incident_number bigint NOT NULL DEFAULT 0;
-- Finds incidents that are not in `runs`.
CREATE INDEX incidents_by_number ON incidents (number);
