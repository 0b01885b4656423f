-- Conventions
--
-- Each table has an integer primary key: new rows are appended, and secondary indexes stay small. The rows of a session refer to
-- its number. A row that may outlive its session, or come before it, has the session's id in a column `session_id`. Runs outlive
-- their session, too; their number is then NULL.
--
-- Columns that end in _ms are milliseconds since 1970. Columns that end in _hour are hours since 1970. Columns that end in _json
-- hold JSON text, kept byte for byte. The columns of a row that grow with its state are the last ones, because lists do not read
-- them.

CREATE TABLE sessions (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created_at_ms INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    touched_at_ms INTEGER NOT NULL,
    -- The hour of touched_at_ms. It is indexed in its place, because it changes at most once an hour.
    touched_hour INTEGER NOT NULL,
    -- The time of the last change that the user made.
    user_acted_at_ms INTEGER NOT NULL,
    is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)),
    outcome TEXT,
    root_flow TEXT NOT NULL,
    front_screen TEXT,
    -- NULL for an anonymous session.
    user_id TEXT,
    -- The kept claims of the user, as a JSON object. NULL if there are none.
    claims_json TEXT,
    token_sha256 BLOB NOT NULL,
    -- 32 bytes for each token.
    superseded_token_sha256s BLOB NOT NULL,
    -- The id of the session that a sandbox is a copy of. NULL for any other session.
    forked_from TEXT,
    is_sandbox INTEGER GENERATED ALWAYS AS (forked_from IS NOT NULL) VIRTUAL,
    device_json TEXT NOT NULL,
    -- Members of device_json. An index cannot compute them: with trusted_schema off, schemas may not call json_extract.
    device_idiom TEXT,
    device_app TEXT,
    -- Whether signals are held until the session's next change.
    holds_signals INTEGER NOT NULL DEFAULT 0 CHECK (holds_signals IN (0, 1)),
    -- The number of the session's newest journal entry.
    newest_entry INTEGER,

    -- The flow in front, as in `flows`. NULL if no flow is denormalised into this row. Otherwise that flow's row in `flows` has
    -- neither state nor screens, and an older touched_at_ms.
    front_flow_node INTEGER,
    -- A hash of the columns that both rows have.
    front_flow_hash INTEGER,
    -- Whether the session is known to have no other flow.
    front_flow_is_only INTEGER NOT NULL CHECK (front_flow_is_only IN (0, 1)),
    front_flow_parent INTEGER,
    front_flow_depth INTEGER,
    front_flow_path TEXT,
    front_flow_flow TEXT,
    front_flow_stored_name TEXT,
    front_flow_version INTEGER,
    front_flow_slot TEXT,
    front_flow_screen TEXT,
    front_flow_started_at_ms INTEGER,
    front_flow_touched_at_ms INTEGER,

    layout_json TEXT NOT NULL,
    view_models_json TEXT NOT NULL,
    result_json TEXT,
    -- '' for a value that is in `large_texts`.
    front_flow_state_json TEXT,
    front_flow_screens_json TEXT
) STRICT;

-- Lists by status. Every index ends with the row's number, which is the order of lists.
CREATE INDEX sessions_by_status ON sessions (is_over);
-- Lists by user.
CREATE INDEX sessions_by_user ON sessions (user_id) WHERE user_id IS NOT NULL;
-- Lists by device. They are written only if the device changes.
CREATE INDEX sessions_by_idiom ON sessions (device_idiom);
CREATE INDEX sessions_by_app ON sessions (device_app);
-- Finds sessions by the end of their id: its last 8 characters in reverse.
CREATE INDEX sessions_by_end_of_id ON sessions (
    substr(id, -1, 1) || substr(id, -2, 1) || substr(id, -3, 1) || substr(id, -4, 1)
    || substr(id, -5, 1) || substr(id, -6, 1) || substr(id, -7, 1) || substr(id, -8, 1)
);
-- Finds sandboxes, which are few.
CREATE INDEX sessions_sandboxes ON sessions (is_sandbox) WHERE is_sandbox = 1;
-- Finds sessions that are idle, and sessions that ended long ago.
CREATE INDEX sessions_by_hour ON sessions (is_over, touched_hour);
-- Finds sessions of a root flow that ended long ago.
CREATE INDEX sessions_over_by_flow ON sessions (root_flow, touched_hour) WHERE is_over = 1;

