-- The tables of Migrations/sqlite, for several servers.
--
-- The primary key of a table begins with the session, so that tables can be partitioned by it; handoffs and creations, which
-- are looked up by a secret, have the secret's hash as key. No table has a sequence: rows are ordered by the microsecond in
-- which they arrived (_us), then by the rest of their key. A commit writes rows of one session only.
--
-- No table has foreign keys: a commit locks its session's row, and the checks would cost every commit. The command `check`
-- looks for rows without a session.
--
-- Columns that end in _ms are milliseconds since 1970. Columns that end in _hour are hours since 1970. Columns that end in _json hold
-- JSON text, kept byte for byte. Text in keys is compared by its bytes, which keyset pagination relies on.

CREATE FUNCTION arrival_us() RETURNS bigint LANGUAGE sql VOLATILE
AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$;

CREATE TABLE sessions (
    id text COLLATE "C" PRIMARY KEY,
    revision bigint NOT NULL,
    -- How often drafts were set outside of changes.
    draft_edits bigint NOT NULL DEFAULT 0,
    is_over boolean NOT NULL,
    touched_at_ms bigint NOT NULL,
    -- The hour of touched_at_ms. It is indexed in its place, because it changes at most once an hour.
    touched_hour bigint NOT NULL,
    created_at_ms bigint NOT NULL,
    arrived_us bigint NOT NULL DEFAULT arrival_us(),
    root_flow text NOT NULL,
    front_screen text,
    outcome text,
    identity text,
    token_sha256 bytea NOT NULL,
    -- 32 bytes for each token.
    superseded_token_sha256s bytea NOT NULL,
    device_json text NOT NULL,
    layout_json text NOT NULL,
    view_models_json text NOT NULL,
    result_json text
    -- Leaves space for heap-only updates (https://www.postgresql.org/docs/current/storage-hot.html).
) WITH (fillfactor = 80);

-- Lists, and lists by status.
CREATE INDEX sessions_by_arrival ON sessions (arrived_us, id);
CREATE INDEX sessions_by_status ON sessions (is_over, arrived_us, id);
-- Finds sessions that are idle, and sessions that ended long ago.
CREATE INDEX sessions_by_hour ON sessions (is_over, touched_hour, id);

-- One row for each active flow controller.
CREATE TABLE flows (
    session text COLLATE "C" NOT NULL,
    node bigint NOT NULL,
    parent bigint,
    depth bigint NOT NULL,
    path text NOT NULL,
    flow text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    screen text COLLATE "C",
    is_front boolean NOT NULL,
    started_at_ms bigint NOT NULL,
    touched_at_ms bigint NOT NULL,
    arrived_us bigint NOT NULL DEFAULT arrival_us(),
    -- NULL if it equals `flow`.
    stored_name text,
    slot text,
    state_json text NOT NULL,
    screens_json text NOT NULL,
    PRIMARY KEY (session, node)
) WITH (fillfactor = 80);

CREATE INDEX flows_by_arrival ON flows (arrived_us, session, node);
CREATE INDEX flows_by_flow ON flows (flow, arrived_us, session, node);
CREATE INDEX flows_by_screen ON flows (screen, arrived_us, session, node);
-- A covering index for the summary.
CREATE INDEX flows_in_summary ON flows (flow, screen, is_front);

CREATE TABLE journal (
    session text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    -- The call that wrote the entry. It identifies a call that is repeated because its answer was lost.
    commit_id uuid NOT NULL,
    -- Whether the entry is in `edges`.
    is_folded boolean NOT NULL DEFAULT false,
    at_ms bigint NOT NULL,
    kind text NOT NULL,
    flow text,
    screen text,
    name text,
    to_screen text,
    took_microseconds bigint NOT NULL,
    params_json text,
    -- NULL for an empty list.
    moves_json text,
    effects_json text,
    PRIMARY KEY (session, revision)
);

-- Entries are marked one by one, because transactions do not commit in the order in which they begin.
CREATE INDEX journal_unfolded ON journal (at_ms, session, revision) WHERE NOT is_folded;
CREATE INDEX journal_folded ON journal (at_ms) WHERE is_folded;

-- The journal, aggregated by the hour: how often users took a way between two screens, by how long they had stayed. A missing
-- flow or screen is ''.
CREATE TABLE edges (
    hour bigint NOT NULL,
    flow text COLLATE "C" NOT NULL,
    from_screen text COLLATE "C" NOT NULL,
    action text COLLATE "C" NOT NULL,
    to_screen text COLLATE "C" NOT NULL,
    stay_class bigint NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (hour, flow, from_screen, action, to_screen, stay_class)
);

-- One row.
CREATE TABLE bookkeeping (
    row bigint PRIMARY KEY CHECK (row = 1),
    -- Incremented to test whether the database can be written to.
    probes bigint NOT NULL
);

INSERT INTO bookkeeping VALUES (1, 0);

-- Tasks that one node at a time performs for all, under a lease.
CREATE TABLE duties (
    duty text PRIMARY KEY,
    holder text NOT NULL,
    until_ms bigint NOT NULL
);

-- Unsent input of a user on a screen.
CREATE TABLE drafts (
    session text COLLATE "C" NOT NULL,
    screen text COLLATE "C" NOT NULL,
    draft_json text NOT NULL,
    PRIMARY KEY (session, screen)
);

-- Replies by idempotency key.
CREATE TABLE replies (
    session text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    fingerprint text NOT NULL,
    status bigint NOT NULL,
    revision bigint NOT NULL,
    at_ms bigint NOT NULL,
    -- Compressed (RFC 1950).
    body bytea NOT NULL,
    PRIMARY KEY (session, key)
);

CREATE INDEX replies_by_age ON replies (at_ms);

-- Timers and background work.
CREATE TABLE jobs (
    session text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    -- Plus the position within the commit, which keeps the order of the work in one commit.
    arrived_us bigint NOT NULL,
    kind text NOT NULL,
    node text COLLATE "C" NOT NULL,
    name text NOT NULL,
    label text,
    outlives_flow boolean NOT NULL,
    due_at_ms bigint NOT NULL,
    -- When a worker may lease it: when it is due, when its lease ends, or when it is retried. NULL once it was given up.
    next_at_ms bigint,
    attempts bigint NOT NULL DEFAULT 0,
    leased_by text,
    last_error text,
    payload_json text NOT NULL,
    -- The result of work until it was delivered to the flow.
    result_json text,
    is_cancelled boolean NOT NULL DEFAULT false,
    -- All timers share a queue; jobs have a queue for each name.
    queue text COLLATE "C" NOT NULL GENERATED ALWAYS AS (CASE kind WHEN 'timer' THEN '' ELSE name END) STORED,
    PRIMARY KEY (session, id)
);

CREATE INDEX jobs_by_queue ON jobs (queue, next_at_ms);
CREATE INDEX jobs_by_arrival ON jobs (arrived_us, session, id);
CREATE INDEX jobs_given_up ON jobs (arrived_us, session, id) WHERE next_at_ms IS NULL;

-- Codes that hand a session over to another device.
CREATE TABLE handoffs (
    code_sha256 bytea PRIMARY KEY,
    session text COLLATE "C" NOT NULL,
    expires_at_ms bigint NOT NULL
);

CREATE INDEX handoffs_by_session ON handoffs (session);
CREATE INDEX handoffs_by_expiry ON handoffs (expires_at_ms);

-- Replies to requests that gave out a token, by idempotency key. The token itself is not stored.
CREATE TABLE creations (
    key_sha256 bytea PRIMARY KEY,
    session_id text NOT NULL,
    fingerprint text NOT NULL,
    salt bytea NOT NULL,
    status bigint NOT NULL,
    at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL,
    -- Compressed (RFC 1950).
    body bytea NOT NULL
);

CREATE INDEX creations_by_expiry ON creations (expires_at_ms);

-- Applies a commit, in one round trip. Returns 0 if it was committed, 1 for a conflict, 2 if the idempotency key has a reply,
-- 3 if the creation's key has one. A race that is detected after a row was written raises serialization_failure, and the
-- caller repeats the call.
--
-- A NULL list is empty. Flows and changes to work are passed as one list for each column. A build calls this function with
-- exactly these parameters, and may run beside a newer one: a function with other parameters gets another name.
CREATE FUNCTION commit_change(
    commit_session text, commit_id uuid, expected_revision bigint, expected_draft_edits bigint,
    -- The session's row; a NULL revision for none.
    new_revision bigint, new_is_over boolean, new_touched_at_ms bigint, new_touched_hour bigint,
    new_created_at_ms bigint, new_root_flow text, new_front_screen text, new_outcome text, new_identity text,
    new_token_sha256 bytea, new_superseded_token_sha256s bytea, new_device_json text, new_layout_json text,
    new_view_models_json text, new_result_json text,
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
        FOR place IN 1..cardinality(flow_nodes) LOOP
            -- An existing row keeps its arrival time, and with it its position in lists.
            UPDATE flows SET
                parent = flow_parents[place], depth = flow_depths[place], path = flow_paths[place],
                flow = flow_names[place], version = flow_versions[place], screen = flow_screens[place],
                is_front = flow_fronts[place], started_at_ms = flow_started[place],
                touched_at_ms = flow_touched[place], stored_name = flow_stored_names[place],
                slot = flow_slots[place], state_json = flow_states[place], screens_json = flow_screens_json[place]
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

-- Why a commit was not applied. Returns 0 if an earlier call had applied it and its answer was lost.
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

-- Stores a draft without a commit. Returns how often that was done to the session; 0 if there is no such session.
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
            -- A job that a worker holds may have had effects outside already, so it is marked and not deleted.
            DELETE FROM jobs WHERE session = work_session AND node = work_nodes[number]
                AND label = work_labels[number] AND (kind = 'timer' OR leased_by IS NULL);
            UPDATE jobs SET is_cancelled = true, label = NULL
            WHERE session = work_session AND node = work_nodes[number] AND label = work_labels[number];
        END CASE;
    END LOOP;
END
$$;

-- Cancels the work of flows that have ended, unless the work outlives its flow.
CREATE FUNCTION cancel_work_of(work_session text, removed_nodes bigint[]) RETURNS void LANGUAGE sql AS $$
DELETE FROM jobs WHERE session = work_session AND NOT outlives_flow AND (kind = 'timer' OR leased_by IS NULL)
    AND node IN (SELECT 'f' || number FROM unnest(removed_nodes) AS number);
UPDATE jobs SET is_cancelled = true, label = NULL WHERE session = work_session AND NOT outlives_flow
    AND node IN (SELECT 'f' || number FROM unnest(removed_nodes) AS number)
$$;
