import Fairway
import FairwayTesting
import FairwayWire
import Testing

@testable import FairwaySQLite

/// A session continues in another engine on the same file.
struct EngineRestartTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()

    init() throws { folder = try TemporaryFolder() }

    @Test func sessionContinuesAfterARestart() async throws {
        var (engine, store) = try open()
        let started = try JSON.decode(StateDocument.self, from: await engine.start().body)
        let caller = Caller(.token(try #require(started.token)))
        _ = await engine.perform(try writing("one"), on: started.session, by: caller)
        let edited = await engine.perform(editing, on: started.session, by: caller)
        #expect(edited.status == 200)
        #expect(await engine.setDraft(try json(#"{"text":"tw"}"#), started.session, screen: "s2", by: caller) == nil)
        let before = await engine.state(started.session, by: caller)
        await store.close()

        (engine, store) = try open()
        let after = await engine.state(started.session, by: caller)
        #expect(after.body == before.body)
        #expect(try await store.work(started.session).map(\.item.name) == ["Notes.Reminder"])
        let back = await engine.perform(.back(screen: nil, to: nil, draft: nil), on: started.session, by: caller)
        #expect(back.revision == 4)
        let written = await engine.perform(try writing("two"), on: started.session, by: caller)
        let state = try JSON.decode(StateDocument.self, from: written.body)
        #expect(state.screen?.viewModel == (try json(#"{"lines":["one","two"]}"#)))
        await store.close()
    }

    @Test func repeatedRequestGetsTheSameBytesAfterARestart() async throws {
        var (engine, store) = try open()
        let creating = RequestKey("0123456789abcdef", fingerprint: "POST /v1/sessions")
        let created = await engine.start(key: creating)
        let started = try JSON.decode(StateDocument.self, from: created.body)
        let caller = Caller(.token(try #require(started.token)))
        let guards = Guards(key: RequestKey("k", fingerprint: "POST actions"))
        let first = await engine.perform(try writing("one"), on: started.session, by: caller, guards: guards)
        await store.close()

        (engine, store) = try open()
        let createdAgain = await engine.start(key: creating)
        #expect(createdAgain.isReplay)
        #expect(createdAgain.body == created.body)
        let repeated = await engine.perform(try writing("one"), on: started.session, by: caller, guards: guards)
        #expect(repeated.isReplay)
        #expect(repeated.body == first.body)
        #expect(repeated.status == first.status)
        #expect(try await store.load(started.session)?.session.revision == 2)
        await store.close()
    }

    @Test func repeatedRequestGetsTheReplyThatWasLost() async throws {
        let (_, store) = try open()
        let faulty = FaultyStore(store)
        let engine = try makeEngine(faulty)
        let started = try JSON.decode(StateDocument.self, from: await engine.start().body)
        let caller = Caller(.token(try #require(started.token)))
        let guards = Guards(key: RequestKey("k", fingerprint: "POST actions"))
        faulty.failNext(.afterCommit)
        let lost = await engine.perform(try writing("one"), on: started.session, by: caller, guards: guards)
        #expect(lost.code == .storeUnavailable)
        let repeated = await engine.perform(try writing("one"), on: started.session, by: caller, guards: guards)
        #expect(repeated.status == 200)
        #expect(repeated.revision == 2)
        #expect(try await store.journal(started.session, after: 0, limit: 9).count == 2)
        await store.close()
    }

    /// The session's row states whether it has a single flow. If so, `flows` is not read.
    @Test func sessionWithOneFlowIsReadFromItsOwnRow() async throws {
        let store = try SQLiteStore(folder["fairway.sqlite"])
        let engine = try Engine(App(initial: Quay()) { Flow(Quay.Boat()) }, store: store, clock: clock)
        let started = try JSON.decode(StateDocument.self, from: await engine.start().body)
        let caller = Caller(.token(try #require(started.token)))
        let (session, sql) = (started.session, "SELECT front_flow_is_only FROM sessions")
        func press(_ name: String) async -> Int {
            await engine.perform(
                .action(name: name, params: nil, screen: nil, draft: nil),
                on: session,
                by: caller
            ).status
        }
        #expect(try await store.readForAdmin { try $0.number(sql) } == 1)
        #expect(await press("boardButtonPressed") == 200)
        #expect(try await store.readForAdmin { try $0.number(sql) } == 0)
        #expect(try await store.load(session)?.flows.map(\.flow) == ["Quay", "Quay.Boat"])
        #expect(await press("leaveButtonPressed") == 200)
        #expect(try await store.readForAdmin { try $0.number(sql) } == 1)
        #expect(try await store.load(session)?.flows.map(\.flow) == ["Quay"])
        await store.close()
    }

    private let editing = Change.action(name: "editButtonPressed", params: nil, screen: nil, draft: nil)

    private func writing(_ text: String) throws -> Change {
        .action(name: "didWrite", params: try json(#"{"text":"\#(text)"}"#), screen: nil, draft: nil)
    }

    private func open() throws -> (Engine, SQLiteStore) {
        let store = try SQLiteStore(folder["fairway.sqlite"])
        return (try makeEngine(store), store)
    }

    private func makeEngine(_ store: some Store) throws -> Engine {
        try Engine(App(initial: Notes()) {}, store: store, clock: clock)
    }

    private func json(_ text: String) throws -> RawJSON { try RawJSON(validating: Array(text.utf8)) }
}