-- One row for each active flow controller.
CREATE TABLE flows (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    node INTEGER NOT NULL,
    parent INTEGER,
    depth INTEGER NOT NULL,
    path TEXT NOT NULL,
    flow TEXT NOT NULL,
    -- NULL if it equals `flow`.
    stored_name TEXT,
    version INTEGER NOT NULL,
    slot TEXT,
    screen TEXT,
    is_front INTEGER NOT NULL CHECK (is_front IN (0, 1)),
    started_at_ms INTEGER NOT NULL,
    touched_at_ms INTEGER NOT NULL,
    state_json TEXT NOT NULL,
    screens_json TEXT NOT NULL,
    UNIQUE (session, node)
) STRICT;

CREATE INDEX flows_by_flow ON flows (flow);
CREATE INDEX flows_by_screen ON flows (screen);
-- A covering index for the summary, and for lists of sessions by flow and screen.
CREATE INDEX flows_in_summary ON flows (flow, screen, is_front, session);

-- The state and the screens of a session's front flow, if they are large. A change writes only the values that it changes.
CREATE TABLE large_texts (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    -- The column of `flows`: state_json or screens_json.
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (session, name)
) STRICT;

-- Unsent input of a user on a screen.
CREATE TABLE drafts (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    screen TEXT NOT NULL,
    draft_json TEXT NOT NULL,
    UNIQUE (session, screen)
) STRICT;

-- What happened to sessions, one entry for each revision. The entries of a session form a linked list, from newest to
-- oldest. `session` is no foreign key: without an index over it, deleting a session would scan the journal
-- (https://sqlite.org/foreignkeys.html, section 3).
CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    -- The number of the session's entry before this one, which may have been deleted.
    previous INTEGER,
    revision INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    flow TEXT,
    screen TEXT,
    name TEXT,
    to_screen TEXT,
    took_microseconds INTEGER NOT NULL,
    params_json TEXT,
    -- NULL for an empty list.
    moves_json TEXT,
    effects_json TEXT,
    -- The flows that started or left with the change, and the front screen. NULL if no flow did and the front screen is the same.
    trail_json TEXT,
    -- How a timer or a job had ended. NULL for other changes.
    delivery_json TEXT,
    -- The id of the call's request. NULL if there was none.
    request TEXT,
    -- The number of the build that made the change. NULL if the server has recorded none.
    build INTEGER
) STRICT;

-- Entry points into long lists: one entry in 64 is indexed.
CREATE INDEX journal_landmarks ON journal (session, revision) WHERE revision % 64 = 0;

-- The timelines of the event feed, whose events are the journal's entries. One begins whenever a server opens the file.
CREATE TABLE feed_timelines (
    number INTEGER PRIMARY KEY,
    -- The events of the timeline have higher numbers, up to the start of the next one.
    after_number INTEGER NOT NULL UNIQUE,
    timeline TEXT NOT NULL
) STRICT;

-- Consumers of the event feed.
CREATE TABLE feed_consumers (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    -- The number of the last event that it has read.
    position INTEGER NOT NULL
) STRICT;

-- Replies by idempotency key.
CREATE TABLE replies (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    -- Compressed (RFC 1950).
    body BLOB NOT NULL,
    UNIQUE (session, key)
) STRICT;

-- Replies to requests that gave out a token, by idempotency key. The token itself is not stored.
CREATE TABLE creations (
    number INTEGER PRIMARY KEY,
    key_sha256 BLOB NOT NULL UNIQUE,
    -- After a refusal, an id that no session has.
    session_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    salt BLOB NOT NULL,
    status INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    -- Compressed (RFC 1950).
    body BLOB NOT NULL
) STRICT;

