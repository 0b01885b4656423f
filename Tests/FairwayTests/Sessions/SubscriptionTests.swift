import Fairway
import FairwayTesting
import TestWaits
import Testing

/// Streams: states in order, without repetition, and always the newest.
@Suite(.waiting)
struct SubscriptionTests {
    /// Each change costs time for each subscription.
    @Test func subscriptionsPerSessionAreLimited() async throws {
        var limits = EngineLimits()
        limits.subscriptionsPerSession = 2
        let bench = try await EngineFixture(limits: limits)
        let followers = try await [bench.subscribe(), bench.subscribe()]
        let refusal = await #expect(throws: EngineError.self) { _ = try await bench.subscribe() }
        #expect(refusal?.answer.code == .tooManyRequests)
        followers[0].cancel()
        _ = try await bench.subscribe()
    }

    @Test func openStreamsAreCounted() async throws {
        let bench = try await EngineFixture()
        #expect(bench.engine.openStreams(of: bench.session) == 0)
        let followers = try await [bench.subscribe(), bench.subscribe()]
        #expect(bench.engine.openStreams(of: bench.session) == 2)
        followers[0].cancel()
        #expect(bench.engine.openStreams(of: bench.session) == 1)
        #expect(bench.engine.openStreams(of: "nobody") == 0)
    }

    @Test func currentStateComesFirstAndThenEachRevision() async throws {
        let bench = try await EngineFixture()
        let subscription = try await bench.subscribe()
        #expect(await subscription.revision() == 1)
        for revision in 2...4 {
            try await bench.send("count")
            #expect(await subscription.revision() == revision)
        }
    }

    @Test func currentStateIsNotSentAgain() async throws {
        let bench = try await EngineFixture()
        let subscription = try await bench.subscribe(after: 1)
        try await bench.send("count")
        #expect(await subscription.revision() == 2)
    }

    @Test func waitingReaderGetsNextState() async throws {
        let bench = try await EngineFixture()
        let subscription = try await bench.subscribe(after: 1)
        let waiting = Task.immediate { await subscription.revision() }
        try await bench.send("count")
        #expect(await waiting.value == 2)
    }

    @Test func slowReaderBuffersOneStateWithAllEffects() async throws {
        let bench = try await EngineFixture()
        let subscription = try await bench.subscribe(after: 1)
        for text in ["one", "two", "three"] { try await bench.send("toast", ["text": .string(text)]) }
        guard case .state(let state)? = await subscription.next() else {
            Issue.record("no state came")
            return
        }
        #expect(state.revision == 4)
        #expect(state.effects.map(\.id) == ["e1", "e2", "e3"])
        let waiting = Task.immediate { await subscription.revision() }
        try await bench.send("count")
        #expect(await waiting.value == 5)
    }

    @Test func rejectedChangeIsNotPublished() async throws {
        let bench = try await EngineFixture()
        let subscription = try await bench.subscribe(after: 1)
        try await bench.send("refuse")
        try await bench.send("fail")
        try await bench.send("count")
        #expect(await subscription.revision() == 2)
    }

    @Test func subscriptionEndsWithSession() async throws {
        let bench = try await EngineFixture()
        let subscription = try await bench.subscribe(after: 1)
        try await bench.send("finish")
        #expect(await subscription.revision() == 2)
        #expect(await subscription.next() == nil)
        let late = try await bench.subscribe(after: 2)
        #expect(await late.next() == nil)
        let later = try await bench.subscribe()
        #expect(await later.revision() == 2)
        #expect(await later.next() == nil)
    }

    @Test func subscriberOfEndedSessionDoesNotKeepItInMemory() async throws {
        let bench = try await EngineFixture()
        let subscription = try await bench.subscribe()
        try await bench.send("finish")
        let late = try await bench.subscribe()
        bench.engine.dropIdleSessions()
        #expect(bench.engine.liveSessionCount == 0)
        // The buffered states can still be read.
        for reader in [subscription, late] {
            #expect(await reader.revision() == 2)
            #expect(await reader.next() == nil)
        }
    }

