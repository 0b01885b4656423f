-- Users and return links.

ALTER TABLE sessions RENAME COLUMN identity TO user_id;
-- The kept claims of the user, as a JSON object. NULL if there are none.
ALTER TABLE sessions ADD COLUMN claims_json TEXT;

-- Lists by user. Anonymous sessions have no entry.
CREATE INDEX sessions_by_user ON sessions (user_id) WHERE user_id IS NOT NULL;
-- Finds sessions of a root flow that ended long ago.
CREATE INDEX sessions_over_by_flow ON sessions (root_flow, touched_hour) WHERE is_over = 1;

-- Whether the code is that of a return link.
ALTER TABLE handoffs ADD COLUMN is_link INTEGER NOT NULL DEFAULT 0 CHECK (is_link IN (0, 1));

-- Takes up the free pages of the file while they are overwritten. Empty at other times.
CREATE TABLE free_pages (
    number INTEGER PRIMARY KEY,
    zeros BLOB NOT NULL
) STRICT;

-- Finds the creations of a session that is erased.
CREATE INDEX creations_by_session ON creations (session_id);
