-- What nearly every change changes is its session and the state of the flow in front. They lay in two rows, in two pages that
-- hardly any other change shares. Now the session's row says all there is to say of its flow in front: a change writes, and a
-- checkpoint moves, half as many pages, and a session of one flow is read from its own row.

-- The flow's node. Null where each flow's own row says all. Where there is one, the row of that flow in `flows`, by which
-- lists find it, has no state and no screens to go by, and the time of an earlier change.
ALTER TABLE sessions ADD COLUMN front_flow_node INTEGER;
-- A hash of what stands in both rows: a change that leaves it alone need not look at the other.
ALTER TABLE sessions ADD COLUMN front_flow_hash INTEGER;
-- Whether the session is known to have no other flow.
ALTER TABLE sessions ADD COLUMN front_flow_is_only INTEGER;
-- As in `flows`.
ALTER TABLE sessions ADD COLUMN front_flow_parent INTEGER;
ALTER TABLE sessions ADD COLUMN front_flow_depth INTEGER;
ALTER TABLE sessions ADD COLUMN front_flow_path TEXT;
ALTER TABLE sessions ADD COLUMN front_flow_flow TEXT;
ALTER TABLE sessions ADD COLUMN front_flow_version INTEGER;
ALTER TABLE sessions ADD COLUMN front_flow_screen TEXT;
ALTER TABLE sessions ADD COLUMN front_flow_started_at_ms INTEGER;
ALTER TABLE sessions ADD COLUMN front_flow_touched_at_ms INTEGER;
ALTER TABLE sessions ADD COLUMN front_flow_stored_name TEXT;
ALTER TABLE sessions ADD COLUMN front_flow_slot TEXT;
ALTER TABLE sessions ADD COLUMN front_flow_state_json TEXT;
ALTER TABLE sessions ADD COLUMN front_flow_screens_json TEXT;
