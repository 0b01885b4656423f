-- A change is one call of one function: one way to the server and back, and each statement planned once. What is called
-- here stays as it is for as long as a build that calls it may run beside a newer one: a new shape gets a new name.

-- What becomes of a commit: 0 committed, 1 a conflict, 2 its key has been answered, 3 its creation's key has been.
-- Whoever loses a race that is seen only after something was written gets serialization_failure, and asks again.
--
-- A list that is null is empty. Of the flows and of the changes to work each column is a list of its own.
CREATE FUNCTION commit_change(
    commit_session text, commit_id uuid, expected_revision bigint, expected_draft_edits bigint,
    -- The session's row; a null revision for none.
    new_revision bigint, new_is_over boolean, new_touched_at_ms bigint, new_touched_hour bigint,
    new_created_at_ms bigint, new_root_flow text, new_front_screen text, new_outcome text, new_identity text,
    new_token_sha256 bytea, new_superseded_token_sha256s bytea, new_device_json text, new_layout_json text,
    new_view_models_json text, new_result_json text,
    -- Its flows.
    flow_nodes bigint[], flow_parents bigint[], flow_depths bigint[], flow_paths text[], flow_names text[],
    flow_versions bigint[], flow_screens text[], flow_fronts boolean[], flow_started bigint[], flow_touched bigint[],
    flow_stored_names text[], flow_slots text[], flow_states text[], flow_screens_json text[],
    removed_nodes bigint[],
    -- Its drafts; a null one is removed.
    draft_screens text[], draft_texts text[],
    -- The journal's entry; a null revision for none.
    entry_revision bigint, entry_at_ms bigint, entry_kind text, entry_flow text, entry_screen text, entry_name text,
    entry_to_screen text, entry_microseconds bigint, entry_params_json text, entry_moves_json text,
    entry_effects_json text,
    -- The answer; a null key for none.
    reply_key text, reply_fingerprint text, reply_status bigint, reply_revision bigint, reply_at_ms bigint,
    reply_body bytea,
    handoff_sha256 bytea,
    -- The creation; a null key for none.
    creation_sha256 bytea, creation_fingerprint text, creation_salt bytea, creation_status bigint,
    creation_at_ms bigint, creation_expires_at_ms bigint, creation_body bytea,
    -- What happens to work, in order: add, cancel, finish or giveUp.
    work_changes text[], work_ids text[], work_kinds text[], work_nodes text[], work_names text[], work_labels text[],
    work_outlive boolean[], work_due bigint[], work_payloads text[], work_errors text[]
) RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    is_applied boolean;
BEGIN
    IF creation_sha256 IS NOT NULL AND EXISTS (
        SELECT FROM creations WHERE key_sha256 = creation_sha256 AND expires_at_ms > creation_at_ms
    ) THEN
        RETURN 3;
    END IF;
    IF handoff_sha256 IS NOT NULL AND NOT EXISTS (SELECT FROM handoffs WHERE code_sha256 = handoff_sha256) THEN
        RETURN commit_refusal(commit_session, commit_id, entry_revision, NULL);
    END IF;
    IF reply_key IS NOT NULL AND EXISTS (SELECT FROM replies WHERE session = commit_session AND key = reply_key) THEN
        RETURN commit_refusal(commit_session, commit_id, entry_revision, reply_key);
    END IF;

    -- The session's row is compared and taken hold of in one. Whoever held it has committed when this goes on.
    IF expected_revision IS NULL AND new_revision IS NULL THEN
        is_applied := creation_sha256 IS NOT NULL AND NOT EXISTS (SELECT FROM sessions WHERE id = commit_session);
    ELSIF expected_revision IS NULL THEN
        INSERT INTO sessions (
            id, revision, is_over, touched_at_ms, touched_hour, created_at_ms, root_flow, front_screen, outcome,
            identity, token_sha256, superseded_token_sha256s, device_json, layout_json, view_models_json, result_json
        ) VALUES (
            commit_session, new_revision, new_is_over, new_touched_at_ms, new_touched_hour, new_created_at_ms,
            new_root_flow, new_front_screen, new_outcome, new_identity, new_token_sha256,
            new_superseded_token_sha256s, new_device_json, new_layout_json, new_view_models_json, new_result_json
        ) ON CONFLICT DO NOTHING;
        is_applied := FOUND;
    ELSIF new_revision IS NULL THEN
        PERFORM FROM sessions WHERE id = commit_session AND revision = expected_revision
            AND (expected_draft_edits IS NULL OR draft_edits = expected_draft_edits) FOR NO KEY UPDATE;
        is_applied := FOUND;
    ELSE
        UPDATE sessions SET
            revision = new_revision, is_over = new_is_over, touched_at_ms = new_touched_at_ms,
            touched_hour = new_touched_hour, created_at_ms = new_created_at_ms, root_flow = new_root_flow,
            front_screen = new_front_screen, outcome = new_outcome, identity = new_identity,
            token_sha256 = new_token_sha256, superseded_token_sha256s = new_superseded_token_sha256s,
            device_json = new_device_json, layout_json = new_layout_json, view_models_json = new_view_models_json,
            result_json = new_result_json
        WHERE id = commit_session AND revision = expected_revision
            AND (expected_draft_edits IS NULL OR draft_edits = expected_draft_edits);
        is_applied := FOUND;
    END IF;
    IF NOT is_applied THEN
        RETURN commit_refusal(commit_session, commit_id, entry_revision, reply_key);
    END IF;

    IF flow_nodes IS NOT NULL THEN
        INSERT INTO flows AS old (
            session, node, parent, depth, path, flow, version, screen, is_front, started_at_ms, touched_at_ms,
            stored_name, slot, state_json, screens_json
        )
        SELECT commit_session, new.* FROM unnest(
            flow_nodes, flow_parents, flow_depths, flow_paths, flow_names, flow_versions, flow_screens, flow_fronts,
            flow_started, flow_touched, flow_stored_names, flow_slots, flow_states, flow_screens_json
        ) AS new
        -- One that is there keeps the time at which it came, and with it its place in lists.
        ON CONFLICT (session, node) DO UPDATE SET
            parent = excluded.parent, depth = excluded.depth, path = excluded.path, flow = excluded.flow,
            version = excluded.version, screen = excluded.screen, is_front = excluded.is_front,
            started_at_ms = excluded.started_at_ms, touched_at_ms = excluded.touched_at_ms,
            stored_name = excluded.stored_name, slot = excluded.slot, state_json = excluded.state_json,
            screens_json = excluded.screens_json;
    END IF;
    IF removed_nodes IS NOT NULL THEN
        DELETE FROM flows WHERE session = commit_session AND node = ANY (removed_nodes);
    END IF;
    IF draft_screens IS NOT NULL THEN
        PERFORM keep_drafts(commit_session, draft_screens, draft_texts);
    END IF;
    IF entry_revision IS NOT NULL THEN
        INSERT INTO journal (
            session, revision, commit_id, at_ms, kind, flow, screen, name, to_screen, took_microseconds, params_json,
            moves_json, effects_json
        ) VALUES (
            commit_session, entry_revision, commit_change.commit_id, entry_at_ms, entry_kind, entry_flow, entry_screen,
            entry_name, entry_to_screen, entry_microseconds, entry_params_json, entry_moves_json, entry_effects_json
        );
    END IF;
    IF reply_key IS NOT NULL THEN
        INSERT INTO replies (session, key, fingerprint, status, revision, at_ms, body) VALUES (
            commit_session, reply_key, reply_fingerprint, reply_status, reply_revision, reply_at_ms, reply_body
        ) ON CONFLICT DO NOTHING;
        IF NOT FOUND THEN
            RAISE serialization_failure USING MESSAGE = 'the idempotency key was used meanwhile';
        END IF;
    END IF;
    IF work_changes IS NOT NULL THEN
        PERFORM change_work(
            commit_session, work_changes, work_ids, work_kinds, work_nodes, work_names, work_labels, work_outlive,
            work_due, work_payloads, work_errors
        );
    END IF;
    IF removed_nodes IS NOT NULL THEN
        PERFORM cancel_work_of(commit_session, removed_nodes);
    END IF;
    IF handoff_sha256 IS NOT NULL THEN
        DELETE FROM handoffs WHERE code_sha256 = handoff_sha256;
        IF NOT FOUND THEN
            RAISE serialization_failure USING MESSAGE = 'the handoff was used meanwhile';
        END IF;
    END IF;
    IF creation_sha256 IS NOT NULL THEN
        INSERT INTO creations AS old (
            key_sha256, session_id, fingerprint, salt, status, at_ms, expires_at_ms, body
        ) VALUES (
            creation_sha256, commit_session, creation_fingerprint, creation_salt, creation_status, creation_at_ms,
            creation_expires_at_ms, creation_body
        ) ON CONFLICT (key_sha256) DO UPDATE SET
            session_id = excluded.session_id, fingerprint = excluded.fingerprint, salt = excluded.salt,
            status = excluded.status, at_ms = excluded.at_ms, expires_at_ms = excluded.expires_at_ms,
            body = excluded.body
        WHERE old.expires_at_ms <= excluded.at_ms;
        IF NOT FOUND THEN
            RAISE serialization_failure USING MESSAGE = 'the creation''s key was used meanwhile';
        END IF;
    END IF;
    RETURN 0;
