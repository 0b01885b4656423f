-- As before, and a large value that is equal to the stored one is not written again.
CREATE OR REPLACE FUNCTION commit_change(
    commit_session text, commit_id uuid, expected_revision bigint, expected_draft_edits bigint,
    -- The session's row; a NULL revision for none.
    new_revision bigint, new_is_over boolean, new_touched_at_ms bigint, new_touched_hour bigint,
    new_created_at_ms bigint, new_root_flow text, new_front_screen text, new_outcome text, new_user text,
    new_claims_json text, new_token_sha256 bytea, new_superseded_token_sha256s bytea, new_device_json text,
    new_layout_json text, new_view_models_json text, new_result_json text,
    -- Flows.
    flow_nodes bigint[], flow_parents bigint[], flow_depths bigint[], flow_paths text[], flow_names text[],
    flow_versions bigint[], flow_screens text[], flow_fronts boolean[], flow_started bigint[], flow_touched bigint[],
    flow_stored_names text[], flow_slots text[], flow_states text[], flow_screens_json text[],
    removed_nodes bigint[],
    -- Drafts; a NULL text removes one.
    draft_screens text[], draft_texts text[],
    -- The journal entry; a NULL revision for none.
    entry_revision bigint, entry_at_ms bigint, entry_kind text, entry_flow text, entry_screen text, entry_name text,
    entry_to_screen text, entry_microseconds bigint, entry_params_json text, entry_moves_json text,
    entry_effects_json text,
    -- The reply; a NULL key for none.
    reply_key text, reply_fingerprint text, reply_status bigint, reply_revision bigint, reply_at_ms bigint,
    reply_body bytea,
    handoff_sha256 bytea,
    -- Return links.
    link_sha256s bytea[], link_expires_at_ms bigint[],
    -- The creation; a NULL key for none.
    creation_sha256 bytea, creation_fingerprint text, creation_salt bytea, creation_status bigint,
    creation_at_ms bigint, creation_expires_at_ms bigint, creation_body bytea,
    -- Changes to work, in order: add, cancel, finish or giveUp.
    work_changes text[], work_ids text[], work_kinds text[], work_nodes text[], work_names text[], work_labels text[],
    work_outlive boolean[], work_due bigint[], work_payloads text[], work_errors text[]
) RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    is_applied boolean;
BEGIN
    IF creation_sha256 IS NOT NULL AND EXISTS (SELECT FROM creations WHERE key_sha256 = creation_sha256) THEN
        RETURN 3;
    END IF;
    IF handoff_sha256 IS NOT NULL AND NOT EXISTS (SELECT FROM handoffs WHERE code_sha256 = handoff_sha256) THEN
        RETURN commit_refusal(commit_session, commit_id, entry_revision, NULL);
    END IF;
    IF reply_key IS NOT NULL AND EXISTS (SELECT FROM replies WHERE session = commit_session AND key = reply_key) THEN
        RETURN commit_refusal(commit_session, commit_id, entry_revision, reply_key);
    END IF;

    -- Compares the session's version and locks its row. A concurrent commit of the session has ended when this continues.
    IF expected_revision IS NULL AND new_revision IS NULL THEN
        is_applied := creation_sha256 IS NOT NULL AND NOT EXISTS (SELECT FROM sessions WHERE id = commit_session);
    ELSIF expected_revision IS NULL THEN
        INSERT INTO sessions (
            id, revision, is_over, touched_at_ms, touched_hour, created_at_ms, root_flow, front_screen, outcome,
            user_id, claims_json, token_sha256, superseded_token_sha256s, device_json, layout_json, view_models_json,
            result_json
        ) VALUES (
            commit_session, new_revision, new_is_over, new_touched_at_ms, new_touched_hour, new_created_at_ms,
            new_root_flow, new_front_screen, new_outcome, new_user, new_claims_json, new_token_sha256,
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
            front_screen = new_front_screen, outcome = new_outcome, user_id = new_user,
            claims_json = new_claims_json, token_sha256 = new_token_sha256, superseded_token_sha256s = new_superseded_token_sha256s,
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
        FOR place IN 1..cardinality(flow_nodes) LOOP
            -- An existing row keeps its arrival time, and with it its position in lists.
            UPDATE flows SET
                parent = flow_parents[place], depth = flow_depths[place], path = flow_paths[place],
                flow = flow_names[place], version = flow_versions[place], screen = flow_screens[place],
                is_front = flow_fronts[place], started_at_ms = flow_started[place],
                touched_at_ms = flow_touched[place], stored_name = flow_stored_names[place],
                slot = flow_slots[place],
                -- PostgreSQL does not write a large value again if the row keeps the old one.
                state_json = CASE WHEN state_json = flow_states[place] THEN state_json ELSE flow_states[place] END,
                screens_json = CASE
                    WHEN screens_json = flow_screens_json[place] THEN screens_json ELSE flow_screens_json[place]
                END
            WHERE session = commit_session AND node = flow_nodes[place];
            CONTINUE WHEN FOUND;
            -- The session's row is locked, so no other commit can insert the flow.
            INSERT INTO flows (
                session, node, parent, depth, path, flow, version, screen, is_front, started_at_ms, touched_at_ms,
                stored_name, slot, state_json, screens_json
            ) VALUES (
                commit_session, flow_nodes[place], flow_parents[place], flow_depths[place], flow_paths[place],
                flow_names[place], flow_versions[place], flow_screens[place], flow_fronts[place], flow_started[place],
                flow_touched[place], flow_stored_names[place], flow_slots[place], flow_states[place],
                flow_screens_json[place]
            );
        END LOOP;
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
    IF link_sha256s IS NOT NULL THEN
        PERFORM add_links(commit_session, link_sha256s, link_expires_at_ms);
    END IF;
    IF creation_sha256 IS NOT NULL THEN
        INSERT INTO creations (
            key_sha256, session_id, fingerprint, salt, status, at_ms, expires_at_ms, body
        ) VALUES (
            creation_sha256, commit_session, creation_fingerprint, creation_salt, creation_status, creation_at_ms,
            creation_expires_at_ms, creation_body
        ) ON CONFLICT DO NOTHING;
        IF NOT FOUND THEN
            RAISE serialization_failure USING MESSAGE = 'the creation''s key was used meanwhile';
        END IF;
    END IF;
    RETURN 0;
END
$$;
