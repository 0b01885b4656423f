-- Large values of front flows.

-- The state and the screens of a session's front flow, if they are large. The session's row then has empty texts. A change
-- writes only the values that it changes.
CREATE TABLE large_texts (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    -- The column of `flows`: state_json or screens_json.
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (session, name)
) STRICT;