END
$$;

-- Why a commit was not applied; 0 when it had been applied before, by a call whose answer was lost.
CREATE FUNCTION commit_refusal(refused_session text, refused_id uuid, refused_revision bigint, refused_key text)
RETURNS bigint LANGUAGE sql VOLATILE AS $$
SELECT CASE
    WHEN EXISTS (
        SELECT FROM journal
        WHERE session = refused_session AND revision = refused_revision AND commit_id = refused_id
    ) THEN 0
    WHEN EXISTS (SELECT FROM replies WHERE session = refused_session AND key = refused_key) THEN 2
    ELSE 1
END
$$;

CREATE FUNCTION keep_drafts(draft_session text, draft_screens text[], draft_texts text[])
RETURNS void LANGUAGE sql AS $$
DELETE FROM drafts USING unnest(draft_screens, draft_texts) AS new (screen, draft)
WHERE session = draft_session AND drafts.screen = new.screen AND new.draft IS NULL;
INSERT INTO drafts (session, screen, draft_json)
SELECT draft_session, new.screen, new.draft FROM unnest(draft_screens, draft_texts) AS new (screen, draft)
WHERE new.draft IS NOT NULL
ON CONFLICT (session, screen) DO UPDATE SET draft_json = excluded.draft_json
$$;

-- A draft outside of a change: how often that has been done to the session, or 0 when there is none.
CREATE FUNCTION set_draft(draft_session text, draft_screen text, draft_text text)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    edits bigint;
BEGIN
    UPDATE sessions SET draft_edits = draft_edits + 1 WHERE id = draft_session RETURNING draft_edits INTO edits;
    IF edits IS NULL THEN
        RETURN 0;
    END IF;
    PERFORM keep_drafts(draft_session, ARRAY[draft_screen], ARRAY[draft_text]);
    RETURN edits;
