-- The version of the type of a timer's event or of a job. See Migrations/sqlite.

ALTER TABLE jobs ADD COLUMN version bigint NOT NULL DEFAULT 1;
