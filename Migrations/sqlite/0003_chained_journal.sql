-- An entry of the journal names the one before it in its session, and the session names its newest. A key over all
-- sessions' entries was one more page to be written with every change, and a page that no other change shares: without it
-- a change writes half as much.

-- The number of the session's newest entry of the journal.
ALTER TABLE sessions ADD COLUMN newest_entry INTEGER;
UPDATE sessions SET newest_entry =
    (SELECT number FROM journal WHERE journal.session = sessions.number ORDER BY revision DESC LIMIT 1);

-- No entry refers to `sessions` as a foreign key: without a key of its own the whole journal would be read for each session
-- that is deleted (https://sqlite.org/foreignkeys.html, section 3).
CREATE TABLE chained_journal (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    -- The number of the entry before in the same session; that one may have been deleted.
    previous INTEGER,
    revision INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    flow TEXT,
    screen TEXT,
    name TEXT,
    to_screen TEXT,
    took_microseconds INTEGER NOT NULL,
    params_json TEXT,
    -- Null for none.
    moves_json TEXT,
    effects_json TEXT
) STRICT;

INSERT INTO chained_journal SELECT number, session,
    (SELECT number FROM journal AS earlier WHERE earlier.session = journal.session AND earlier.revision < journal.revision
        ORDER BY earlier.revision DESC LIMIT 1),
    revision, at_ms, kind, flow, screen, name, to_screen, took_microseconds, params_json, moves_json, effects_json
FROM journal ORDER BY number;

DROP TABLE journal;
ALTER TABLE chained_journal RENAME TO journal;

-- Where to step into a long chain: one change in 64 writes to this key.
CREATE INDEX journal_landmarks ON journal (session, revision) WHERE revision % 64 = 0;
