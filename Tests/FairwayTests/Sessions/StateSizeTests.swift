import Fairway
import FairwayTesting
import FairwayWire
import Testing

/// The encoded flows, screens and drafts of a session are limited together.
struct StateSizeTests {
    @Test func changeBeyondTheLimitIsRefusedAndWritesNothing() async throws {
        let bench = try await EngineFixture(limits: limits(1_000))
        let before = try await bench.stored
        let answer = try await bench.send("push", ["label": .string(String(repeating: "x", count: 1_000))])
        #expect(answer.status == 422)
        let problem = try answer.problem()
        #expect(problem.code == .stateTooLarge)
        #expect(problem.members["limit"] == 1_000)
        guard case .number(let bytes)? = problem.members["bytes"] else {
            Issue.record("no size")
            return
        }
        #expect((1_001..<2_000).contains(try #require(Int(bytes.text))))
        #expect(problem.state?.revision == 1)
        #expect(try await bench.stored == before)
    }

    @Test func changeUpToTheLimitIsMade() async throws {
        let bench = try await EngineFixture()
        try await bench.send("push", ["label": .string(String(repeating: "x", count: 1_000))])
        let bytes = try await bench.stored.encodedBytes
        #expect(bytes > 1_000)
        for (limit, status) in [(bytes, 200), (bytes - 1, 422)] {
            let other = try await EngineFixture(limits: limits(limit))
            let answer = try await other.send("push", ["label": .string(String(repeating: "x", count: 1_000))])
            #expect(answer.status == status)
        }
    }

    @Test func draftsCount() async throws {
        let bench = try await EngineFixture(limits: limits(1_000))
        func set(_ length: Int, on screen: String) async throws -> ProblemCode? {
            let draft = try RawJSON(encoding: String(repeating: "x", count: length - 2))
            return await bench.engine.setDraft(draft, bench.session, screen: screen, by: bench.caller)?.code
        }
        let first = try #require(try await bench.state.screen?.id)
        let second = try #require(try await bench.send("push", ["label": "next"]).state().screen?.id)
        let free = 1_000 - (try await bench.stored.encodedBytes)
        #expect(try await set(free + 1, on: first) == .stateTooLarge)
        #expect(try await set(free, on: first) == nil)
        #expect(try await bench.stored.encodedBytes == 1_000)
        #expect(try await set(2, on: second) == .stateTooLarge)
        // A draft that a refused action contains is not kept either.
        #expect(try await bench.send("refuse", screen: second, draft: "a").code == .rejected)
        #expect(try await bench.state.screen?.draft == nil)
        // A shorter draft takes the place of a longer one.
        #expect(try await set(free - 2, on: first) == nil)
        #expect(try await set(2, on: second) == nil)
        #expect(try await bench.send("push", ["label": "next"]).code == .stateTooLarge)
    }

    @Test func startBeyondTheLimitIsRefused() async throws {
        let engine = try engine(MemoryStore(), 1_000, showing: String(repeating: "x", count: 1_000))
        #expect(await engine.start().code == .stateTooLarge)
    }

    /// The limit was lowered, or an older build stored the session.
    @Test func largerSessionCanBeMadeSmaller() async throws {
        let store = MemoryStore()
        let (earlier, later) = (try engine(store, 100_000), try engine(store, 1_000))
        let session = try await earlier.start().state().session
        func perform(_ command: Command, _ engine: Engine) async throws -> Answer {
            let params = try RawJSON(encoding: ["value": [command]])
            let change = Change.action(name: "perform", params: params, screen: nil, draft: nil)
            return await engine.perform(change, on: session, by: Caller(.app))
        }
        _ = try await perform(.show(String(repeating: "x", count: 2_000)), earlier).state()
        #expect(try await perform(.show("B"), later).code == .stateTooLarge)
        #expect(try await perform(.back, later).code == nil)
        #expect(try await perform(.show("B"), later).code == nil)
    }

    private func engine(_ store: MemoryStore, _ bytes: Int, showing page: String = "A") throws -> Engine {
        try Engine(
            App(initial: Stage(.show(page))) { Flow(Puppet()) },
            store: store,
            clock: ManualClock(),
            identifiers: CountedIdentifiers(),
            limits: limits(bytes)
        )
    }

    private func limits(_ bytes: Int) -> EngineLimits {
        var limits = EngineLimits()
        limits.stateBytes = bytes
        return limits
    }
}

extension EngineFixture {
    fileprivate var stored: StoredSession {
        get async throws { try #require(try await store.load(session)) }
    }
}
