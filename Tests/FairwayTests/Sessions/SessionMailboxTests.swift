import FairwayTesting
import Testing

@testable import Fairway

/// One change at a time, in order of arrival.
struct SessionMailboxTests {
    @Test func fiftyConcurrentIncrementsCountFifty() async throws {
        let bench = try await EngineFixture()
        await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { _ = try? await bench.send("count") } }
        }
        let state = try await bench.state
        #expect(try state.screen.map { try JSON.decode(Turnstile.Page.self, from: $0.viewModel.bytes).count } == 50)
        #expect(state.revision == 51)
    }

    @Test func eachRevisionIsAnsweredOnce() async throws {
        let bench = try await EngineFixture()
        let revisions = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await bench.send("count").state().revision } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(revisions.sorted() == Array(2...21))
    }

    @Test func changesEnterInOrderOfArrival() async throws {
        let mailbox = SessionMailbox()
        try await mailbox.enter(limit: 10)
        let order = Order()
        let waiters = (0..<5).map { number in
            Task.immediate {
                try? await mailbox.enter(limit: 10)
                await order.note(number)
                mailbox.leave()
            }
        }
        mailbox.leave()
        for waiter in waiters { await waiter.value }
        #expect(await order.numbers == [0, 1, 2, 3, 4])
        #expect(mailbox.isIdle)
    }

    @Test func changesBeyondLimitAreRejected() async throws {
        let mailbox = SessionMailbox()
        try await mailbox.enter(limit: 1)
        let waiting = Task.immediate { try await mailbox.enter(limit: 1) }
        let problem = await #expect(throws: Problem.self) { try await mailbox.enter(limit: 1) }
        #expect(problem?.code == .tooManyRequests)
        mailbox.leave()
        try await waiting.value
    }

    @Test func blockedMailboxRejectsChangesUntilItsChangeLeaves() async throws {
        let mailbox = SessionMailbox()
        try await mailbox.enter(limit: 10)
        let waiting = Task.immediate { try await mailbox.enter(limit: 10) }
        mailbox.block()
        await #expect(throws: Problem.self) { try await waiting.value }
        await #expect(throws: Problem.self) { try await mailbox.enter(limit: 10) }
        #expect(!mailbox.isIdle)
        mailbox.leave()
        try await mailbox.enter(limit: 10)
    }
}

private actor Order {
    private(set) var numbers: [Int] = []
    func note(_ number: Int) { numbers.append(number) }
}
