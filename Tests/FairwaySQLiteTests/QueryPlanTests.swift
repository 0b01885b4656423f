import Fairway
import Foundation
import Testing

@testable import FairwaySQLite

/// A page of a list costs what its rows cost: SQLite says of each statement that it walks a key and sorts nothing
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
        (FlowsQuery(untouchedSince: Date(timeIntervalSince1970: 0), cursor: "7"), "PRIMARY KEY (rowid<?)"),
    ])
    func aPageOfFlowsWalksItsKey(query: FlowsQuery, walk: String) async throws {
        let plan = try await plan(FlowsStatement(query).sql)
        #expect(plan.first?.contains(walk) == true, "\(plan)")
        #expect(plan.dropFirst() == ["SEARCH sessions USING INTEGER PRIMARY KEY (rowid=?)"])
    }

    /// A session has few flows, which may be sorted.
    @Test func theFlowsOfASessionAreFoundByIt() async throws {
        let plan = try await plan(FlowsStatement(FlowsQuery(session: "a")).sql)
        #expect(plan.first == "SEARCH flows USING INDEX sqlite_autoindex_flows_1 (session=?)", "\(plan)")
    }

    @Test(arguments: [
        (SessionsQuery(), "SEARCH sessions USING INTEGER PRIMARY KEY (rowid<?)"),
        (
            SessionsQuery(status: .over),
            "SEARCH sessions USING INDEX sessions_by_status (is_over=? AND rowid<?)"
        ),
    ])
    func aPageOfSessionsWalksItsKey(query: SessionsQuery, walk: String) async throws {
        #expect(try await plan(SQLiteStore.statement(query)) == [walk])
    }

    @Test(arguments: [
        (WorkQuery(), "SEARCH jobs USING INTEGER PRIMARY KEY (rowid<?)"),
        (WorkQuery(state: .pending), "SEARCH jobs USING INTEGER PRIMARY KEY (rowid<?)"),
        (WorkQuery(state: .failed), "SEARCH jobs USING INDEX jobs_given_up (number<?)"),
        (WorkQuery(session: "a"), "SEARCH jobs USING INDEX sqlite_autoindex_jobs_1 (session=?)"),
    ])
    func aPageOfWorkWalksItsKey(query: WorkQuery, walk: String) async throws {
        let plan = try await plan(SQLiteStore.statement(query))
        #expect(plan.first == walk, "\(plan)")
        // A session's work is little, and may be sorted.
        #expect(plan.contains { $0.contains("TEMP B-TREE") } == (query.session != nil), "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }

    /// Each entry is counted once, with the one before it, in the order of the largest table there is.
    @Test func entriesToBeCountedAreFoundByTheirNumbers() async throws {
        #expect(
            try await plan(UnfoldedJournal.query) == [
                "SEARCH entry USING INTEGER PRIMARY KEY (rowid>?)",
                "SEARCH before USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
            ]
        )
    }

    @Test(arguments: [SQLiteStore.nextStatement, SQLiteStore.leaseStatement])
    func whatIsDueIsFoundByItsQueue(_ statement: String) async throws {
        let plan = try await plan(statement)
        #expect(plan.contains { $0.contains("jobs_by_queue (queue=? AND next_at_ms") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN") }, "\(plan)")
    }

    /// Whatever is asked of one session's journal reads its entries alone. All entries there are would be millions.
    @Test(arguments: [JournalChain.page, JournalChain.deletion])
    func aSessionsJournalIsFoundByItsChain(_ statement: String) async throws {
        let plan = try await plan(statement)
        #expect(plan.contains { $0.hasPrefix("SEARCH journal USING INTEGER PRIMARY KEY") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN journal") }, "\(plan)")
    }

    @Test func aPageOfALongJournalStepsInAtALandmark() async throws {
        let plan = try await plan(JournalChain.page)
        #expect(plan.contains { $0.contains("INDEX journal_landmarks (session=? AND revision>?)") }, "\(plan)")
    }

    private func plan(_ sql: String) async throws -> [String] {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(folder["fairway.sqlite"])
        let plan = try await store.readForAdmin { connection in
            let statement = try connection.statement("EXPLAIN QUERY PLAN \(sql)")
            // `?1` may stand there twice, and is bound once.
            let numbered = sql.matches(of: /\?(\d+)/).compactMap { Int($0.output.1) }.max()
            for _ in 0..<(numbered ?? sql.count(where: { $0 == "?" })) { statement.bind(nil as Int?) }
            return try statement.all { $0.text(3) }
        }
        await store.close()
        return plan
    }
}
