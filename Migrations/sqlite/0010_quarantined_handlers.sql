-- The number of ends of a process during which a step was running. The steps are also counted by handler, in rows without a
-- session: their session_id and work are '', and their revision is 0.
ALTER TABLE quarantine ADD COLUMN ends INTEGER NOT NULL DEFAULT 1;

-- Nothing ever set it.
ALTER TABLE quarantine DROP COLUMN stack;
