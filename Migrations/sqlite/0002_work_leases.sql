-- Timers and background work are taken up under a lease, tried again after a while, and given up.

-- When somebody may take it up: when it is due, when the lease on it ends, when it is to be tried again. Null once it
-- has been given up. So one key finds all there is to do.
ALTER TABLE jobs RENAME COLUMN leased_until_ms TO next_at_ms;
UPDATE jobs SET next_at_ms = due_at_ms;

-- What it brought back, where its flow could not be told yet.
ALTER TABLE jobs ADD COLUMN result_json TEXT;
ALTER TABLE jobs ADD COLUMN is_cancelled INTEGER NOT NULL DEFAULT 0 CHECK (is_cancelled IN (0, 1));

-- All timers wait in one line, the jobs of each kind in another.
ALTER TABLE jobs ADD COLUMN queue TEXT GENERATED ALWAYS AS (CASE kind WHEN 'timer' THEN '' ELSE name END);

DROP INDEX jobs_by_due;
CREATE INDEX jobs_by_queue ON jobs (queue, next_at_ms);
-- Given back at once when a server starts: whoever held them is gone.
CREATE INDEX jobs_leased ON jobs (leased_by) WHERE leased_by IS NOT NULL;
CREATE INDEX jobs_given_up ON jobs (number) WHERE next_at_ms IS NULL;
