-- The number of ends of a process during which a step was running. See Migrations/sqlite.
ALTER TABLE quarantine ADD COLUMN ends bigint NOT NULL DEFAULT 1;

ALTER TABLE quarantine DROP COLUMN stack;
