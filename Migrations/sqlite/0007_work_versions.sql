-- The version of the type of a timer's event or of a job.

ALTER TABLE jobs ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
