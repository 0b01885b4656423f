import Fairway
import FairwayOperators
import FairwayTesting
import Testing

/// The incidents of timers, jobs and signals have limits of their own.
struct WorkIncidentTests {
    /// A limit that allows a session two incidents.
    enum TightLimit: CaseIterable {
        case second, waiting, count, bytes

        var limits: OperatorLimits {
            var limits = OperatorLimits()
            switch self {
            case .second: limits.incidentsPerSecond = 2
            case .waiting: limits.incidentsWaiting = 2
            case .count: limits.incidentsPerSession.count = 2
            case .bytes: limits.incidentsPerSession.bytes = 20
            }
            return limits
        }
    }

    @Test(arguments: TightLimit.allCases)
    func refusedClientDoesNotSuppressTheIncidentOfAJob(_ limit: TightLimit) async throws {
        let shop = try Workshop(operatorLimits: limit.limits)
        let (session, client) = try await book(in: shop)
        try await shop.send("pay", ["amount": 1], to: session)
        for _ in 0..<3 { await misspell(session, client, in: shop) }
        shop.world.answer(.fail)
        await shop.worker.runDueWork()
        #expect(shop.operators.statistics.incidentsDropped == 1)
        await shop.operators.flush()
        #expect(try await shop.store.incidents(session).map(\.kind).sorted() == ["action", "action", "job"])
    }

    @Test(arguments: TightLimit.allCases)
    func refusedSignalsAreLimitedAndDoNotSuppressTheIncidentOfAClient(_ limit: TightLimit) async throws {
        let shop = try Workshop(operatorLimits: limit.limits)
        let (session, client) = try await book(in: shop)
        for _ in 0..<5 { await rain(on: session, in: shop) }
        #expect(shop.operators.statistics.incidentsDropped == 3)
        await misspell(session, client, in: shop)
        #expect(shop.operators.statistics.incidentsDropped == 3)
        await shop.operators.flush()
        #expect(try await shop.store.incidents(session).map(\.kind).sorted() == ["action", "signal", "signal"])
    }

    @Test func workThatFailsWhileTheDiskIsNearlyFullIsNotNoted() async throws {
        let shop = try Workshop()
        let (session, _) = try await book(in: shop)
        shop.operators.startsSessions = false
        await rain(on: session, in: shop)
        await shop.operators.flush()
        #expect(try await shop.store.incidents(session).isEmpty)
        #expect(shop.operators.statistics.incidentsDropped == 1)
    }

    private func book(in shop: Workshop) async throws -> (session: String, client: Caller) {
        let started = try await shop.engine.start(StartRequest(flow: "Booking")).state()
        return (started.session, Caller(.token(try #require(started.token))))
    }

    /// Sends an action that the screen does not have, with a name of ten bytes.
    private func misspell(_ session: String, _ client: Caller, in shop: Workshop) async {
        let action = Change.action(name: "misspelled", params: nil, screen: nil, draft: nil)
        #expect(await shop.engine.perform(action, on: session, by: client).code == .noSuchAction)
    }

    /// Sends a signal that no flow has a route for, with a name of ten bytes.
    private func rain(on session: String, in shop: Workshop) async {
        let signal = Change.signal(name: "RainOfFrog", params: nil)
        #expect(await shop.engine.perform(signal, on: session, by: Caller(.app)).code == .unhandledSignal)
    }
}
