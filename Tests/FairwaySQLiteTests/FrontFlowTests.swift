import CSQLite
import Fairway
import FairwayDoubles
import FairwayOperators
import FairwayTesting
import FairwayWire
import Testing

@testable import FairwaySQLite

/// The front flow is denormalised into its session's row, and loads as it was committed.
struct FrontFlowTests {
    private let folder: TemporaryFolder
    private let path: String
    private let sample = StoredSample("a")

    init() throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
    }

    @Test func changeOfStateDoesNotWriteTheFlowsOwnRow() async throws {
        let store = try SQLiteStore(path)
        #expect(try await store.commit(sample.starting()) == .committed)
        try alter("UPDATE flows SET started_at_ms = 1")
        #expect(try await store.commit(sample.counting(from: 1)) == .committed)
        #expect(try await number("SELECT started_at_ms FROM flows", in: store) == 1)
        #expect(try await store.load("a")?.flows == [sample.flow(count: 1, after: 1)])
        await store.close()
    }

    /// A session with one flow is loaded even if the flow's own row is gone.
    @Test func sessionWithOneFlowIsLoadedFromItsRow() async throws {
        let store = try SQLiteStore(path)
        #expect(try await store.commit(sample.starting()) == .committed)
        #expect(try await store.commit(sample.counting(from: 1, flowCount: 1)) == .committed)
        try alter("DELETE FROM flows")
        #expect(try await store.load("a")?.flows == [sample.flow(count: 1, after: 1)])
        // A session with drafts is read with further queries.
        try alter("INSERT INTO drafts (session, screen, draft_json) VALUES (1, 's1', '{}')")
        let loaded = try await store.load("a")
        #expect(loaded?.flows == [sample.flow(count: 1, after: 1)])
        #expect(loaded?.drafts.keys.sorted() == ["s1"])
        await store.close()
    }

    @Test(arguments: FrontFlow.sharedColumns)
    func changeOfASharedColumnIsWrittenToBothRows(column: String) async throws {
        let store = try SQLiteStore(path)
        #expect(try await store.commit(sample.starting()) == .committed)
        var change = sample.counting(from: 1)
        let flow = change.flows[0]
        change.flows[0] = FlowRow(
            node: 1,
            parent: column == "parent" ? 0 : nil,
            depth: column == "depth" ? 1 : 0,
            path: column == "path" ? "Main/Counter" : flow.path,
            flow: column == "flow" ? "Clock" : flow.flow,
            storedName: column == "stored_name" ? "Clock" : flow.storedName,
            version: column == "version" ? 2 : 1,
            slot: column == "slot" ? "first" : nil,
            state: flow.state,
            screens: flow.screens,
            screen: column == "screen" ? nil : flow.screen,
            isFront: true,
            startedAt: column == "started_at_ms" ? sample.moment(-1) : flow.startedAt,
            touchedAt: flow.touchedAt
        )
        #expect(change.flows[0] != flow)
        #expect(FrontFlow.Fingerprint(change.flows[0]) != FrontFlow.Fingerprint(flow))
        #expect(try await store.commit(change) == .committed)
        #expect(try await store.load("a")?.flows == change.flows)
        #expect(try await store.flows(FlowsQuery()).rows == [ListedFlow(change.flows[0], of: sample.row(after: 1))])
        #expect(try await store.integrityProblems() == [])
        await store.close()
    }

    /// The hash marks the end of each text.
    @Test func hashDistinguishesTextsThatConcatenateEqually() {
        func fingerprint(_ path: String, _ flow: String, slot: String? = nil) -> FrontFlow.Fingerprint {
            FrontFlow.Fingerprint(
                FlowRow(
                    node: 1,
                    depth: 0,
                    path: path,
                    flow: flow,
                    storedName: "A",
                    version: 1,
                    slot: slot,
                    state: RawJSON(known: []),
                    screens: RawJSON(known: []),
                    isFront: true,
                    startedAt: sample.start,
                    touchedAt: sample.start
                )
            )
        }
        #expect(fingerprint("ab", "c") != fingerprint("a", "bc"))
        #expect(fingerprint("a", "b", slot: nil) != fingerprint("a", "b", slot: ""))
        #expect(fingerprint("a", "b", slot: "s") == fingerprint("a", "b", slot: "s"))
    }

    /// The session's row contains no flow yet, and its state is in `flows`.
    @Test func flowThatIsNotDenormalisedYetContinues() async throws {
        let store = try SQLiteStore(path)
        #expect(try await store.commit(sample.starting()) == .committed)
        try alter(
            """
            UPDATE flows SET (touched_at_ms, state_json, screens_json) = (SELECT front_flow_touched_at_ms,
                front_flow_state_json, front_flow_screens_json FROM sessions);
            UPDATE sessions SET front_flow_node = NULL, front_flow_hash = NULL, front_flow_is_only = 0
            """
        )
        #expect(try await store.load("a")?.flows == [sample.flow()])
        for revision in 1...2 {
            #expect(try await store.commit(sample.counting(from: revision)) == .committed)
            #expect(try await store.load("a")?.flows == [sample.flow(count: revision, after: 1)])
        }
        #expect(try await number("SELECT front_flow_node FROM sessions", in: store) == 1)
        await store.close()
    }

    /// The commit does not contain the previous front flow.
    @Test func replacedFrontFlowKeepsItsState() async throws {
        let store = try SQLiteStore(path)
        #expect(try await store.commit(sample.starting()) == .committed)
        #expect(try await store.commit(sample.counting(from: 1)) == .committed)
        var change = sample.counting(from: 2)
        change.flows = [sample.flow(2, "Shop", count: 7)]
        #expect(try await store.commit(change) == .committed)
        let flows = [sample.flow(count: 1, after: 1)] + change.flows
        #expect(try await store.load("a")?.flows == flows)
        await store.close()
    }

    /// The change has no journal entry, so it does not modify `newest_entry`.
    @Test func changeIsWrittenAgainAfterARollback() async throws {
        let store = try SQLiteStore.faulty(path)
        #expect(try await store.commit(sample.starting()) == .committed)
        var change = sample.counting(from: 1)
        change.flows = [sample.flow(screen: "Counter.Other", count: 1)]
        change.journal = nil
        let fault = try DiskFault(.sync, on: path, code: SQLITE_IOERR | 4 << 8)
        await #expect(throws: StoreError.self) { try await store.commit(change) }
        fault.mend()
        #expect(try await store.commit(change) == .committed)
        #expect(try await store.flows(FlowsQuery()).rows.map(\.screen) == ["Counter.Other"])
        #expect(try await store.load("a")?.flows == change.flows)
        #expect(try await store.integrityProblems() == [])
        await store.close()
    }

    /// The commit's number of flows is wrong.
    @Test func wrongFlowCountLosesNoFlow() async throws {
        let store = try SQLiteStore(path)
        var start = sample.starting()
        start.flows.append(sample.flow(2, isFront: false))
        #expect(start.flowCount == 1)
        #expect(try await store.commit(start) == .committed)
        #expect(try await store.load("a")?.flows == start.flows)
        await store.close()
    }

    @Test func contradictingRowsAreReported() async throws {
        let store = try SQLiteStore(path)
        for name in ["a", "b", "c", "d"] {
            #expect(try await store.commit(StoredSample(name).starting()) == .committed)
        }
        #expect(try await store.integrityProblems() == [])
        try alter(
            """
            UPDATE flows SET screen = 'Gone' WHERE session = 1;
            DELETE FROM flows WHERE session = 2;
            UPDATE sessions SET front_flow_node = NULL, front_flow_is_only = 0 WHERE number = 4;
            INSERT INTO flows (session, node, depth, path, flow, version, is_front, started_at_ms, touched_at_ms, state_json,
                screens_json) VALUES (3, 2, 1, 'Shop', 'Shop', 1, 0, 1, 1, '{}', '{}');
            """
        )
        #expect(
            try await store.integrityProblems() == [
                "session a does not match the row of its front flow 1",
                "session b does not match the row of its front flow 1", "session c has more flows than its row states",
                "flow 1 of session d has no state",
            ]
        )
        await store.close()
    }

    /// The flow's own row has no state. A copy to another database takes it from the session's row.
    @Test func copyContainsTheStateOfTheFrontFlow() async throws {
        let store = try SQLiteStore(path)
        #expect(try await store.commit(sample.starting()) == .committed)
        #expect(try await store.commit(sample.counting(from: 1)) == .committed)
        let table = try #require(StoredTable.all.first { $0.name == "flows" })
        let rows = try await store.rows(of: table, after: 0, limit: 9).rows
        let row = try #require(rows.first)
        let expected = sample.flow(count: 1, after: 1)
        func value(_ column: String) throws -> StoredValue {
            row[try #require(table.columns.firstIndex { $0.name == column })]
        }
        #expect(try value("state_json") == .bytes(expected.state.bytes))
        #expect(try value("screens_json") == .bytes(expected.screens.bytes))
        #expect(try value("touched_at_ms") == .integer(1_700_000_001_000))
        await store.close()
    }

    @Test func missingLargeTextIsReported() async throws {
        let store = try SQLiteStore(path)
        var start = sample.starting()
        start.flows[0].state = RawJSON(known: Array("\"\(String(repeating: "x", count: 3_000))\"".utf8))
        #expect(try await store.commit(start) == .committed)
        #expect(try await store.load("a")?.flows == start.flows)
        #expect(try await store.integrityProblems() == [])
        try alter("DELETE FROM large_texts")
        #expect(try await store.integrityProblems() == ["session a has no state of its front flow"])
        await store.close()
    }

    /// Random changes, restarts and disk faults give the same state as a store in memory.
    @Test(arguments: (0..<Trials.choose(4, long: 100)).map { Trials.seed.value &+ $0 } as [UInt64])
    func randomChangesLoadAsCommitted(seed: UInt64) async throws {
        var random = SeededGenerator(Seed(seed))
        let oracle = MemoryStore()
        var store = try SQLiteStore.faulty(path)
        // A second store reads the file, so that no cache of the first hides an error.
        let reader = try SQLiteStore(path, for: .reading)
        try await commit(sample.starting(), to: [oracle, store])
        for revision in 1...60 {
            let before = try #require(try oracle.load("a"))
            let change = change(of: before, at: revision, &random)
            if Int.random(in: 0..<6, using: &random) == 0 {
                let fault = try DiskFault(.sync, on: path, code: SQLITE_IOERR | 4 << 8)
                await #expect(throws: StoreError.self) { try await store.commit(change) }
                fault.mend()
                #expect(try await reader.load("a") == before, "seed \(seed), revision \(revision), refused")
            }
            try await commit(change, to: [oracle, store])
            if Int.random(in: 0..<8, using: &random) == 0 {
                await store.close()
                store = try SQLiteStore.faulty(path)
            }
            #expect(try await reader.load("a") == oracle.load("a"), "seed \(seed), revision \(revision)")
            let (listed, expected) = try await (reader.flows(FlowsQuery()).rows, oracle.flows(FlowsQuery()).rows)
            #expect(listed == expected, "seed \(seed), revision \(revision)")
        }
        #expect(try await reader.integrityProblems() == [])
        await reader.close()
        await store.close()
    }

    /// A random change of the flows, in another second and sometimes in another hour.
    private func change(of before: StoredSession, at revision: Int, _ random: inout SeededGenerator) -> Commit {
        let seconds = Double(revision) * (Bool.random(using: &random) ? 1 : 600)
        let key = Bool.random(using: &random) ? "k\(revision)" : nil
        var change = sample.counting(from: revision, key: key, after: seconds)
        let flows = before.flows
        let front = flows.last(where: \.isFront)
        func flow(_ old: FlowRow, isFront: Bool, screen: String? = nil) -> FlowRow {
            let screen = screen ?? old.screen
            return sample.flow(old.node, old.flow, screen: screen, count: revision, isFront: isFront, after: seconds)
        }
        let next = (flows.map(\.node).max() ?? 0) + 1
        let others = flows.filter { $0.node != front?.node }
        change.flows = []
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2: change.flows = front.map { [flow($0, isFront: true)] } ?? []
        case 3: change.flows = front.map { [flow($0, isFront: true, screen: "Counter.Page\(revision)")] } ?? []
        // A flow starts in front of the front flow. The commit may contain the former front flow.
        case 4:
            change.flows = Bool.random(using: &random) ? front.map { [flow($0, isFront: false)] } ?? [] : []
            change.flows.append(sample.flow(next, "Shop", count: revision, after: seconds))
        case 5: change.flows = [sample.flow(next, "Shop", count: revision, isFront: false, after: seconds)]
        // The front flow ends. Another flow comes to the front, if the session has one.
        case 6:
            change.removedFlows = front.map { [$0.node] } ?? []
            change.flows = others.last.map { [flow($0, isFront: true)] } ?? []
        case 7: change.removedFlows = front.map { [$0.node] } ?? []
        case 8: change.flows = others.randomElement(using: &random).map { [flow($0, isFront: false)] } ?? []
        // Another flow comes to the front, and the front flow stays.
        default:
            change.flows =
                (front.map { [flow($0, isFront: false)] } ?? [])
                + (others.first.map { [flow($0, isFront: true)] } ?? [])
        }
        for index in change.flows.indices {
            let old = flows.first { $0.node == change.flows[index].node }
            for column in [FlowRow.LargeColumns.state, .screens] {
                vary(column, of: &change.flows[index], old, &change.unchangedColumns, &random)
            }
        }
        // A change of the token has no journal entry either.
        if Int.random(in: 0..<4, using: &random) == 0 { change.journal = nil }
        let left = Set(flows.map(\.node) + change.flows.map(\.node)).subtracting(change.removedFlows)
        change.flowCount = Bool.random(using: &random) ? left.count : nil
        return change
    }

    /// Makes a value of a flow large, or leaves it as it was, or does nothing.
    private func vary(
        _ column: FlowRow.LargeColumns,
        of flow: inout FlowRow,
        _ old: FlowRow?,
        _ unchanged: inout [Int: FlowRow.LargeColumns],
        _ random: inout SeededGenerator
    ) {
        let path = column == .state ? \FlowRow.state : \.screens
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            let length = Int.random(in: 2_000...9_000, using: &random)
            flow[keyPath: path] = RawJSON(known: Array("\"\(String(repeating: "x", count: length))\"".utf8))
        case 1:
            guard let old else { return }
            flow[keyPath: path] = old[keyPath: path]
            unchanged[flow.node, default: []].insert(column)
        default: return
        }
    }

    private func commit(_ change: Commit, to stores: [any Store]) async throws {
        for store in stores { #expect(try await store.commit(change) == .committed) }
    }

    private func alter(_ sql: String) throws { try SQLiteConnection(path).execute(sql) }

    private func number(_ sql: String, in store: SQLiteStore) async throws -> Int {
        try await store.readForAdmin { try $0.number(sql) }
    }
}