    @Test func futureRevisionIsNotCurrent() async throws {
        let bench = try await EngineFixture()
        let subscription = try await bench.subscribe(after: 99)
        #expect(await subscription.revision() == 1)
    }

    @Test func cancellationResumesWaitingReader() async throws {
        let bench = try await EngineFixture()
        let subscription = try await bench.subscribe(after: 1)
        let waiting = Task.immediate { await subscription.next() == nil }
        subscription.cancel()
        #expect(await waiting.value)
        bench.engine.dropIdleSessions()
        #expect(bench.engine.liveSessionCount == 0)
    }

    @Test func allReadersSeeSameOrder() async throws {
        let bench = try await EngineFixture()
        let subscriptions = try await [bench.subscribe(), bench.subscribe(), bench.subscribe()]
        let readers = subscriptions.map { subscription in
            Task {
                var seen: [Int] = []
                while let revision = await subscription.revision() { seen.append(revision) }
                return seen
            }
        }
        for _ in 0..<30 { try await bench.send("count") }
        try await bench.send("finish")
        for reader in readers {
            let seen = await reader.value
            #expect(seen == seen.sorted())
            #expect(Set(seen).count == seen.count)
            #expect(seen.last == 32)
        }
    }

    @Test func newestEffectsAreBufferedForSlowReader() async throws {
        var limits = EngineLimits()
        limits.effectsWaiting = 2
        let bench = try await EngineFixture(limits: limits)
        let subscription = try await bench.subscribe(after: 1)
        for text in ["one", "two", "three", "four"] { try await bench.send("toast", ["text": .string(text)]) }
        guard case .state(let state)? = await subscription.next() else {
            Issue.record("no state came")
            return
        }
        #expect(state.revision == 5)
        #expect(state.effects.map(\.id) == ["e3", "e4"])
        #expect(try await bench.engine.effects(bench.session, after: 0, upTo: 5).map(\.id) == ["e3", "e4"])
    }

    @Test func resumingReaderGetsEffectsOfLastRevisions() async throws {
        var limits = EngineLimits()
        limits.revisionsBack = 2
        let bench = try await EngineFixture(limits: limits)
        for text in ["one", "two", "three"] { try await bench.send("toast", ["text": .string(text)]) }
        #expect(try await bench.engine.effects(bench.session, after: 0, upTo: 4).map(\.id) == ["e2", "e3"])
        #expect(try await bench.engine.effects(bench.session, after: 3, upTo: 4).map(\.id) == ["e3"])
    }

    @Test func missedEffectsCanBeRead() async throws {
        let bench = try await EngineFixture()
        for text in ["one", "two"] { try await bench.send("toast", ["text": .string(text)]) }
        #expect(try await bench.engine.effects(bench.session, after: 1, upTo: 3).map(\.id) == ["e1", "e2"])
        #expect(try await bench.engine.effects(bench.session, after: 2, upTo: 3).map(\.id) == ["e2"])
    }

    @Test func missedEffectsEndWhereStreamBegins() async throws {
        let bench = try await EngineFixture()
        for text in ["one", "two"] { try await bench.send("toast", ["text": .string(text)]) }
        let subscription = try await bench.subscribe(after: 1)
        #expect(subscription.beginning == 3)
        try await bench.send("toast", ["text": "three"])
        let missed = try await bench.engine.effects(bench.session, after: 1, upTo: subscription.beginning)
        #expect(missed.map(\.id) == ["e1", "e2"])
        guard case .state(let state)? = await subscription.next() else {
            Issue.record("no state came")
            return
        }
        #expect(state.effects.map(\.id) == ["e3"])
    }
}

extension EngineFixture {
    /// Subscribes as the session's client.
    func subscribe(after revision: Int = 0) async throws -> Subscription {
        try await engine.subscribe(session, by: caller, after: revision)
    }
}

extension Subscription {
    /// The revision of the next state; nil at the end.
    func revision() async -> Int? {
        if case .state(let state)? = await next() { state.revision } else { nil }
    }
}
