#if Postgres
import Fairway
import FairwayOperators
import Foundation
import Testing

@testable import FairwayPostgres

extension PostgresTests {
    /// The query plans that EXPLAIN shows use indexes and, for lists, need no sorting
    /// (https://www.postgresql.org/docs/current/using-explain.html).
    @Suite struct QueryPlanTests {
        @Test func everyPageUsesIndex() async throws {
            try await TestDatabase.using { database in
                try await PostgresStore(database.uri).close()
                let connection = try database.connect()
                try connection.execute(Self.population)
                try connection.execute(ConnectionRole.listing.setup)
                for (call, index) in Self.lists {
                    let plan = try Self.plan(call, connection)
                    #expect(plan.contains { $0.contains("Scan") && $0.contains(index) }, "\(call.sql)\n\(plan)")
                    #expect(!plan.contains { $0.contains("Sort") || $0.contains("Seq Scan") }, "\(call.sql)\n\(plan)")
                }
            }
        }

        @Test func changesFindRowsBySession() async throws {
            try await TestDatabase.using { database in
                try await PostgresStore(database.uri).close()
                let connection = try database.connect()
                try connection.execute(Self.population)
                for (call, index) in Self.lookUps {
                    let plan = try Self.plan(call, connection)
                    #expect(plan.contains { $0.contains("using \(index)") || $0.contains("on \(index)") }, "\(plan)")
                    #expect(!plan.contains { $0.contains("Seq Scan") }, "\(call.sql)\n\(plan)")
                }
            }
        }

        /// PostgreSQL sorts the sessions that changed in the same hour.
        @Test(arguments: [SessionsQuery.Order.touched, .untouched])
        func listByChangeWalksTheHours(order: SessionsQuery.Order) async throws {
            try await TestDatabase.using { database in
                try await PostgresStore(database.uri).close()
                let connection = try database.connect()
                try connection.execute(Self.population)
                try connection.execute(ConnectionRole.listing.setup)
                let query = SessionsQuery(status: .active, order: order)
                let plan = try Self.plan(.sessions(query, in: nil, after: nil), connection)
                #expect(plan.contains { $0.contains("Incremental Sort") }, "\(plan)")
                #expect(plan.contains { $0.contains("using sessions_by_hour") }, "\(plan)")
            }
        }

