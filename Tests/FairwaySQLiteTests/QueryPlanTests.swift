import Fairway
import FairwayOperators
import Foundation
import Testing

@testable import FairwaySQLite

/// The cost of a page depends only on its rows: in SQLite's query plans, each list walks an index and sorts nothing
/// (https://sqlite.org/eqp.html).
struct QueryPlanTests {
    @Test(arguments: [
        (FlowsQuery(), "SCAN flows"),
        (FlowsQuery(order: .oldest), "SCAN flows"),
        (FlowsQuery(cursor: "7"), "SEARCH flows USING INTEGER PRIMARY KEY (rowid<?)"),
        (FlowsQuery(order: .oldest, cursor: "7"), "SEARCH flows USING INTEGER PRIMARY KEY (rowid>?)"),
        (FlowsQuery(flow: "Counter"), "SEARCH flows USING INDEX flows_by_flow (flow=?)"),
        (FlowsQuery(flow: "Counter", cursor: "7"), "SEARCH flows USING INDEX flows_by_flow (flow=? AND rowid<?)"),
        (FlowsQuery(screen: "A.B", cursor: "7"), "SEARCH flows USING INDEX flows_by_screen (screen=? AND rowid<?)"),
        (FlowsQuery(flow: "A", screen: "A.B"), "SEARCH flows USING INDEX flows_by_screen (screen=?)"),
        (FlowsQuery(idleSince: Date(timeIntervalSince1970: 0), cursor: "7"), "PRIMARY KEY (rowid<?)"),
    ])
    func pageOfFlowsWalksAnIndex(query: FlowsQuery, walk: String) async throws {
        let plan = try await plan(SQLiteStore.statement(query))
        #expect(plan.first?.contains(walk) == true, "\(plan)")
        #expect(plan.dropFirst() == ["SEARCH sessions USING INTEGER PRIMARY KEY (rowid=?)"])
    }

    /// The flows of one session are sorted, because they are few.
    @Test func flowsOfASessionAreFoundByItsIndex() async throws {
        let plan = try await plan(SQLiteStore.statement(FlowsQuery(session: "a")))
        #expect(plan.first == "SEARCH flows USING INDEX sqlite_autoindex_flows_1 (session=?)", "\(plan)")
    }