CREATE INDEX creations_by_expiry ON creations (expires_at_ms);
-- Finds the creations of a session that is erased.
CREATE INDEX creations_by_session ON creations (session_id);

-- Codes that hand a session over to another device, and those of return links.
CREATE TABLE handoffs (
    number INTEGER PRIMARY KEY,
    code_sha256 BLOB NOT NULL UNIQUE,
    session INTEGER NOT NULL REFERENCES sessions (number),
    expires_at_ms INTEGER NOT NULL,
    -- Whether the code is that of a return link.
    is_link INTEGER NOT NULL DEFAULT 0 CHECK (is_link IN (0, 1))
) STRICT;

CREATE INDEX handoffs_by_session ON handoffs (session);
CREATE INDEX handoffs_by_expiry ON handoffs (expires_at_ms);

-- Business keys that sessions answer to.
CREATE TABLE session_keys (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    -- The flow that has bound the key.
    node INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (name, value)
) STRICT;

CREATE INDEX session_keys_by_session ON session_keys (session, node);

-- Signals for keys that no session holds. A session that binds the key turns them into rows of `jobs`.
CREATE TABLE waiting_signals (
    number INTEGER PRIMARY KEY,
    key_name TEXT NOT NULL,
    key_value TEXT NOT NULL,
    -- The id in `jobs`.
    work_id TEXT NOT NULL,
    -- The id in `signal_receipts`. NULL if the sender gave none.
    receipt_id TEXT,
    name TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    -- The size that counts towards the limit.
    bytes INTEGER NOT NULL,
    payload_json TEXT NOT NULL,
    -- The id of the request that sent it. NULL if there was none.
    request TEXT
) STRICT;

CREATE INDEX waiting_signals_by_key ON waiting_signals (key_name, key_value);
-- Also finds the number and the size of all.
CREATE INDEX waiting_signals_by_age ON waiting_signals (at_ms, bytes);

