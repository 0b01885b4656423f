-- Incidents, and the filters of the list of sessions. See Migrations/sqlite.

-- Refused and failed changes, for operators. A session keeps the newest 50. A number is the microsecond of arrival, plus the
-- position within the batch.
CREATE TABLE incidents (
    session text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    revision bigint NOT NULL,
    at_ms bigint NOT NULL,
    kind text NOT NULL,
    node bigint,
    flow text,
    screen text,
    name text,
    code text NOT NULL,
    -- NULL for an empty list.
    errors_json text,
    cause text,
    -- The id of the request.
    request text,
    PRIMARY KEY (session, number)
);

-- Finds sessions that failed.
CREATE INDEX incidents_of_failures ON incidents (at_ms, session)
WHERE (code IN ('flow-failed', 'flow-timeout') OR kind IN ('timer', 'job'));

-- A member of a device's description. A text with NUL has no representation in PostgreSQL.
CREATE FUNCTION device_member(device_json text, name text) RETURNS text LANGUAGE sql IMMUTABLE
AS $$ SELECT CASE WHEN strpos(device_json, '\u0000') = 0 THEN device_json::json ->> name END $$;

-- Lists by device. An update that leaves the device unchanged does not write these indexes.
CREATE INDEX sessions_by_idiom ON sessions (device_member(device_json, 'idiom'), arrived_us, id);
CREATE INDEX sessions_by_app ON sessions (device_member(device_json, 'app'), arrived_us, id);
-- Finds sessions by the end of their id.
CREATE INDEX sessions_by_end_of_id ON sessions (reverse(id));