    /// The flows of one user are sorted, because they are few.
    @Test func flowsOfAUserAreFoundByTheSessions() async throws {
        let plan = try await plan(SQLiteStore.statement(FlowsQuery(user: "ada", cursor: "7")))
        #expect(plan.first == "SEARCH flows USING INDEX sqlite_autoindex_flows_1 (session=?)", "\(plan)")
        #expect(plan.contains("SEARCH sessions USING COVERING INDEX sessions_by_user (user_id=?)"), "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }

    @Test(arguments: [
        (SessionsQuery(), "USING INTEGER PRIMARY KEY (rowid<?)"),
        (SessionsQuery(status: .over), "INDEX sessions_by_status (is_over=? AND rowid<?)"),
        (SessionsQuery(user: "ada"), "INDEX sessions_by_user (user_id=? AND rowid<?)"),
        (SessionsQuery(status: .over, user: "ada"), "INDEX sessions_by_user (user_id=? AND rowid<?)"),
        (SessionsQuery(user: "ada", isSandbox: true), "INDEX sessions_sandboxes (is_sandbox=? AND rowid<?)"),
        (SessionsQuery(idiom: .web), "INDEX sessions_by_idiom (device_idiom=? AND rowid<?)"),
        (SessionsQuery(flow: "A", idiom: .web, app: "1"), "INDEX sessions_by_app (device_app=? AND rowid<?)"),
        (SessionsQuery(flow: "A"), "COVERING INDEX flows_in_summary (flow=?)"),
        (SessionsQuery(screen: "A.B"), "COVERING INDEX flows_in_summary (flow=? AND screen=? AND is_front=?)"),
        (SessionsQuery(search: "a"), "COVERING INDEX sqlite_autoindex_sessions_1 (id>? AND id<?)"),
        (SessionsQuery(search: "a"), "INDEX sessions_by_end_of_id (<expr>>? AND <expr><?)"),
        (SessionsQuery(search: "a"), "COVERING INDEX sessions_by_user (user_id>? AND user_id<?)"),
        (SessionsQuery(order: .oldest), "USING INTEGER PRIMARY KEY (rowid>?)"),
        (SessionsQuery(key: SessionKey("a", "b")), "INDEX sqlite_autoindex_session_keys_1 (name=? AND value=?)"),
        (SessionsQuery(request: "a"), "INDEX incidents_by_request (request=?)"),
        (SessionsQuery(stuckSince: Date(timeIntervalSince1970: 0)), "COVERING INDEX incidents_by_session"),
        (SessionsQuery(failedSince: Date(timeIntervalSince1970: 0)), "INDEX incidents_of_failures (at_ms>?)"),
    ])
    func pageOfSessionsWalksAnIndex(query: SessionsQuery, walk: String) async throws {
        for columns in [SessionSelection.operatorsColumns, UserSessionRow.columnNames] {
            let plan = try await plan(SessionSelection(query).page(columns))
            #expect(plan.contains { $0.contains(walk) }, "\(plan)")
            // The sessions are found by their numbers.
            #expect(!plan.contains { $0 == "SCAN sessions" || $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(plan)")
        }
    }

    /// SQLite sorts the sessions that changed in the same hour.
    @Test(arguments: [SessionsQuery.Order.touched, .untouched])
    func pageOfSessionsByChangeWalksTheirHours(order: SessionsQuery.Order) async throws {
        let query = SessionsQuery(status: .active, order: order)
        let plan = try await plan(SessionSelection(query).page(SessionSelection.operatorsColumns))
        let walk = "INDEX sessions_by_hour (is_over=? AND touched_hour\(order == .touched ? "<" : ">")?)"
        #expect(plan.contains { $0.contains(walk) }, "\(plan)")
        #expect(plan.contains { $0.contains("TEMP B-TREE FOR RIGHT PART") }, "\(plan)")
    }

    @Test func incidentsToBeDeletedAreFoundByTheirSession() async throws {
        let plan = try await plan(CommitWriter.incidentDeletion)
        #expect(plan.contains { $0.contains("INDEX incidents_by_session (session=?)") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(plan)")
    }

    @Test(arguments: [
        (WorkQuery(), "SEARCH jobs USING INTEGER PRIMARY KEY (rowid<?)"),
        (WorkQuery(state: .pending), "SEARCH jobs USING INTEGER PRIMARY KEY (rowid<?)"),
        (WorkQuery(state: .failed), "SEARCH jobs USING INDEX jobs_given_up (number<?)"),
        (WorkQuery(session: "a"), "SEARCH jobs USING INDEX sqlite_autoindex_jobs_1 (session=?)"),
    ])
    func pageOfWorkWalksAnIndex(query: WorkQuery, walk: String) async throws {
        let plan = try await plan(SQLiteStore.statement(query))
        #expect(plan.first == walk, "\(plan)")
        // The work of one session is sorted, because it is little.
        #expect(plan.contains { $0.contains("TEMP B-TREE") } == (query.session != nil), "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }

    @Test(arguments: [
        (AuditQuery(), "SEARCH audit USING INTEGER PRIMARY KEY (rowid<?)"),
        (AuditQuery(operator: "ada"), "SEARCH audit USING INDEX audit_by_operator (operator=? AND rowid<?)"),
        (
            AuditQuery(operator: "ada", session: "a"),
            "SEARCH audit USING INDEX audit_by_session (session_id=? AND rowid<?)"
        ),
        (AuditQuery(session: "a", user: "bob"), "SEARCH audit USING INDEX audit_by_user (user_id=? AND rowid<?)"),
    ])
    func pageOfTheAuditWalksAnIndex(query: AuditQuery, walk: String) async throws {
        #expect(try await plan(SQLiteStore.statement(query)) == [walk])
    }

    @Test(arguments: [
        (SQLiteStore.endedSessions, "sessions_by_hour (is_over=? AND touched_hour<?)"),
        (SQLiteStore.endedSessionsOfFlow, "sessions_over_by_flow (root_flow=? AND touched_hour<?)"),
        (SQLiteStore.rootFlowsOfEndedSessions, "sessions_over_by_flow (root_flow>?)"),
        (CommitWriter.sessionsOfUser, "sessions_by_user (user_id=?)"),
        (CommitWriter.creationDeletion, "creations_by_session (session_id=?)"),
    ])
    func sessionsToBeDeletedAreFoundByAnIndex(_ statement: String, index: String) async throws {
        let plan = try await plan(statement)
        #expect(plan.contains { $0.contains(index) }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0 == "SCAN sessions" }, "\(plan)")
    }

    @Test(arguments: [ProblemsQuery(), ProblemsQuery(status: .open, flow: "A", kind: .failed, build: "1")])
    func pageOfProblemsWalksTheirTimes(query: ProblemsQuery) async throws {
        let plan = try await plan(SQLiteStore.statement(query))
        #expect(plan.count == 1)
        #expect(plan.first?.contains("SEARCH problems USING INDEX problems_by_last_seen") == true, "\(plan)")
    }

    @Test(arguments: [
        (SQLiteStore.hoursOfProblem, "sqlite_autoindex_problem_hours_1 (problem=? AND hour>?)"),
        (SQLiteStore.sessionsOfProblemDeletion, "sqlite_autoindex_problem_sessions_1 (problem=?)"),
        (SQLiteStore.excessSessionsDeletion, "sqlite_autoindex_problem_sessions_1 (problem=?)"),
        (SQLiteStore.causesOfPlace, "COVERING INDEX problems_by_place (place_id=? AND last_seen_ms>?)"),
        (SQLiteStore.oldProblems, "problems_by_last_seen (last_seen_ms<?)"),
        (SQLiteStore.builds, "sqlite_autoindex_builds_2 (start<?)"),
        (SQLiteStore.countsOfBuildDeletion, "COVERING INDEX server_counts_by_build (build=?)"),
        (SQLiteStore.countsOfBuild, "COVERING INDEX server_counts_by_build (build=?)"),
        (SQLiteStore.countsSince, "sqlite_autoindex_server_counts_1 (hour>?)"),
        (SQLiteStore.serverCountDeletion, "sqlite_autoindex_server_counts_1 (hour<?)"),
    ])
    func problemsAndCountsAreFoundByAnIndex(_ statement: String, index: String) async throws {
        let plan = try await plan(statement)
        #expect(plan.contains { $0.contains(index) }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN") }, "\(plan)")
    }

    /// The versions of a problem are sorted, because they are few.
    @Test func versionsOfAProblemAreFoundByItsIndex() async throws {
        let plan = try await plan(SQLiteStore.appsOfProblem)
        #expect(plan.first?.contains("sqlite_autoindex_problem_apps_1 (problem=?)") == true, "\(plan)")
    }

    @Test(arguments: [
        SessionsQuery(problem: "p"), SessionsQuery(status: .active, flow: "A", problem: "p"),
        SessionsQuery(user: "ada", app: "1", problem: "p"),
    ])
    func sessionsOfAProblemAreWalkedInOrder(query: SessionsQuery) async throws {
        let selection = SessionSelection(query)
        for statement in [selection.page(SessionSelection.operatorsColumns), selection.count] {
            let plan = try await plan(statement)
            let walk = "SEARCH affected USING COVERING INDEX sqlite_autoindex_problem_sessions_1 (problem=?"
            #expect(plan.contains { $0.hasPrefix(walk) }, "\(plan)")
            #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(plan)")
        }
    }

    /// Aggregation reads entries and their predecessors by number.
    @Test func entriesToBeCountedAreFoundByNumber() async throws {
        #expect(
            try await plan(JournalRollup.query) == [
                "SEARCH entry USING INTEGER PRIMARY KEY (rowid>?)",
                "SEARCH before USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
                "LIST SUBQUERY 1",
                "SEARCH sessions USING INDEX sessions_sandboxes (is_sandbox=?)",
            ]
        )
    }

    /// The starts are read from the index alone. The users of active runs are found by the numbers of their sessions.
    @Test func runsOfAFlowAreFoundByTheirStart() async throws {
        let starts = "SEARCH runs USING COVERING INDEX runs_by_flow (flow=? AND started_at_ms>?)"
        #expect(try await plan(SQLiteStore.startsOfFlow) == [starts])
        let runs = try await plan(SQLiteStore.runsOfFlow)
        #expect(runs.first == "SEARCH runs USING INDEX runs_by_flow (flow=? AND started_at_ms>?)", "\(runs)")
        #expect(runs.contains("SEARCH sessions USING INTEGER PRIMARY KEY (rowid=?)"), "\(runs)")
        #expect(!runs.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN") }, "\(runs)")
    }

    @Test(arguments: [SQLiteStore.nextStatement, SQLiteStore.leaseStatement])
    func dueWorkIsFoundByItsQueue(_ statement: String) async throws {
        let plan = try await plan(statement)
        #expect(plan.contains { $0.contains("jobs_by_queue (queue=? AND next_at_ms") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN") }, "\(plan)")
    }

    /// A query for one session does not scan the whole journal.
    @Test(arguments: [SessionJournal.page, SessionJournal.deletion])
    func journalOfASessionIsNotScanned(_ statement: String) async throws {
        let plan = try await plan(statement)
        #expect(plan.contains { $0.hasPrefix("SEARCH journal USING INTEGER PRIMARY KEY") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN journal") }, "\(plan)")
    }

    @Test func pageOfALongJournalStartsAtALandmark() async throws {
        let plan = try await plan(SessionJournal.page)
        #expect(plan.contains { $0.contains("INDEX journal_landmarks (session=? AND revision>?)") }, "\(plan)")
    }

    private func plan(_ sql: String) async throws -> [String] {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(folder["fairway.sqlite"])
        let plan = try await store.readForAdmin { connection in
            let statement = try connection.statement("EXPLAIN QUERY PLAN \(sql)")
            // `?1` may occur twice and is bound once.
            let numbered = sql.matches(of: /\?(\d+)/).compactMap { Int($0.output.1) }.max()
            for _ in 0..<(numbered ?? sql.count(where: { $0 == "?" })) { statement.bind(nil as Int?) }
            return try statement.all { $0.text(3) }
        }
        await store.close()
        return plan
    }
}