END
$$;

CREATE FUNCTION change_work(
    work_session text, work_changes text[], work_ids text[], work_kinds text[], work_nodes text[], work_names text[],
    work_labels text[], work_outlive boolean[], work_due bigint[], work_payloads text[], work_errors text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    arrived bigint := arrival_us();
BEGIN
    FOR number IN 1..cardinality(work_changes) LOOP
        CASE work_changes[number]
        WHEN 'add' THEN
            INSERT INTO jobs (
                session, id, arrived_us, kind, node, name, label, outlives_flow, due_at_ms, next_at_ms, payload_json
            ) VALUES (
                work_session, work_ids[number], arrived + number, work_kinds[number], work_nodes[number],
                work_names[number], work_labels[number], work_outlive[number], work_due[number], work_due[number],
                work_payloads[number]
            );
        WHEN 'finish' THEN
            DELETE FROM jobs WHERE session = work_session AND id = work_ids[number];
        WHEN 'giveUp' THEN
            UPDATE jobs SET next_at_ms = NULL, leased_by = NULL, attempts = 0, result_json = NULL,
                last_error = work_errors[number]
            WHERE session = work_session AND id = work_ids[number];
        WHEN 'cancel' THEN
            -- What somebody may be doing outside at this moment cannot be taken back: it is only marked.
            DELETE FROM jobs WHERE session = work_session AND node = work_nodes[number]
                AND label = work_labels[number] AND (kind = 'timer' OR leased_by IS NULL);
            UPDATE jobs SET is_cancelled = true, label = NULL
            WHERE session = work_session AND node = work_nodes[number] AND label = work_labels[number];
        END CASE;
    END LOOP;
END
$$;

-- Cancels what flows that have left asked for, unless it was to outlive them.
CREATE FUNCTION cancel_work_of(work_session text, removed_nodes bigint[]) RETURNS void LANGUAGE sql AS $$
DELETE FROM jobs WHERE session = work_session AND NOT outlives_flow AND (kind = 'timer' OR leased_by IS NULL)
    AND node IN (SELECT 'f' || number FROM unnest(removed_nodes) AS number);
UPDATE jobs SET is_cancelled = true, label = NULL WHERE session = work_session AND NOT outlives_flow
    AND node IN (SELECT 'f' || number FROM unnest(removed_nodes) AS number)
$$;
