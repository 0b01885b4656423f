-- The tables of Migrations/sqlite, for several servers. Columns that both have are explained there.
--
-- The primary key of a table begins with the session, which allows partitioning. Handoffs and creations are looked up by a secret
-- and have its hash as key. Tables that a change writes have no sequence: rows are ordered by the microsecond of their arrival
-- (_us), then by the rest of their key. A commit writes rows of one session only.
--
-- No table has foreign keys: a commit locks its session's row, and the checks would cost every commit. The command `check`
-- looks for rows without a session.
--
-- Columns that end in _ms are milliseconds since 1970. Columns that end in _hour are hours since 1970. Columns that end in _json
-- hold JSON text, kept byte for byte. Text in keys is compared by its bytes, which keyset pagination relies on.

CREATE FUNCTION arrival_us() RETURNS bigint LANGUAGE sql VOLATILE
AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$;

CREATE TABLE sessions (
    id text COLLATE "C" PRIMARY KEY,
    arrived_us bigint NOT NULL DEFAULT arrival_us(),
    created_at_ms bigint NOT NULL,
    -- How often drafts were set outside of changes.
    draft_edits bigint NOT NULL DEFAULT 0,
    holds_signals boolean NOT NULL DEFAULT false,
    -- -1 while the session is being erased. No commit expects that.
    revision bigint NOT NULL,
    -- Beside the revision, because PostgreSQL logs the bytes of an update from the first to the last that differ.
    touched_at_ms bigint NOT NULL,
    user_acted_at_ms bigint NOT NULL,
    touched_hour bigint NOT NULL,
    is_over boolean NOT NULL,
    outcome text,
    root_flow text NOT NULL,
    front_screen text,
    user_id text COLLATE "C",
    claims_json text,
    token_sha256 bytea NOT NULL,
    superseded_token_sha256s bytea NOT NULL,
    forked_from text COLLATE "C",
    is_sandbox boolean NOT NULL GENERATED ALWAYS AS (forked_from IS NOT NULL) STORED,
    device_json text NOT NULL,
    layout_json text NOT NULL,
    view_models_json text NOT NULL,
    result_json text
    -- Leaves space for heap-only updates (https://www.postgresql.org/docs/current/storage-hot.html).
) WITH (fillfactor = 80);

-- A member of a device's description. A text with NUL has no representation in PostgreSQL.
CREATE FUNCTION device_member(device_json text, name text) RETURNS text LANGUAGE sql IMMUTABLE
AS $$ SELECT CASE WHEN strpos(device_json, '\u0000') = 0 THEN device_json::json ->> name END $$;

-- Lists, and lists by status, user and device. An update that leaves the device unchanged does not write the device's indexes.
CREATE INDEX sessions_by_arrival ON sessions (arrived_us, id);
CREATE INDEX sessions_by_status ON sessions (is_over, arrived_us, id);
CREATE INDEX sessions_by_user ON sessions (user_id, arrived_us, id) WHERE user_id IS NOT NULL;
CREATE INDEX sessions_by_idiom ON sessions (device_member(device_json, 'idiom'), arrived_us, id);
CREATE INDEX sessions_by_app ON sessions (device_member(device_json, 'app'), arrived_us, id);
-- Finds sessions by the end of their id.
CREATE INDEX sessions_by_end_of_id ON sessions (reverse(id));
-- Finds sandboxes, which are few.
CREATE INDEX sessions_sandboxes ON sessions (id) WHERE is_sandbox;
-- Finds sessions that are idle, and sessions that ended long ago.
CREATE INDEX sessions_by_hour ON sessions (is_over, touched_hour, id);
-- Finds sessions of a root flow that ended long ago.
CREATE INDEX sessions_over_by_flow ON sessions (root_flow, touched_hour, id) WHERE is_over;

-- One row for each active flow controller.
CREATE TABLE flows (
    session text COLLATE "C" NOT NULL,
    node bigint NOT NULL,
    arrived_us bigint NOT NULL DEFAULT arrival_us(),
    parent bigint,
    depth bigint NOT NULL,
    path text NOT NULL,
    flow text COLLATE "C" NOT NULL,
    stored_name text,
    version bigint NOT NULL,
    slot text,
    screen text COLLATE "C",
    is_front boolean NOT NULL,
    started_at_ms bigint NOT NULL,
    touched_at_ms bigint NOT NULL,
    state_json text NOT NULL,
    screens_json text NOT NULL,
    PRIMARY KEY (session, node)
) WITH (fillfactor = 80);

CREATE INDEX flows_by_arrival ON flows (arrived_us, session, node);
CREATE INDEX flows_by_flow ON flows (flow, arrived_us, session, node);
CREATE INDEX flows_by_screen ON flows (screen, arrived_us, session, node);
-- A covering index for the summary.
CREATE INDEX flows_in_summary ON flows (flow, screen, is_front);

-- Unsent input of a user on a screen.
CREATE TABLE drafts (
    session text COLLATE "C" NOT NULL,
    screen text COLLATE "C" NOT NULL,
    draft_json text NOT NULL,
    PRIMARY KEY (session, screen)
);

-- What happened to sessions, one entry for each revision.
CREATE TABLE journal (
    session text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    -- The call that wrote the entry. It identifies a call that is repeated because its answer was lost.
    commit_id uuid NOT NULL,
    -- Whether the entry is in `edges` and `runs`.
    is_folded boolean NOT NULL DEFAULT false,
    -- The entry's place in the event feed. NULL until it was given one, after the commit.
    number bigint,
    at_ms bigint NOT NULL,
    kind text NOT NULL,
    flow text,
    screen text,
    name text,
    to_screen text,
    took_microseconds bigint NOT NULL,
    params_json text,
    moves_json text,
    effects_json text,
    trail_json text,
    delivery_json text,
    request text,
    build bigint,
    PRIMARY KEY (session, revision)
);

-- Entries are marked one by one, because transactions begin and commit in different orders. The index begins with the number, so
-- that a commit writes one index for both marks: entries without a number come last.
CREATE INDEX journal_unfolded ON journal (number, at_ms, session, revision) WHERE NOT is_folded;
CREATE INDEX journal_folded ON journal (at_ms) WHERE is_folded;
-- The event feed. A commit does not write it.
CREATE UNIQUE INDEX journal_by_number ON journal (number) WHERE number IS NOT NULL;

-- The event feed. Empty until a server has opened the feed, otherwise one row. Its lock is held by the transaction that gives out
-- numbers.
CREATE TABLE feed (
    row bigint PRIMARY KEY CHECK (row = 1),
    -- The highest number that was given out.
    newest bigint NOT NULL,
    -- Entries up to this number were deleted because of their age.
    beginning bigint NOT NULL
);

CREATE TABLE feed_timelines (
    after_number bigint PRIMARY KEY,
    timeline text NOT NULL
);

CREATE TABLE feed_consumers (
    name text COLLATE "C" PRIMARY KEY,
    position bigint NOT NULL
);

-- Replies by idempotency key.
CREATE TABLE replies (
    session text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    fingerprint text NOT NULL,
    status bigint NOT NULL,
    revision bigint NOT NULL,
    at_ms bigint NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (session, key)
);

CREATE INDEX replies_by_age ON replies (at_ms);

-- Replies to requests that gave out a token, by idempotency key.
CREATE TABLE creations (
    key_sha256 bytea PRIMARY KEY,
    session_id text NOT NULL,
    fingerprint text NOT NULL,
    salt bytea NOT NULL,
    status bigint NOT NULL,
    at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL,
    body bytea NOT NULL
);

CREATE INDEX creations_by_expiry ON creations (expires_at_ms);
-- Finds the creations of a session that is erased.
CREATE INDEX creations_by_session ON creations (session_id);

-- Codes that hand a session over to another device, and those of return links.
CREATE TABLE handoffs (
    code_sha256 bytea PRIMARY KEY,
    session text COLLATE "C" NOT NULL,
    arrived_us bigint NOT NULL DEFAULT arrival_us(),
    expires_at_ms bigint NOT NULL,
    is_link boolean NOT NULL DEFAULT false
);

CREATE INDEX handoffs_by_session ON handoffs (session);
CREATE INDEX handoffs_by_expiry ON handoffs (expires_at_ms);

-- Business keys that sessions answer to.
CREATE TABLE session_keys (
    session text COLLATE "C" NOT NULL,
    node bigint NOT NULL,
    name text COLLATE "C" NOT NULL,
    value text COLLATE "C" NOT NULL,
    PRIMARY KEY (name, value)
);

CREATE INDEX session_keys_by_session ON session_keys (session, node);

-- Signals for keys that no session holds.
CREATE TABLE waiting_signals (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key_name text COLLATE "C" NOT NULL,
    key_value text COLLATE "C" NOT NULL,
    work_id text COLLATE "C" NOT NULL,
    receipt_id text COLLATE "C",
    name text NOT NULL,
    at_ms bigint NOT NULL,
    bytes bigint NOT NULL,
    payload_json text NOT NULL,
    request text
);

CREATE INDEX waiting_signals_by_key ON waiting_signals (key_name, key_value);
CREATE INDEX waiting_signals_by_age ON waiting_signals (at_ms, bytes);

-- The ids of signals. A signal with a known id is not delivered again.
CREATE TABLE signal_receipts (
    id text COLLATE "C" PRIMARY KEY,
    fingerprint text NOT NULL,
    session_id text COLLATE "C",
    revision bigint,
    at_ms bigint NOT NULL
);

CREATE INDEX signal_receipts_by_age ON signal_receipts (at_ms);

-- Timers, background work, and signals that wait for a flow.
CREATE TABLE jobs (
    session text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    -- Plus the position within the commit, which keeps the order of the work in one commit.
    arrived_us bigint NOT NULL,
    kind text NOT NULL,
    node text COLLATE "C" NOT NULL,
    name text NOT NULL,
    queue text COLLATE "C" NOT NULL GENERATED ALWAYS AS (CASE kind WHEN 'job' THEN name ELSE '' END) STORED,
    label text,
    outlives_flow boolean NOT NULL,
    is_held boolean NOT NULL,
    due_at_ms bigint NOT NULL,
    next_at_ms bigint,
    attempts bigint NOT NULL DEFAULT 0,
    holder text,
    last_error text,
    is_cancelled boolean NOT NULL DEFAULT false,
    version bigint NOT NULL,
    payload_json text NOT NULL,
    result_json text,
    request text,
    trace text,
    PRIMARY KEY (session, id)
);

-- Workers look for work here, and so never find work that is held.
CREATE INDEX jobs_by_queue ON jobs (queue, next_at_ms) WHERE NOT is_held;
CREATE INDEX jobs_by_arrival ON jobs (arrived_us, session, id);
CREATE INDEX jobs_given_up ON jobs (arrived_us, session, id) WHERE next_at_ms IS NULL;

-- The newest states of a session, for operators and for forks.
CREATE TABLE kept_states (
    session text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    document bytea NOT NULL,
    snapshot bytea NOT NULL,
    PRIMARY KEY (session, revision)
);

-- Refused and failed changes, for operators. A session keeps the newest 50. A number is the microsecond of arrival, plus the
-- position within the batch.
CREATE TABLE incidents (
    session text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    revision bigint NOT NULL,
    at_ms bigint NOT NULL,
    kind text NOT NULL,
    node bigint,
    flow text,
    screen text,
    name text,
    code text NOT NULL,
    errors_json text,
    cause text,
    request text,
    PRIMARY KEY (session, number)
);

-- Finds incidents that are not in `runs`.
CREATE INDEX incidents_by_number ON incidents (number);
-- Finds the session of a request.
CREATE INDEX incidents_by_request ON incidents (request) WHERE request IS NOT NULL;
-- Finds sessions that failed.
CREATE INDEX incidents_of_failures ON incidents (at_ms, session)
WHERE (code IN ('flow-failed', 'flow-timeout') OR kind IN ('timer', 'job'));

-- The journal, aggregated by the hour.
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

-- Groups of refused and failed changes with the same cause, and of work that was given up.
CREATE TABLE problems (
    id text COLLATE "C" PRIMARY KEY,
    kind text NOT NULL,
    flow text,
    screen text,
    name text,
    code text NOT NULL,
    cause text,
    sessions bigint NOT NULL,
    count bigint NOT NULL,
    first_seen_ms bigint NOT NULL,
    last_seen_ms bigint NOT NULL,
    first_build text,
    last_build text,
    status text NOT NULL,
    resolved_at_ms bigint,
    resolved_in text,
    place_id text COLLATE "C",
    passed_session text COLLATE "C"
);

CREATE INDEX problems_by_last_seen ON problems (last_seen_ms, id);
-- Counts the causes of a place that were seen last.
CREATE INDEX problems_by_place ON problems (place_id, last_seen_ms) WHERE place_id IS NOT NULL;

-- The last batch of problems that each writer has added.
CREATE TABLE problem_writers (
    writer text COLLATE "C" PRIMARY KEY,
    arrived_us bigint NOT NULL DEFAULT arrival_us(),
    batch bigint NOT NULL
);

-- The sessions of problems, each once.
CREATE TABLE problem_sessions (
    problem text COLLATE "C" NOT NULL,
    session text COLLATE "C" NOT NULL,
    PRIMARY KEY (problem, session)
);

CREATE INDEX problem_sessions_by_session ON problem_sessions (session);

-- How often a problem was seen, by the hour.
CREATE TABLE problem_hours (
    problem text COLLATE "C" NOT NULL,
    hour bigint NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (problem, hour)
);

-- How often a problem was seen, by the version of the app.
CREATE TABLE problem_apps (
    problem text COLLATE "C" NOT NULL,
    app text COLLATE "C" NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (problem, app)
);

-- The builds of the servers.
CREATE TABLE builds (
    number bigint PRIMARY KEY,
    build text COLLATE "C" NOT NULL UNIQUE,
    version text NOT NULL,
    -- The number of the last start. It never falls, so that the number of a deleted build is not used again.
    start bigint NOT NULL UNIQUE,
    first_seen_ms bigint NOT NULL,
    last_seen_ms bigint NOT NULL
);

-- The servers that run.
CREATE TABLE build_nodes (
    node text COLLATE "C" PRIMARY KEY,
    build bigint NOT NULL,
    seen_at_ms bigint NOT NULL
);

-- What servers did, by the hour and the number of their build.
CREATE TABLE server_counts (
    hour bigint NOT NULL,
    build bigint NOT NULL,
    measure text COLLATE "C" NOT NULL,
    bucket bigint NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (hour, build, measure, bucket)
);

CREATE INDEX server_counts_by_build ON server_counts (build, measure, bucket);

-- Runs of flows. Funnels are computed from them.
CREATE TABLE runs (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    session text COLLATE "C",
    flow text COLLATE "C" NOT NULL,
    node bigint NOT NULL,
    started_at_ms bigint NOT NULL,
    app text,
    idiom text,
    locale text,
    outcome text,
    course_json text NOT NULL,
    stays_json text NOT NULL,
    position_json text NOT NULL
);

CREATE INDEX runs_by_flow ON runs (flow, started_at_ms, number);
CREATE INDEX runs_by_session ON runs (session, outcome) WHERE session IS NOT NULL;
CREATE INDEX runs_by_start ON runs (started_at_ms);

-- Calls of operators.
CREATE TABLE audit (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at_ms bigint NOT NULL,
    operator text COLLATE "C" NOT NULL,
    call text NOT NULL,
    session_id text COLLATE "C",
    user_id text COLLATE "C",
    request text NOT NULL
);

CREATE INDEX audit_by_operator ON audit (operator, number);
CREATE INDEX audit_by_session ON audit (session_id, number) WHERE session_id IS NOT NULL;
CREATE INDEX audit_by_user ON audit (user_id, number) WHERE user_id IS NOT NULL;

-- Changes to all sessions that a filter matches, which a server makes in the background.
CREATE TABLE batches (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    operator text NOT NULL,
    action text NOT NULL,
    filter_json text NOT NULL,
    state text NOT NULL,
    total bigint NOT NULL,
    created_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    step bigint NOT NULL DEFAULT 0,
    done bigint NOT NULL DEFAULT 0,
    failed bigint NOT NULL DEFAULT 0,
    sessions_json text NOT NULL DEFAULT '[]',
    cursor text,
    is_listed boolean NOT NULL DEFAULT false
);

CREATE INDEX batches_running ON batches (number) WHERE state = 'running';

-- Steps that were running when a server's process ended.
CREATE TABLE quarantine (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    session_id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    kind text NOT NULL,
    root_flow text NOT NULL,
    name text NOT NULL,
    work text NOT NULL,
    build text NOT NULL,
    at_ms bigint NOT NULL,
    is_refused boolean NOT NULL,
    ends bigint NOT NULL
);

CREATE INDEX quarantine_by_session ON quarantine (session_id);

-- How far each webhook has come.
CREATE TABLE webhooks (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    cursor text NOT NULL,
    repeated_through text,
    body text,
    failures bigint NOT NULL,
    waiting_since_ms bigint,
    next_attempt_ms bigint,
    last_error text,
    last_error_at_ms bigint,
    delivered_at_ms bigint,
    disabled_in text,
    redeliveries bigint NOT NULL,
    version bigint NOT NULL
);

-- One row.
CREATE TABLE bookkeeping (
    row bigint PRIMARY KEY CHECK (row = 1),
    -- How often the journal was folded. A node folds only if no other node has folded since it read the journal.
    folds bigint NOT NULL,
    -- The last incident that is in `runs`.
    folded_incident_number bigint NOT NULL,
    -- Incremented to test whether the database can be written to.
    probes bigint NOT NULL
);

INSERT INTO bookkeeping VALUES (1, 0, 0, 0);

-- Tasks that one node at a time performs for all, under a lease.
CREATE TABLE duties (
    duty text PRIMARY KEY,
    holder text NOT NULL,
    until_ms bigint NOT NULL
);

-- The functions below have the signatures that running nodes call. A node calls commit_change with the names of its parameters, so
-- a later step can add parameters with defaults. Such a step begins with DROP FUNCTION commit_change: CREATE OR REPLACE with other
-- parameters would add a second function, and PostgreSQL would refuse calls that fit both. It changes no other signature, and gives
-- a changed function another name.

-- Applies a commit, in one round trip. Returns one of these numbers:
--
--   0  The commit was applied.
--   1  It is a conflict.
--   2  The idempotency key has a reply.
--   3  The creation's key has a reply.
--   4  The new session is a sandbox, and the store has most_sandboxes already.
--
-- A race that is detected after a row was written raises serialization_failure, and the caller repeats the call.
--
-- A NULL list is empty. Flows, drafts, links and changes to work are passed as one list for each column.
CREATE FUNCTION commit_change(
    commit_session text, commit_id uuid, expected_revision bigint, expected_draft_edits bigint,
    -- The session's row; a NULL revision for none. The limit is NULL unless the commit adds a sandbox.
    new_revision bigint, new_is_over boolean, new_outcome text, new_root_flow text, new_front_screen text,
    new_created_at_ms bigint, new_touched_at_ms bigint, new_user_acted_at_ms bigint, new_touched_hour bigint,
    new_user_id text, new_claims_json text,
    new_token_sha256 bytea, new_superseded_token_sha256s bytea, new_forked_from text, most_sandboxes bigint,
    new_device_json text, new_layout_json text, new_view_models_json text, new_result_json text,
    -- Flows.
    flow_nodes bigint[], flow_parents bigint[], flow_depths bigint[], flow_paths text[], flow_names text[],
    flow_stored_names text[], flow_versions bigint[], flow_slots text[], flow_screens text[], flow_fronts boolean[],
    flow_started_at_ms bigint[], flow_touched_at_ms bigint[], flow_states_json text[], flow_screens_json text[],
    removed_nodes bigint[],
    -- Drafts; a NULL text removes one.
    draft_screens text[], drafts_json text[],
    -- The journal entry; a NULL revision for none.
    entry_revision bigint, entry_at_ms bigint, entry_kind text, entry_flow text, entry_screen text, entry_name text,
    entry_to_screen text, entry_took_microseconds bigint, entry_params_json text, entry_moves_json text,
    entry_effects_json text, entry_trail_json text, entry_delivery_json text, entry_request text,
    entry_build bigint,
    -- The reply; a NULL key for none.
    reply_key text, reply_fingerprint text, reply_status bigint, reply_revision bigint, reply_at_ms bigint,
    reply_body bytea,
    -- The creation; a NULL key for none.
    creation_key_sha256 bytea, creation_fingerprint text, creation_salt bytea, creation_status bigint,
    creation_at_ms bigint, creation_expires_at_ms bigint, creation_body bytea,
    -- The code that the commit uses up, and new return links.
    handoff_sha256 bytea, link_sha256s bytea[], links_expire_at_ms bigint[],
    -- Changes to work, in order: add, cancel, finish or giveUp.
    work_changes text[], work_ids text[], work_kinds text[], work_nodes text[], work_names text[], work_labels text[],
    work_outlives_flow boolean[], work_due_at_ms bigint[], work_versions bigint[], work_payloads_json text[],
    work_errors text[], work_requests text[], work_traces text[],
    -- Keys to bind, in order, and the receipt of a signal; a NULL id for none.
    key_names text[], key_values text[], key_nodes bigint[],
    receipt_id text, receipt_fingerprint text, receipt_session text, receipt_revision bigint, receipt_at_ms bigint,
    receipt_is_stored boolean
) RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    is_applied boolean;
    releases_signals boolean;
BEGIN
    IF key_names IS NOT NULL THEN
        -- A signal that is parked at the same time is either found below, or finds the key bound.
        FOR place IN 1..cardinality(key_names) LOOP
            PERFORM lock_key(key_names[place], key_values[place]);
        END LOOP;
        IF EXISTS (
            SELECT FROM session_keys AS held
            JOIN unnest(key_names, key_values, key_nodes) AS new (name, value, node)
                ON held.name = new.name AND held.value = new.value
            WHERE held.session <> commit_session
                OR held.node <> new.node AND (removed_nodes IS NULL OR held.node <> ALL (removed_nodes))
        ) THEN
            RETURN commit_refusal(commit_session, commit_id, entry_revision, NULL);
        END IF;
    END IF;
    IF receipt_id IS NOT NULL AND NOT receipt_is_stored
        AND EXISTS (SELECT FROM signal_receipts WHERE id = commit_change.receipt_id)
    THEN
        RETURN commit_refusal(commit_session, commit_id, entry_revision, NULL);
    END IF;
    IF creation_key_sha256 IS NOT NULL AND EXISTS (SELECT FROM creations WHERE key_sha256 = creation_key_sha256) THEN
        RETURN 3;
    END IF;
    IF handoff_sha256 IS NOT NULL AND NOT EXISTS (SELECT FROM handoffs WHERE code_sha256 = handoff_sha256) THEN
        RETURN commit_refusal(commit_session, commit_id, entry_revision, NULL);
    END IF;
    IF reply_key IS NOT NULL AND EXISTS (SELECT FROM replies WHERE session = commit_session AND key = reply_key) THEN
        RETURN commit_refusal(commit_session, commit_id, entry_revision, reply_key);
    END IF;
    IF most_sandboxes IS NOT NULL THEN
        -- One transaction at a time holds the lock, so the count is exact.
        PERFORM FROM bookkeeping FOR UPDATE;
        IF (SELECT count(*) FROM sessions WHERE is_sandbox) >= most_sandboxes THEN
            RETURN 4;
        END IF;
        -- An erasure of the original waits for the lock, and then finds the copy.
        PERFORM FROM sessions WHERE id = new_forked_from AND revision >= 0 FOR KEY SHARE;
        IF NOT FOUND THEN
            RETURN 1;
        END IF;
    END IF;

    -- Compares the session's version and locks its row. A concurrent commit of the session has ended when this continues.
    IF expected_revision IS NULL AND new_revision IS NULL THEN
        is_applied := creation_key_sha256 IS NOT NULL AND NOT EXISTS (SELECT FROM sessions WHERE id = commit_session);
    ELSIF expected_revision IS NULL THEN
        INSERT INTO sessions (
            id, revision, is_over, outcome, root_flow, front_screen, created_at_ms, touched_at_ms, user_acted_at_ms,
            touched_hour, user_id, claims_json, token_sha256, superseded_token_sha256s, forked_from, device_json,
            layout_json, view_models_json, result_json
        ) VALUES (
            commit_session, new_revision, new_is_over, new_outcome, new_root_flow, new_front_screen, new_created_at_ms,
            new_touched_at_ms, new_user_acted_at_ms, new_touched_hour, new_user_id, new_claims_json, new_token_sha256,
            new_superseded_token_sha256s, new_forked_from, new_device_json, new_layout_json, new_view_models_json,
            new_result_json
        ) ON CONFLICT DO NOTHING;
        is_applied := FOUND;
    ELSIF new_revision IS NULL THEN
        PERFORM FROM sessions WHERE id = commit_session AND revision = expected_revision
            AND (expected_draft_edits IS NULL OR draft_edits = expected_draft_edits) FOR NO KEY UPDATE;
        is_applied := FOUND;
    ELSE
        UPDATE sessions SET
            revision = new_revision, is_over = new_is_over, outcome = new_outcome, root_flow = new_root_flow,
            front_screen = new_front_screen, created_at_ms = new_created_at_ms, touched_at_ms = new_touched_at_ms,
            user_acted_at_ms = new_user_acted_at_ms, touched_hour = new_touched_hour, user_id = new_user_id,
            claims_json = new_claims_json, token_sha256 = new_token_sha256,
            superseded_token_sha256s = new_superseded_token_sha256s,
            device_json = new_device_json, layout_json = new_layout_json, view_models_json = new_view_models_json,
            result_json = new_result_json
        WHERE id = commit_session AND revision = expected_revision
            AND (expected_draft_edits IS NULL OR draft_edits = expected_draft_edits)
        RETURNING holds_signals INTO releases_signals;
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
                flow = flow_names[place], stored_name = flow_stored_names[place], version = flow_versions[place],
                slot = flow_slots[place], screen = flow_screens[place], is_front = flow_fronts[place],
                started_at_ms = flow_started_at_ms[place], touched_at_ms = flow_touched_at_ms[place],
                -- PostgreSQL does not write a large value again if the row keeps the old one.
                state_json = CASE
                    WHEN state_json = flow_states_json[place] THEN state_json ELSE flow_states_json[place]
                END,
                screens_json = CASE
                    WHEN screens_json = flow_screens_json[place] THEN screens_json ELSE flow_screens_json[place]
                END
            WHERE session = commit_session AND node = flow_nodes[place];
            CONTINUE WHEN FOUND;
            -- The session's row is locked, so no other commit can insert the flow.
            INSERT INTO flows (
                session, node, parent, depth, path, flow, stored_name, version, slot, screen, is_front, started_at_ms,
                touched_at_ms, state_json, screens_json
            ) VALUES (
                commit_session, flow_nodes[place], flow_parents[place], flow_depths[place], flow_paths[place],
                flow_names[place], flow_stored_names[place], flow_versions[place], flow_slots[place],
                flow_screens[place], flow_fronts[place], flow_started_at_ms[place], flow_touched_at_ms[place],
                flow_states_json[place], flow_screens_json[place]
            );
        END LOOP;
    END IF;
    IF removed_nodes IS NOT NULL THEN
        DELETE FROM flows WHERE session = commit_session AND node = ANY (removed_nodes);
    END IF;
    IF draft_screens IS NOT NULL THEN
        PERFORM keep_drafts(commit_session, draft_screens, drafts_json);
    END IF;
    IF entry_revision IS NOT NULL THEN
        INSERT INTO journal (
            session, revision, commit_id, at_ms, kind, flow, screen, name, to_screen, took_microseconds, params_json,
            moves_json, effects_json, trail_json, delivery_json, request, build
        ) VALUES (
            commit_session, entry_revision, commit_change.commit_id, entry_at_ms, entry_kind, entry_flow, entry_screen,
            entry_name, entry_to_screen, entry_took_microseconds, entry_params_json, entry_moves_json,
            entry_effects_json, entry_trail_json, entry_delivery_json, entry_request,
            entry_build
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
            commit_session, work_changes, work_ids, work_kinds, work_nodes, work_names, work_labels, work_outlives_flow,
            work_due_at_ms, work_versions, work_payloads_json, work_errors,
            work_requests, work_traces
        );
    END IF;
    IF releases_signals THEN
        PERFORM release_signals(commit_session, new_touched_at_ms);
    END IF;
    IF removed_nodes IS NOT NULL THEN
        PERFORM cancel_work_of(commit_session, removed_nodes);
        DELETE FROM session_keys WHERE session = commit_session AND node = ANY (removed_nodes);
    END IF;
    IF key_names IS NOT NULL THEN
        PERFORM bind_keys(commit_session, key_names, key_values, key_nodes);
    END IF;
    IF receipt_id IS NOT NULL THEN
        PERFORM add_receipt(
            commit_change.receipt_id, receipt_fingerprint, receipt_session, receipt_revision, receipt_at_ms,
            receipt_is_stored
        );
    END IF;
    IF handoff_sha256 IS NOT NULL THEN
        DELETE FROM handoffs WHERE code_sha256 = handoff_sha256;
        IF NOT FOUND THEN
            RAISE serialization_failure USING MESSAGE = 'the handoff was used meanwhile';
        END IF;
    END IF;
    IF link_sha256s IS NOT NULL THEN
        PERFORM add_links(commit_session, link_sha256s, links_expire_at_ms);
    END IF;
    IF creation_key_sha256 IS NOT NULL THEN
        INSERT INTO creations (
            key_sha256, session_id, fingerprint, salt, status, at_ms, expires_at_ms, body
        ) VALUES (
            creation_key_sha256, commit_session, creation_fingerprint, creation_salt, creation_status, creation_at_ms,
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

CREATE FUNCTION keep_drafts(draft_session text, draft_screens text[], drafts_json text[])
RETURNS void LANGUAGE sql AS $$
DELETE FROM drafts USING unnest(draft_screens, drafts_json) AS new (screen, draft)
WHERE session = draft_session AND drafts.screen = new.screen AND new.draft IS NULL;
INSERT INTO drafts (session, screen, draft_json)
SELECT draft_session, new.screen, new.draft FROM unnest(draft_screens, drafts_json) AS new (screen, draft)
WHERE new.draft IS NOT NULL
ON CONFLICT (session, screen) DO UPDATE SET draft_json = excluded.draft_json
$$;

-- Stores a draft without a commit. Returns how often that was done to the session; 0 if the session does not exist.
CREATE FUNCTION set_draft(draft_session text, draft_screen text, draft_json text)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    edits bigint;
BEGIN
    UPDATE sessions SET draft_edits = draft_edits + 1 WHERE id = draft_session RETURNING draft_edits INTO edits;
    IF edits IS NULL THEN
        RETURN 0;
    END IF;
    PERFORM keep_drafts(draft_session, ARRAY[draft_screen], ARRAY[draft_json]);
    RETURN edits;
END
$$;

-- Adds return links to a session and deletes all but its newest 16.
CREATE FUNCTION add_links(link_session text, link_sha256s bytea[], links_expire_at_ms bigint[])
RETURNS void LANGUAGE sql AS $$
INSERT INTO handoffs (code_sha256, session, expires_at_ms, is_link, arrived_us)
SELECT link.code, link_session, link.expires, true, arrival_us() + link.place
FROM unnest(link_sha256s, links_expire_at_ms) WITH ORDINALITY AS link (code, expires, place);
DELETE FROM handoffs WHERE code_sha256 IN (
    SELECT code_sha256 FROM handoffs WHERE session = link_session AND is_link
    ORDER BY arrived_us DESC, code_sha256 OFFSET 16
)
$$;

-- The work of a sandbox is held. Work that is given up keeps its number of attempts.
CREATE FUNCTION change_work(
    work_session text, work_changes text[], work_ids text[], work_kinds text[], work_nodes text[], work_names text[],
    work_labels text[], work_outlives_flow boolean[], work_due_at_ms bigint[], work_versions bigint[],
    work_payloads_json text[], work_errors text[], work_requests text[], work_traces text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    arrived bigint := arrival_us();
    is_sandbox boolean := (SELECT sessions.is_sandbox FROM sessions WHERE id = work_session);
BEGIN
    FOR number IN 1..cardinality(work_changes) LOOP
        CASE work_changes[number]
        WHEN 'add' THEN
            INSERT INTO jobs (
                session, id, arrived_us, kind, node, name, label, outlives_flow, is_held, due_at_ms, next_at_ms,
                version, payload_json, request, trace
            ) VALUES (
                work_session, work_ids[number], arrived + number, work_kinds[number], work_nodes[number],
                work_names[number], work_labels[number], work_outlives_flow[number], is_sandbox,
                work_due_at_ms[number], work_due_at_ms[number], work_versions[number], work_payloads_json[number],
                work_requests[number], work_traces[number]
            );
        WHEN 'finish' THEN
            DELETE FROM jobs WHERE session = work_session AND id = work_ids[number];
        WHEN 'giveUp' THEN
            UPDATE jobs SET next_at_ms = NULL, holder = NULL, result_json = NULL, last_error = work_errors[number]
            WHERE session = work_session AND id = work_ids[number];
        WHEN 'hold' THEN
            UPDATE jobs SET is_held = true, holder = NULL, attempts = 0, next_at_ms = due_at_ms, last_error = NULL
            WHERE session = work_session AND id = work_ids[number];
            UPDATE sessions SET holds_signals = true WHERE id = work_session;
        WHEN 'cancel' THEN
            -- A job that a worker holds may have had effects outside already, so it is marked and not deleted.
            DELETE FROM jobs WHERE session = work_session AND node = work_nodes[number]
                AND label = work_labels[number] AND (kind <> 'job' OR holder IS NULL);
            UPDATE jobs SET is_cancelled = true, label = NULL
            WHERE session = work_session AND node = work_nodes[number] AND label = work_labels[number];
        END CASE;
    END LOOP;
END
$$;

-- Cancels the work of flows that have ended, unless the work outlives its flow.
CREATE FUNCTION cancel_work_of(work_session text, removed_nodes bigint[]) RETURNS void LANGUAGE sql AS $$
DELETE FROM jobs WHERE session = work_session AND NOT outlives_flow AND (kind <> 'job' OR holder IS NULL)
    AND node IN (SELECT 'f' || number FROM unnest(removed_nodes) AS number);
UPDATE jobs SET is_cancelled = true, label = NULL WHERE session = work_session AND NOT outlives_flow
    AND node IN (SELECT 'f' || number FROM unnest(removed_nodes) AS number)
$$;

-- Makes the signals due that were held until this change. In a sandbox they stay, because workers perform no work of it.
CREATE FUNCTION release_signals(work_session text, now_ms bigint) RETURNS void LANGUAGE sql AS $$
UPDATE jobs SET is_held = false, next_at_ms = now_ms
WHERE session = work_session AND kind = 'signal' AND is_held
    AND NOT (SELECT is_sandbox FROM sessions WHERE id = work_session);
UPDATE sessions SET holds_signals = false WHERE id = work_session
$$;

-- Until the end of the transaction, no other one binds the key or parks a signal for it.
CREATE FUNCTION lock_key(key_name text, key_value text) RETURNS void LANGUAGE sql AS $$
SELECT pg_advisory_xact_lock(hashtextextended(key_name || ' ' || key_value, 345))
$$;

-- Binds keys that are locked and free, and makes the signals that wait for them work of the flows.
CREATE FUNCTION bind_keys(
    key_session text, key_names text[], key_values text[], key_nodes bigint[]
) RETURNS void LANGUAGE sql AS $$
INSERT INTO session_keys (session, node, name, value)
SELECT key_session, new.node, new.name, new.value FROM unnest(key_names, key_values, key_nodes) AS new (name, value, node)
ON CONFLICT DO NOTHING;
WITH bound AS (
    DELETE FROM waiting_signals USING unnest(key_names, key_values, key_nodes) AS new (name, value, node)
    WHERE key_name = new.name AND key_value = new.value
    RETURNING waiting_signals.*, new.node
)
INSERT INTO jobs (
    session, id, arrived_us, kind, node, name, outlives_flow, is_held, due_at_ms, next_at_ms, version, payload_json, request
)
SELECT key_session, work_id, arrival_us() + row_number() OVER (ORDER BY number), 'signal', 'f' || node, name, false, false,
    at_ms, at_ms, 1, payload_json, request
FROM bound
$$;

-- Stores the receipt of a signal. If the signal has waited, completes the stored one.
CREATE FUNCTION add_receipt(
    new_id text, new_fingerprint text, new_session text, new_revision bigint, new_at_ms bigint, is_stored boolean
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF is_stored THEN
        UPDATE signal_receipts SET
            session_id = coalesce(session_id, new_session), revision = coalesce(revision, new_revision)
        WHERE id = new_id;
    END IF;
    INSERT INTO signal_receipts (id, fingerprint, session_id, revision, at_ms)
    VALUES (new_id, new_fingerprint, new_session, new_revision, new_at_ms) ON CONFLICT DO NOTHING;
    IF NOT FOUND AND NOT is_stored THEN
        RAISE serialization_failure USING MESSAGE = 'the id of the signal was used meanwhile';
    END IF;
END
$$;

-- Lets a signal wait for a key. Returns one of these numbers:
--
--   0  The signal waits.
--   1  A session holds the key.
--   2  The id is known.
--   3  A limit is reached.
CREATE FUNCTION park_signal(
    new_key_name text, new_key_value text, new_work_id text, new_name text, new_at_ms bigint, new_bytes bigint,
    new_payload_json text, new_request text, new_receipt_id text, new_fingerprint text, most_signals bigint,
    most_bytes bigint, most_of_key bigint
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    waiting bigint;
    waiting_bytes bigint;
BEGIN
    IF new_receipt_id IS NOT NULL AND EXISTS (SELECT FROM signal_receipts WHERE id = new_receipt_id) THEN
        RETURN 2;
    END IF;
    PERFORM lock_key(new_key_name, new_key_value);
    IF EXISTS (SELECT FROM session_keys WHERE name = new_key_name AND value = new_key_value) THEN
        RETURN 1;
    END IF;
    -- One transaction at a time counts, so the limits are exact.
    PERFORM pg_advisory_xact_lock(hashtextextended('waiting_signals', 345));
    SELECT count(*), coalesce(sum(bytes), 0) INTO waiting, waiting_bytes FROM waiting_signals;
    IF waiting >= most_signals OR waiting_bytes + new_bytes > most_bytes OR (
        SELECT count(*) FROM waiting_signals WHERE key_name = new_key_name AND key_value = new_key_value
    ) >= most_of_key THEN
        RETURN 3;
    END IF;
    IF new_receipt_id IS NOT NULL THEN
        PERFORM add_receipt(new_receipt_id, new_fingerprint, NULL, NULL, new_at_ms, false);
    END IF;
    INSERT INTO waiting_signals (key_name, key_value, work_id, receipt_id, name, at_ms, bytes, payload_json, request)
    VALUES (
        new_key_name, new_key_value, new_work_id, new_receipt_id, new_name, new_at_ms, new_bytes, new_payload_json,
        new_request
    );
    RETURN 0;
END
$$;

-- Begins a fold of the journal. Raises FW001, which rolls the transaction back, if another node has folded since the caller read
-- the number of folds.
CREATE FUNCTION begin_fold(expected_folds bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE bookkeeping SET folds = folds + 1 WHERE folds = expected_folds;
    IF NOT FOUND THEN
        RAISE EXCEPTION USING ERRCODE = 'FW001', MESSAGE = 'another node has folded the journal';
    END IF;
END
$$;

-- Begins a timeline of the event feed behind the newest event, and forgets timelines of which no event is left.
CREATE FUNCTION open_feed(most_timelines bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    start bigint;
BEGIN
    -- A copied journal has numbers already.
    INSERT INTO feed (row, newest, beginning)
    SELECT 1, last.number, coalesce((SELECT min(number) - 1 FROM journal WHERE number IS NOT NULL), last.number)
    FROM (
        SELECT greatest(
            0, (SELECT max(number) FROM journal WHERE number IS NOT NULL), (SELECT max(after_number) FROM feed_timelines)
        ) AS number
    ) AS last
    ON CONFLICT DO NOTHING;
    SELECT newest INTO start FROM feed FOR UPDATE;
    IF NOT EXISTS (SELECT FROM feed_timelines) THEN
        start := 0;
    END IF;
    DELETE FROM feed_timelines WHERE after_number >= start;
    INSERT INTO feed_timelines VALUES (start, replace(gen_random_uuid()::text, '-', ''));
    DELETE FROM feed_timelines WHERE after_number < (
        SELECT max(after_number) FROM feed_timelines WHERE after_number < (SELECT beginning FROM feed)
    );
    DELETE FROM feed_timelines WHERE after_number IN (
        SELECT after_number FROM feed_timelines ORDER BY after_number DESC OFFSET most_timelines
    );
END
$$;

-- Numbers committed journal entries that have no number, and returns how many. Each statement sees what was committed before it
-- began, so those behind the lock see all numbers that were given out.
CREATE FUNCTION number_events(most bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM journal WHERE number IS NULL AND NOT is_folded) THEN
        RETURN 0;
    END IF;
    PERFORM FROM feed FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    RETURN number_entries(ARRAY(
        SELECT DISTINCT session FROM (
            SELECT session FROM journal WHERE number IS NULL AND NOT is_folded
            ORDER BY number, at_ms, session, revision LIMIT most
        ) AS oldest
    ));
END
$$;

-- Numbers the entries of sessions that have no number. All entries of a session up to its newest visible one are visible, because a
-- commit locks the session's row. So they are numbered in the order of revisions, also if clocks differ. The caller holds the lock
-- of `feed`.
CREATE FUNCTION number_entries(entry_sessions text[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    base bigint := (SELECT newest FROM feed);
    last bigint;
    numbered bigint;
BEGIN
    WITH waiting AS (
        SELECT entry.session, entry.revision,
            max(entry.at_ms) OVER (PARTITION BY entry.session ORDER BY entry.revision) AS moment
        FROM unnest(entry_sessions) AS named (session)
        CROSS JOIN LATERAL (
            SELECT session, revision, at_ms FROM journal
            WHERE journal.session = named.session AND revision > coalesce((
                SELECT revision FROM journal AS numbered
                WHERE numbered.session = named.session AND (numbered.number IS NOT NULL OR numbered.is_folded)
                ORDER BY revision DESC LIMIT 1
            ), -1)
        ) AS entry
    ), placed AS (
        SELECT session, revision, base + row_number() OVER (ORDER BY moment, session, revision) AS number FROM waiting
    ), changed AS (
        UPDATE journal SET number = placed.number FROM placed
        WHERE journal.session = placed.session AND journal.revision = placed.revision
        RETURNING journal.number
    )
    SELECT max(number), count(*) INTO last, numbered FROM changed;
    IF numbered > 0 THEN
        UPDATE feed SET newest = last;
    END IF;
    RETURN numbered;
END
$$;

-- The number up to which age may delete entries of the journal: those that all consumers have read, or beyond the limit for
-- unread ones.
CREATE FUNCTION removable_events(most_held bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
SELECT coalesce(
    (SELECT greatest(newest - most_held, coalesce((SELECT min(position) FROM feed_consumers), newest)) FROM feed),
    9223372036854775807
)
$$;

-- The number of a session's newest journal entry. The highest of all if it has yet to be numbered, and 0 if it was folded before
-- the feed was opened.
CREATE FUNCTION newest_event_of(entry_session text) RETURNS bigint LANGUAGE sql STABLE AS $$
SELECT coalesce((
    SELECT coalesce(number, CASE WHEN is_folded THEN 0 ELSE 9223372036854775807 END)
    FROM journal WHERE session = entry_session ORDER BY revision DESC LIMIT 1
), 0)
$$;

-- Marks entries of the journal as folded, and numbers them if the event feed is in use. Raises FW001 if one of them has been folded
-- or deleted.
CREATE FUNCTION mark_folded(entry_sessions text[], entry_revisions bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    marked bigint;
BEGIN
    PERFORM FROM feed FOR UPDATE;
    IF FOUND THEN
        PERFORM number_entries(ARRAY(SELECT DISTINCT unnest(entry_sessions)));
    END IF;
    UPDATE journal SET is_folded = true FROM unnest(entry_sessions, entry_revisions) AS entry (session, revision)
    WHERE journal.session = entry.session AND journal.revision = entry.revision AND NOT is_folded;
    GET DIAGNOSTICS marked = ROW_COUNT;
    IF marked <> cardinality(entry_sessions) THEN
        RAISE EXCEPTION USING ERRCODE = 'FW001', MESSAGE = 'an entry of the journal has been folded or deleted';
    END IF;
END
$$;

-- Adds occurrences of problems, each with its number. Ignores those of sandboxes and of sessions that do not exist. Counts those with
-- a measure for the build, too. An occurrence without a session has its version of the app.
--
-- Ignores a batch that was added before. Without a writer, the caller's transaction prevents that.
CREATE FUNCTION note_problems(
    batch_writer text, batch_number bigint, most_writers bigint, problem_place_ids text[], problem_other_ids text[],
    problem_apps_seen text[], most_causes bigint, most_sessions bigint, excess_sessions bigint,
    problem_ids text[], problem_kinds text[], problem_flows text[], problem_screens text[], problem_names text[],
    problem_codes text[], problem_causes text[], problem_sessions_seen text[], problem_hours_seen bigint[],
    problem_counts bigint[], problem_first_ms bigint[], problem_last_ms bigint[], problem_measures text[],
    problem_build bigint, most_hours bigint, most_apps bigint, most_problems bigint
) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    build_name text := (SELECT build FROM builds WHERE number = problem_build);
    surplus text[];
    place integer;
    seen_session text;
    seen_app text;
    is_new bigint;
    session_count bigint;
    passed text;
    excess bigint;
    oldest text[];
BEGIN
    IF batch_writer IS NOT NULL THEN
        INSERT INTO problem_writers AS old (writer, batch) VALUES (batch_writer, batch_number)
        ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch WHERE old.batch < excluded.batch;
        GET DIAGNOSTICS is_new = ROW_COUNT;
        IF is_new = 0 THEN
            RETURN;
        END IF;
        DELETE FROM problem_writers WHERE writer IN (
            SELECT writer FROM problem_writers ORDER BY arrived_us DESC, writer OFFSET most_writers
            FOR UPDATE SKIP LOCKED
        );
    END IF;
    -- Locks the sessions against erasure, in the order of commit groups.
    PERFORM FROM sessions WHERE id = ANY (problem_sessions_seen) ORDER BY id FOR KEY SHARE;
    -- New causes beyond the limit of a place are one cause. A cause without an hour that is kept makes room for another one.
    surplus := ARRAY(
        SELECT new.id FROM (
            SELECT seen.place_id, seen.id, max(seen.last_ms) AS last_ms,
                row_number() OVER (PARTITION BY seen.place_id ORDER BY seen.id) AS number
            FROM unnest(problem_place_ids, problem_ids, problem_last_ms) AS seen (place_id, id, last_ms)
            WHERE seen.place_id IS NOT NULL AND NOT EXISTS (SELECT FROM problems WHERE problems.id = seen.id)
            GROUP BY seen.place_id, seen.id
        ) AS new
        WHERE new.number + (
            SELECT count(*) FROM problems
            WHERE problems.place_id = new.place_id AND last_seen_ms > new.last_ms - most_hours * 3600000
        ) > most_causes
    );
    FOR number IN 1..cardinality(problem_ids) LOOP
        IF problem_ids[number] = ANY (surplus) THEN
            problem_ids[number] := problem_other_ids[number];
            problem_causes[number] := '…';
        END IF;
    END LOOP;
    -- In one order, to avoid deadlocks with other nodes.
    FOR place IN
        SELECT seen.place FROM unnest(problem_ids) WITH ORDINALITY AS seen (id, place)
        ORDER BY seen.id COLLATE "C", seen.place
    LOOP
        seen_session := problem_sessions_seen[place];
        seen_app := problem_apps_seen[place];
        IF seen_session IS NOT NULL THEN
            SELECT device_member(device_json, 'app') INTO seen_app FROM sessions
            WHERE id = seen_session AND NOT is_sandbox AND revision >= 0;
            CONTINUE WHEN NOT FOUND;
        END IF;
        INSERT INTO problems AS old (
            id, kind, flow, screen, name, code, cause, sessions, count, first_seen_ms, last_seen_ms, first_build,
            last_build, status, place_id
        ) VALUES (
            problem_ids[place], problem_kinds[place], problem_flows[place], problem_screens[place],
            problem_names[place], problem_codes[place], problem_causes[place], 0, problem_counts[place],
            problem_first_ms[place], problem_last_ms[place], build_name, build_name, 'open', problem_place_ids[place]
        ) ON CONFLICT (id) DO UPDATE SET
            count = old.count + excluded.count,
            first_seen_ms = least(old.first_seen_ms, excluded.first_seen_ms),
            last_seen_ms = greatest(old.last_seen_ms, excluded.last_seen_ms),
            last_build = coalesce(excluded.last_build, old.last_build),
            status = CASE WHEN old.resolved_at_ms < excluded.last_seen_ms THEN 'open' ELSE old.status END,
            resolved_at_ms = CASE
                WHEN old.resolved_at_ms < excluded.last_seen_ms THEN NULL ELSE old.resolved_at_ms
            END;
        IF seen_session IS NOT NULL THEN
            INSERT INTO problem_sessions
            SELECT id, seen_session FROM problems
            WHERE id = problem_ids[place] AND (passed_session IS NULL OR passed_session < seen_session)
            ON CONFLICT DO NOTHING;
            IF FOUND THEN
                UPDATE problems SET sessions = sessions + 1 WHERE id = problem_ids[place]
                RETURNING sessions INTO session_count;
                IF session_count > most_sessions AND session_count % excess_sessions = 0 THEN
                    -- The ids of sessions begin with the time of their start.
                    SELECT session INTO passed FROM problem_sessions WHERE problem = problem_ids[place]
                    ORDER BY session DESC OFFSET most_sessions LIMIT 1;
                    DELETE FROM problem_sessions WHERE problem = problem_ids[place] AND session <= passed;
                    UPDATE problems SET passed_session = coalesce(passed, passed_session) WHERE id = problem_ids[place];
                END IF;
            END IF;
        END IF;
        INSERT INTO problem_hours AS old VALUES (problem_ids[place], problem_hours_seen[place], problem_counts[place])
        ON CONFLICT (problem, hour) DO UPDATE SET count = old.count + excluded.count;
        DELETE FROM problem_hours
        WHERE problem = problem_ids[place] AND hour <= problem_hours_seen[place] - most_hours;
        -- A text that is no version may be a user's.
        IF NOT coalesce(seen_app ~ '^[A-Za-z0-9._+/-]{1,64}$', false) THEN
            seen_app := '';
        END IF;
        INSERT INTO problem_apps AS old VALUES (problem_ids[place], seen_app, problem_counts[place])
        ON CONFLICT (problem, app) DO UPDATE SET count = old.count + excluded.count;
        -- A version that was just seen stays, so that a new one can grow.
        DELETE FROM problem_apps WHERE problem = problem_ids[place] AND app IN (
            SELECT app FROM problem_apps WHERE problem = problem_ids[place] AND app <> seen_app
            ORDER BY count DESC, app OFFSET most_apps - 1
        );
    END LOOP;
    INSERT INTO server_counts AS old
    SELECT seen.hour, coalesce(problem_build, 0), seen.measure, 0, sum(seen.count)
    FROM unnest(problem_hours_seen, problem_measures, problem_counts, problem_sessions_seen)
        AS seen (hour, measure, count, session)
    LEFT JOIN sessions ON sessions.id = seen.session AND NOT is_sandbox AND revision >= 0
    WHERE seen.measure IS NOT NULL AND (seen.session IS NULL OR sessions.id IS NOT NULL)
    GROUP BY seen.hour, seen.measure ORDER BY seen.hour, seen.measure
    ON CONFLICT (hour, build, measure, bucket) DO UPDATE SET count = old.count + excluded.count;
    excess := (SELECT count(*) FROM problems) - most_problems;
    IF excess > 0 THEN
        oldest := ARRAY(SELECT id FROM problems ORDER BY status = 'muted', last_seen_ms, id LIMIT excess);
        DELETE FROM problem_sessions WHERE problem = ANY (oldest);
        DELETE FROM problem_hours WHERE problem = ANY (oldest);
        DELETE FROM problem_apps WHERE problem = ANY (oldest);
        DELETE FROM problems WHERE id = ANY (oldest);
    END IF;
END
$$;

-- Records that a node runs a build, and returns the build's number. Forgets nodes that were not seen since a time, and deletes the
-- builds beyond a limit with their counts.
CREATE FUNCTION record_build(
    build_name text, build_version text, build_node text, at_ms bigint, forgotten_ms bigint, is_start bigint,
    most_builds bigint
) RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    recorded bigint;
    next_start bigint;
BEGIN
    -- One transaction at a time gives out a number.
    PERFORM FROM bookkeeping FOR UPDATE;
    next_start := (SELECT coalesce(max(start), 0) + 1 FROM builds);
    INSERT INTO builds AS old (number, build, version, start, first_seen_ms, last_seen_ms)
    VALUES (next_start, build_name, build_version, next_start, at_ms, at_ms)
    ON CONFLICT (build) DO UPDATE SET
        last_seen_ms = greatest(old.last_seen_ms, excluded.last_seen_ms),
        start = CASE WHEN is_start <> 0 THEN excluded.start ELSE old.start END
    RETURNING number INTO recorded;
    INSERT INTO build_nodes VALUES (build_node, recorded, at_ms)
    ON CONFLICT (node) DO UPDATE SET build = excluded.build, seen_at_ms = excluded.seen_at_ms;
    DELETE FROM build_nodes WHERE seen_at_ms < forgotten_ms;
    WITH gone AS (
        DELETE FROM builds WHERE number IN (SELECT number FROM builds ORDER BY start DESC OFFSET most_builds)
        RETURNING number
    )
    DELETE FROM server_counts USING gone WHERE server_counts.build = gone.number;
    RETURN recorded;
END
$$;
