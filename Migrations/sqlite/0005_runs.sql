-- Runs of flows, from which funnels are computed.

-- The flows that started or left with the change, and the front screen. NULL if no flow did and the front screen is the same.
ALTER TABLE journal ADD COLUMN trail_json TEXT;

-- One row for each start of a flow, computed from the journal.
CREATE TABLE runs (
    number INTEGER PRIMARY KEY,
    -- NULL once the session was deleted.
    session INTEGER REFERENCES sessions (number),
    flow TEXT NOT NULL,
    node INTEGER NOT NULL,
    started_at_ms INTEGER NOT NULL,
    -- Of the device at the start.
    app TEXT,
    idiom TEXT,
    locale TEXT,
    -- NULL while the flow is active.
    outcome TEXT,
    steps_json TEXT NOT NULL
) STRICT;

CREATE INDEX runs_by_flow ON runs (flow, started_at_ms);
CREATE INDEX runs_by_session ON runs (session, outcome);
CREATE INDEX runs_by_start ON runs (started_at_ms);

-- The last incident that is in `runs`.
ALTER TABLE bookkeeping ADD COLUMN folded_incident_number INTEGER NOT NULL DEFAULT 0;
