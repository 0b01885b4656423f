-- Incidents, and the filters of the list of sessions.

-- Refused and failed changes, for operators. A session keeps the newest 50. The numbers only grow.
CREATE TABLE incidents (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    session INTEGER NOT NULL REFERENCES sessions (number),
    revision INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    node INTEGER,
    flow TEXT,
    screen TEXT,
    name TEXT,
    code TEXT NOT NULL,
    -- NULL for an empty list.
    errors_json TEXT,
    cause TEXT,
    -- The id of the request.
    request TEXT
) STRICT;

CREATE INDEX incidents_by_session ON incidents (session);
-- Finds sessions that failed.
CREATE INDEX incidents_of_failures ON incidents (at_ms, session)
WHERE (code IN ('flow-failed', 'flow-timeout') OR kind IN ('timer', 'job'));

-- Members of device_json. An index cannot compute them: with trusted_schema off, schemas may not call json_extract.
ALTER TABLE sessions ADD COLUMN device_idiom TEXT;
ALTER TABLE sessions ADD COLUMN device_app TEXT;
UPDATE sessions SET device_idiom = json_extract(device_json, '$.idiom'), device_app = json_extract(device_json, '$.app');
-- Lists by device. They are written only if the device changes.
CREATE INDEX sessions_by_idiom ON sessions (device_idiom);
CREATE INDEX sessions_by_app ON sessions (device_app);
-- Finds sessions by the end of their id: its last 8 characters in reverse.
CREATE INDEX sessions_by_end_of_id ON sessions (
    substr(id, -1, 1) || substr(id, -2, 1) || substr(id, -3, 1) || substr(id, -4, 1)
    || substr(id, -5, 1) || substr(id, -6, 1) || substr(id, -7, 1) || substr(id, -8, 1)
);

-- A covering index for the summary, and for lists of sessions by flow and screen.
DROP INDEX flows_in_summary;
CREATE INDEX flows_in_summary ON flows (flow, screen, is_front, session);