        /// The rows of one user are sorted, because they are few. So are those that a search finds.
        @Test func listsOfAUserFindItsSessions() async throws {
            try await TestDatabase.using { database in
                try await PostgresStore(database.uri).close()
                let connection = try database.connect()
                try connection.execute(Self.population)
                try connection.execute(ConnectionRole.listing.setup)
                let lists: [(SQLStatement, indexes: [String])] = [
                    (.sessions(SessionsQuery(user: "u7"), in: nil, after: Self.position), ["sessions_by_user"]),
                    (.sessions(SessionsQuery(status: .over, user: "u7"), in: nil, after: nil), ["sessions_by_user"]),
                    (
                        .sessions(SessionsQuery(user: "u7"), UserSessionRow.columnNames, in: nil, after: Self.position),
                        ["sessions_by_user"]
                    ),
                    (.flows(FlowsQuery(user: "u7"), after: Self.position), ["sessions_by_user", "flows_pkey"]),
                    (
                        .sessions(SessionsQuery(search: "s77"), in: nil, after: nil),
                        ["sessions_pkey", "sessions_by_end_of_id"]
                    ),
                    (
                        .sessions(SessionsQuery(failedSince: Self.moment), in: nil, after: nil),
                        ["incidents_of_failures"]
                    ),
                    (.sessions(SessionsQuery(stuckSince: Self.moment), in: nil, after: nil), ["using incidents_pkey"]),
                    (.sessions(SessionsQuery(app: "7"), in: nil, after: Self.position), ["sessions_by_app"]),
                    (PostgresStore.count(isOver: true), ["sessions_sandboxes"]),
                ]
                for (call, indexes) in lists {
                    let plan = try Self.plan(call, connection)
                    for index in indexes { #expect(plan.contains { $0.contains(index) }, "\(plan)") }
                    #expect(!plan.contains { $0.contains("Seq Scan") }, "\(plan)")
                }
            }
        }

        private static let position = ListPosition(1_000_000, "s500", "1")
        private static let moment = Date(timeIntervalSince1970: 1_000)

        /// Queries, each with the index that its plan must contain.
        private static var lists: [(SQLStatement, index: String)] {
            [
                (.flows(FlowsQuery(), after: nil), "using flows_by_arrival"),
                (.flows(FlowsQuery(order: .oldest), after: nil), "using flows_by_arrival"),
                (.flows(FlowsQuery(), after: position), "using flows_by_arrival"),
                (.flows(FlowsQuery(order: .oldest), after: position), "using flows_by_arrival"),
                (.flows(FlowsQuery(flow: "Rare"), after: nil), "using flows_by_flow"),
                (.flows(FlowsQuery(flow: "Rare"), after: position), "using flows_by_flow"),
                (.flows(FlowsQuery(screen: "Rare.Page"), after: position), "using flows_by_screen"),
                (.sessions(SessionsQuery(), in: nil, after: nil), "using sessions_by_arrival"),
                (.sessions(SessionsQuery(status: .over), in: nil, after: position), "using sessions_by_status"),
                (.sessions(SessionsQuery(order: .oldest), in: nil, after: position), "using sessions_by_arrival"),
                (.sessions(SessionsQuery(idiom: .web), in: nil, after: nil), "using sessions_by_idiom"),
                (.idleSessions(since: moment, after: position, limit: 100), "using sessions_by_hour"),
                (PostgresStore.call(WorkQuery(), after: position), "using jobs_by_arrival"),
                (PostgresStore.call(WorkQuery(state: .failed), after: position), "using jobs_given_up"),
            ]
        }

        /// Statements, each with the index that finds its rows.
        private static var lookUps: [(SQLStatement, index: String)] {
            [
                (
                    SQLStatement("SELECT \(SessionRow.allColumns) FROM sessions WHERE id = $1").bind("s7"),
                    "sessions_pkey"
                ),
                (SQLStatement("SELECT \(FlowRow.columns) FROM flows WHERE session = $1").bind("s7"), "flows_pkey"),
                (SQLStatement(PostgresStore.sessionsOfUser).bind("u7").bind(10), "sessions_by_user"),
                (
                    SQLStatement(PostgresStore.endedSessionsOfFlows).bind(3).bind(Self.moment).bind(10).bind(["Rare"]),
                    "sessions_over_by_flow"
                ),
                (SQLStatement(PostgresStore.rootFlowsOfEndedSessions), "sessions_over_by_flow"),
                (SQLStatement(PostgresStore.oldEntries).bind(moment).bind(10), "journal_unfolded"),
                (SQLStatement(PostgresStore.oldEntries).bind(moment).bind(10), "journal_folded"),
                (
                    SQLStatement("DELETE FROM creations WHERE session_id = ANY ($1)").bind(["s7"]),
                    "creations_by_session"
                ),
                (.starts(of: "Rare", since: Self.moment, after: 10), "runs_by_flow"),
                (.runs(of: "Rare", after: (start: 10, number: 1), idleSince: Self.moment), "runs_by_flow"),
                (.runs(of: "Rare", after: (start: 10, number: 1), idleSince: Self.moment), "sessions_pkey"),
                (SQLStatement(StoredReply.query).bind("s7").bind("k"), "replies_pkey"),
                (SQLStatement(StoredCreation.query).bind(blob: [1]), "creations_pkey"),
                (SQLStatement("SELECT 1 FROM jobs WHERE session = $1 AND id = $2").bind("s7").bind("j"), "jobs_pkey"),
                (
                    SQLStatement(PostgresStore.leaseStatement).bind(1).bind("node").bind("mail").bind(1_000_000).bind(
                        10
                    ),
                    "jobs_by_queue"
                ),
                (
                    SQLStatement("SELECT id, revision, draft_edits FROM sessions WHERE id = ANY ($1)").bind([
                        "s1", "s2",
                    ]),
                    "sessions_pkey"
                ),
            ]
        }

        /// Fills the tables with so many rows that PostgreSQL prefers indexes, and updates the planner's statistics.
        private static let population = """
            INSERT INTO sessions (id, revision, is_over, touched_at_ms, user_acted_at_ms, touched_hour, created_at_ms,
                arrived_us, root_flow, user_id, token_sha256, superseded_token_sha256s, device_json, layout_json, view_models_json)
            SELECT 's' || n, 1, n % 50 = 0, n, n, n / 100, n, n * 1000, 'Often',
                CASE WHEN n % 2 = 0 THEN 'u' || n / 10 END, '', '', format('{"idiom":"%s","app":"%s"}',
                CASE WHEN n % 100 = 0 THEN 'web' ELSE 'tv' END, n % 100), '{}', '{}'
            FROM generate_series(1, 20000) AS n;
            INSERT INTO flows (session, node, depth, path, flow, version, screen, is_front, started_at_ms, touched_at_ms,
                arrived_us, state_json, screens_json)
            SELECT 's' || n, 1, 0, 'Often', kind, 1, kind || '.Page', true, n, n, n * 1000, '{}', '{}'
            FROM (SELECT n, CASE WHEN n % 100 = 0 THEN 'Rare' ELSE 'Often' END AS kind
                FROM generate_series(1, 20000) AS n) AS numbers;
            INSERT INTO jobs (session, id, arrived_us, kind, node, name, outlives_flow, is_held, due_at_ms, next_at_ms,
                version, payload_json)
            SELECT 's' || n, 'j', n * 1000, 'job', 'f1', CASE WHEN n % 2 = 0 THEN 'mail' ELSE 'pay' END, false, false, n,
                CASE WHEN n % 100 = 0 THEN NULL ELSE n END, 1, '{}' FROM generate_series(1, 20000) AS n;
            INSERT INTO incidents (session, number, revision, at_ms, kind, code)
            SELECT 's' || n, n, 1, n * 1000, 'action', CASE WHEN n > 19900 THEN 'flow-failed' ELSE 'rejected' END
            FROM generate_series(1, 20000) AS n;
            INSERT INTO journal (session, revision, commit_id, at_ms, kind, took_microseconds)
            SELECT 's' || n, 1, gen_random_uuid(), n * 1000, 'start', 1 FROM generate_series(1, 20000) AS n;
            INSERT INTO runs (session, flow, node, started_at_ms, course_json, stays_json, position_json)
            SELECT 's' || n, CASE WHEN n % 100 = 0 THEN 'Rare' ELSE 'Often' END, 1, n, '{}', '[]', '{}'
            FROM generate_series(1, 20000) AS n;
            INSERT INTO replies SELECT 's' || n, 'k', 'f', 200, 1, n, '' FROM generate_series(1, 20000) AS n;
            INSERT INTO creations SELECT int4send(n), 's' || n, 'f', '', 201, n, n, '' FROM generate_series(1, 20000) AS n;
            ANALYZE;
            """

        private static func plan(_ call: SQLStatement, _ connection: BlockingConnection) throws -> [String] {
            try connection.run(SQLStatement("EXPLAIN (COSTS OFF) \(call.sql)", with: call)).all { $0.text(0) }
        }
    }
}
#endif
