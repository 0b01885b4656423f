-- As before, and work that is given up keeps its number of attempts.
CREATE OR REPLACE FUNCTION change_work(
    work_session text, work_changes text[], work_ids text[], work_kinds text[], work_nodes text[], work_names text[],
    work_labels text[], work_outlive boolean[], work_due bigint[], work_payloads text[], work_errors text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    arrived bigint := arrival_us();
    is_sandbox boolean := (SELECT sessions.is_sandbox FROM sessions WHERE id = work_session);
BEGIN
    FOR number IN 1..cardinality(work_changes) LOOP
        CASE work_changes[number]
        WHEN 'add' THEN
            INSERT INTO jobs (
                session, id, arrived_us, kind, node, name, label, outlives_flow, due_at_ms, next_at_ms, payload_json,
                is_held
            ) VALUES (
                work_session, work_ids[number], arrived + number, work_kinds[number], work_nodes[number],
                work_names[number], work_labels[number], work_outlive[number], work_due[number], work_due[number],
                work_payloads[number], is_sandbox
            );
        WHEN 'finish' THEN
            DELETE FROM jobs WHERE session = work_session AND id = work_ids[number];
        WHEN 'giveUp' THEN
            UPDATE jobs SET next_at_ms = NULL, leased_by = NULL, result_json = NULL,
                last_error = work_errors[number]
            WHERE session = work_session AND id = work_ids[number];
        WHEN 'cancel' THEN
            -- A job that a worker holds may have had effects outside already, so it is marked and not deleted.
            DELETE FROM jobs WHERE session = work_session AND node = work_nodes[number]
                AND label = work_labels[number] AND (kind = 'timer' OR leased_by IS NULL);
            UPDATE jobs SET is_cancelled = true, label = NULL
            WHERE session = work_session AND node = work_nodes[number] AND label = work_labels[number];
        END CASE;
    END LOOP;
END
$$;