-- The ids of signals. A signal with a known id is not delivered again.
CREATE TABLE signal_receipts (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    -- NULL while the signal waits for a key.
    session_id TEXT,
    -- NULL while no flow has handled the signal.
    revision INTEGER,
    at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX signal_receipts_by_age ON signal_receipts (at_ms);

-- Timers, background work, and signals that wait for a flow.
CREATE TABLE jobs (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    node TEXT NOT NULL,
    name TEXT NOT NULL,
    -- All timers and signals share a queue; jobs have a queue for each name.
    queue TEXT GENERATED ALWAYS AS (CASE kind WHEN 'job' THEN name ELSE '' END),
    -- The id that the flow gave it.
    label TEXT,
    outlives_flow INTEGER NOT NULL CHECK (outlives_flow IN (0, 1)),
    -- The id of the request that asked for it. NULL if there was none.
    request TEXT,
    -- The trace of the change that asked for it, as in `traceparent`. NULL if changes are not traced.
    trace TEXT,
    -- Whether it waits for an operator, as in a sandbox. A signal may also be held until the session's next change.
    is_held INTEGER NOT NULL CHECK (is_held IN (0, 1)),
    due_at_ms INTEGER NOT NULL,
    -- When a worker may lease it: when it is due, when its lease ends, or when it is retried. NULL once it was given up.
    next_at_ms INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- The worker that holds the lease.
    holder TEXT,
    last_error TEXT,
    -- Whether it was cancelled while a worker held it.
    is_cancelled INTEGER NOT NULL DEFAULT 0 CHECK (is_cancelled IN (0, 1)),
    -- The version of the type of the timer's event or of the job.
    version INTEGER NOT NULL,
    payload_json TEXT NOT NULL,
    -- The result of work until it was delivered to the flow.
    result_json TEXT,
    UNIQUE (session, id)
) STRICT;

-- Workers look for work here, and so never find work that is held.
CREATE INDEX jobs_by_queue ON jobs (queue, next_at_ms) WHERE is_held = 0;
-- Leases are released when a server starts.
CREATE INDEX jobs_leased ON jobs (holder) WHERE holder IS NOT NULL;
CREATE INDEX jobs_given_up ON jobs (number) WHERE next_at_ms IS NULL;

-- The newest states of a session, for operators and for forks.
CREATE TABLE kept_states (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (number),
    revision INTEGER NOT NULL,
    -- The state document, with sensitive values masked. Compressed (RFC 1950).
    document BLOB NOT NULL,
    -- The rows that a fork begins with. Compressed (RFC 1950).
    snapshot BLOB NOT NULL,
    UNIQUE (session, revision)
) STRICT;

-- Refused and failed changes, for operators. A session keeps the newest 50. The numbers only grow.
CREATE TABLE incidents (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    session INTEGER NOT NULL REFERENCES sessions (number),
    revision INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    node INTEGER,
    flow TEXT,
    screen TEXT,
    name TEXT,
    code TEXT NOT NULL,
    -- NULL for an empty list.
    errors_json TEXT,
    cause TEXT,
    -- The id of the request.
    request TEXT
) STRICT;

CREATE INDEX incidents_by_session ON incidents (session);
-- Finds the session of a request.
CREATE INDEX incidents_by_request ON incidents (request) WHERE request IS NOT NULL;
-- Finds sessions that failed.
CREATE INDEX incidents_of_failures ON incidents (at_ms, session)
WHERE (code IN ('flow-failed', 'flow-timeout') OR kind IN ('timer', 'job'));

-- The journal, aggregated by the hour: how often users took a way between two screens, by how long they had stayed. A missing
-- flow or screen is ''.
CREATE TABLE edges (
    hour INTEGER NOT NULL,
    flow TEXT NOT NULL,
    from_screen TEXT NOT NULL,
    action TEXT NOT NULL,
    to_screen TEXT NOT NULL,
    stay_class INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (hour, flow, from_screen, action, to_screen, stay_class)
) STRICT, WITHOUT ROWID;

-- Groups of refused and failed changes with the same cause, and of timers and jobs that were given up. They outlive their
-- sessions, and hold no text of a user.
CREATE TABLE problems (
    number INTEGER PRIMARY KEY,
    -- A hash of the columns from `kind` to `cause`.
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    flow TEXT,
    screen TEXT,
    -- NULL if the app does not declare the name.
    name TEXT,
    code TEXT NOT NULL,
    -- Without ids, numbers and quoted values. NULL for a refusal.
    cause TEXT,
    -- The number of sessions, including deleted ones, without those up to passed_session that were not known before.
    sessions INTEGER NOT NULL,
    count INTEGER NOT NULL,
    first_seen_ms INTEGER NOT NULL,
    last_seen_ms INTEGER NOT NULL,
    -- NULL if the server has recorded no build.
    first_build TEXT,
    last_build TEXT,
    status TEXT NOT NULL,
    resolved_at_ms INTEGER,
    -- The newest build when it was resolved. It stays when the problem is seen again.
    resolved_in TEXT,
    -- A hash of the columns from `kind` to `code`. NULL without a cause.
    place_id TEXT,
    -- The newest session that was deleted from problem_sessions because there were too many. NULL if none was.
    passed_session INTEGER
) STRICT;

CREATE INDEX problems_by_last_seen ON problems (last_seen_ms);
-- Counts the causes of a place that were seen last.
CREATE INDEX problems_by_place ON problems (place_id, last_seen_ms) WHERE place_id IS NOT NULL;

-- The last batch of problems that each writer has added. The newest 100 writers are kept.
CREATE TABLE problem_writers (
    number INTEGER PRIMARY KEY,
    writer TEXT NOT NULL UNIQUE,
    batch INTEGER NOT NULL
) STRICT;

-- The sessions of problems, each once. A problem keeps the 5,000 that started last, and up to 99 before them.
CREATE TABLE problem_sessions (
    number INTEGER PRIMARY KEY,
    problem INTEGER NOT NULL REFERENCES problems (number),
    session INTEGER NOT NULL REFERENCES sessions (number),
    UNIQUE (problem, session)
) STRICT;

CREATE INDEX problem_sessions_by_session ON problem_sessions (session);

-- How often a problem was seen, by the hour. The newest 168 hours are kept.
CREATE TABLE problem_hours (
    number INTEGER PRIMARY KEY,
    problem INTEGER NOT NULL REFERENCES problems (number),
    hour INTEGER NOT NULL,
    count INTEGER NOT NULL,
    UNIQUE (problem, hour)
) STRICT;

-- How often a problem was seen, by the version of the app. At most 20, the largest counts and the version that was seen last.
CREATE TABLE problem_apps (
    number INTEGER PRIMARY KEY,
    problem INTEGER NOT NULL REFERENCES problems (number),
    -- '' for devices without a version.
    app TEXT NOT NULL,
    count INTEGER NOT NULL,
    UNIQUE (problem, app)
) STRICT;

-- The builds of the servers. The 100 that were started last are kept.
CREATE TABLE builds (
    number INTEGER PRIMARY KEY,
    build TEXT NOT NULL UNIQUE,
    version TEXT NOT NULL,
    -- The number of the last start. It never falls, so that the number of a deleted build is not used again.
    start INTEGER NOT NULL UNIQUE,
    first_seen_ms INTEGER NOT NULL,
    last_seen_ms INTEGER NOT NULL
) STRICT;

-- The servers that run, with the number of their build.
CREATE TABLE build_nodes (
    number INTEGER PRIMARY KEY,
    node TEXT NOT NULL UNIQUE,
    build INTEGER NOT NULL,
    seen_at_ms INTEGER NOT NULL
) STRICT;

-- What servers did, by the hour and the number of their build: 0 if the server has recorded none. Durations are counted by
-- bucket; the bucket of other measures is 0.
CREATE TABLE server_counts (
    number INTEGER PRIMARY KEY,
    hour INTEGER NOT NULL,
    build INTEGER NOT NULL,
    measure TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    count INTEGER NOT NULL,
    UNIQUE (hour, build, measure, bucket)
) STRICT;

-- A covering index for the counts of a build.
CREATE INDEX server_counts_by_build ON server_counts (build, measure, bucket, count);

-- Runs of flows: one row for each start of a flow, computed from the journal. Funnels are computed from runs.
CREATE TABLE runs (
    number INTEGER PRIMARY KEY,
    -- NULL once the session was deleted.
    session INTEGER REFERENCES sessions (number),
    flow TEXT NOT NULL,
    node INTEGER NOT NULL,
    started_at_ms INTEGER NOT NULL,
    -- Of the device at the start.
    app TEXT,
    idiom TEXT,
    locale TEXT,
    -- NULL while the flow is active.
    outcome TEXT,
    -- The steps and the edges between them. Many runs have the same text, which has neither times nor nodes.
    course_json TEXT NOT NULL,
    -- The lengths of the stays: triples of an edge, a class of lengths, and a count.
    stays_json TEXT NOT NULL,
    -- What the next change of the session needs to know.
    position_json TEXT NOT NULL
) STRICT;

CREATE INDEX runs_by_flow ON runs (flow, started_at_ms);
CREATE INDEX runs_by_session ON runs (session, outcome);
CREATE INDEX runs_by_start ON runs (started_at_ms);

-- One row for each call of an operator that changed something, or showed what a user typed or saw. It outlives sessions and
-- the erasure of users, so it has their ids.
CREATE TABLE audit (
    number INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    operator TEXT NOT NULL,
    -- The method and the template of the path.
    call TEXT NOT NULL,
    session_id TEXT,
    user_id TEXT,
    -- The id of the request, or that of the batch that erased the session.
    request TEXT NOT NULL
) STRICT;

CREATE INDEX audit_by_operator ON audit (operator);
CREATE INDEX audit_by_session ON audit (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX audit_by_user ON audit (user_id) WHERE user_id IS NOT NULL;

-- Changes to all sessions that a filter matches, which a server makes in the background.
CREATE TABLE batches (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    operator TEXT NOT NULL,
    action TEXT NOT NULL,
    filter_json TEXT NOT NULL,
    state TEXT NOT NULL,
    total INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER,
    -- The number of steps so far. A server that takes a step expects the number that it has read.
    step INTEGER NOT NULL DEFAULT 0,
    done INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    -- The ids of the sessions of the present step, as a JSON array.
    sessions_json TEXT NOT NULL DEFAULT '[]',
    -- Where the next page of the list of sessions starts.
    cursor TEXT,
    is_listed INTEGER NOT NULL DEFAULT 0 CHECK (is_listed IN (0, 1))
) STRICT;

CREATE INDEX batches_running ON batches (number) WHERE state = 'running';

-- Steps that were running when a server's process ended. They are also counted by handler, in rows without a session: their
-- session_id and work are '', and their revision is 0.
CREATE TABLE quarantine (
    number INTEGER PRIMARY KEY,
    -- The build, the session, the revision or the id of the timer or job, the kind, the root flow and the name.
    id TEXT NOT NULL UNIQUE,
    -- A session that starts with the step is not stored.
    session_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    kind TEXT NOT NULL,
    root_flow TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The id of the timer or job. '' for other steps.
    work TEXT NOT NULL,
    build TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    -- Whether the build refuses the step. Otherwise the step is a suspect.
    is_refused INTEGER NOT NULL CHECK (is_refused IN (0, 1)),
    -- The number of ends of a process during which it was running.
    ends INTEGER NOT NULL
) STRICT;

CREATE INDEX quarantine_by_session ON quarantine (session_id);

-- How far each webhook has come.
CREATE TABLE webhooks (
    -- The order of the last writes.
    number INTEGER PRIMARY KEY,
    -- Derived from the URL, which is not stored.
    id TEXT NOT NULL UNIQUE,
    -- The last event that was accepted.
    cursor TEXT NOT NULL,
    -- The last event of the request that is repeated.
    repeated_through TEXT,
    -- Its body. Erasures delete it.
    body TEXT,
    failures INTEGER NOT NULL,
    -- The time of the oldest event that was not accepted.
    waiting_since_ms INTEGER,
    next_attempt_ms INTEGER,
    last_error TEXT,
    last_error_at_ms INTEGER,
    delivered_at_ms INTEGER,
    -- A hash of the file of --webhooks with which the receiver answered 410.
    disabled_in TEXT,
    redeliveries INTEGER NOT NULL,
    -- The number of writes.
    version INTEGER NOT NULL
) STRICT;

-- One row.
CREATE TABLE bookkeeping (
    row INTEGER PRIMARY KEY CHECK (row = 1),
    -- The last journal entry that is in `edges` and `runs`.
    folded_journal_number INTEGER NOT NULL,
    -- The last incident that is in `runs`.
    folded_incident_number INTEGER NOT NULL,
    -- Journal entries up to this number were deleted because of their age. The event feed begins behind it.
    feed_beginning INTEGER NOT NULL,
    -- The highest number of a journal entry that was deleted with its session. No entry gets it again.
    newest_deleted_entry INTEGER NOT NULL,
    -- Incremented to test whether the file can be written to.
    probes INTEGER NOT NULL,
    -- The number of the server's build. NULL if it has recorded none.
    build INTEGER
) STRICT;

INSERT INTO bookkeeping VALUES (1, 0, 0, 0, 0, 0, NULL);

-- Takes up the free pages of the file while they are overwritten. A row without zeros marks an erasure that has not ended.
CREATE TABLE free_pages (
    number INTEGER PRIMARY KEY,
    zeros BLOB NOT NULL
) STRICT;
