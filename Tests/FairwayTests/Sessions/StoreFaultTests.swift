import Fairway
import FairwayTesting
import Testing

/// What clients see of a store that fails.
struct StoreFaultTests {
    private let key = RequestKey("0123456789abcdef", fingerprint: "x")

    @Test func aChangeThatCannotBeCommittedHasNotHappened() async throws {
        let bench = try await Bench()
        bench.store.failNext(.beforeCommit)
        let answer = try await bench.send("count")
        #expect(try answer.problem().code == .storeUnavailable)
        #expect(answer.status == 503)
        #expect(try await bench.state.revision == 1)
        #expect(try await bench.send("count").state().revision == 2)
    }

    @Test func whileTheStoreFailsReadsOfWhatIsInMemoryGoOn() async throws {
        let bench = try await Bench()
        bench.store.isUnavailable = true
        #expect(try await bench.send("count").status == 503)
        #expect(try await bench.state.revision == 1)
        bench.store.isUnavailable = false
        #expect(try await bench.send("count").state().revision == 2)
    }

    @Test func aCommitWhoseAnswerWasLostIsSeenByTheNextReader() async throws {
        let bench = try await Bench()
        bench.store.failNext(.afterCommit)
        #expect(try await bench.send("count", key: key).status == 503)
        #expect(try await bench.state.revision == 2)
        let repeated = try await bench.send("count", key: key)
        #expect(repeated.isReplay)
        #expect(try repeated.state().revision == 2)
    }

    @Test func aCommitWhoseAnswerWasLostIsNotOverwritten() async throws {
        let bench = try await Bench()
        bench.store.failNext(.afterCommit)
        try await bench.send("count")
        #expect(try await bench.send("count").state().revision == 3)
        #expect(try await bench.turnstile?.count == 2)
    }

    @Test func aRaceThatIsLostAgainAndAgainIsGivenUp() async throws {
        let bench = try await Bench()
        for _ in 0..<20 { bench.store.failNext(.conflict) }
        #expect(try await bench.send("count").problem().code == .overloaded)
        #expect(try await bench.state.revision == 1)
    }

    @Test func aStartThatCannotBeCommittedLeavesNothing() async throws {
        let bench = try await Bench()
        bench.store.failNext(.beforeCommit)
        #expect(await bench.engine.start().status == 503)
        #expect(bench.engine.liveSessionCount == 1)
    }

    @Test func aClientThatHangsUpCancelsNothing() async throws {
        let bench = try await Bench()
        let hold = bench.store.holdNext()
        let answer = Task { try await bench.send("count") }
        await hold.reached()
        answer.cancel()
        hold.release()
        #expect(try await answer.value.state().revision == 2)

        let handler = Task { try await bench.send("wait") }
        await bench.gate.arrivals(1)
        handler.cancel()
        bench.gate.open()
        #expect(try await handler.value.state().revision == 3)
    }
}
