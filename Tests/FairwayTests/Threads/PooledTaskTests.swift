import FairwayDoubles
import Synchronization
import TestWaits
import Testing

@testable import Fairway

/// A task of a thread pool runs one operation after another.
@Suite(.waiting)
struct PooledTaskTests {
    private let pool = ThreadPool(limit: 8)
    private let clock = ManualClock()
    private var deadline: Deadline { Deadline(seconds: 10, clock: clock, pool: pool) }

    @TaskLocal private static var name = "none"

    @Test func oneTaskRunsOneOperationAfterAnother() async throws {
        for number in 0..<20 {
            #expect(await deadline.run(inKeptTask: true) { number }.result == number)
            // A task waits once its last job has returned.
            try await until { pool.waitingTaskCount == 1 }
        }
    }

    @Test func operationsAtOnceHaveTasksOfTheirOwn() async throws {
        let sum = await withTaskGroup(of: Int?.self) { group in
            for number in 1...200 {
                group.addTask {
                    await self.deadline.run(inKeptTask: true) {
                        for _ in 0..<number % 5 { await Task.yield() }
                        return number
                    }.result
                }
            }
            return await group.reduce(0) { $0 + ($1 ?? 0) }
        }
        #expect(sum == 200 * 201 / 2)
        for number in 0..<20 { #expect(await deadline.run(inKeptTask: true) { number }.result == number) }
    }

    @Test func someOfTheTasksAreKept() async throws {
        let gate = Gate()
        let operations = (0..<70).map { _ in Task { await deadline.run(inKeptTask: true) { await gate.pass() } } }
        await gate.arrivals(70)
        gate.open()
        for operation in operations { #expect(await operation.value.result != nil) }
        try await until { pool.waitingTaskCount == 64 }
    }

    @Test func taskOfAnOperationThatIsLateRunsNoOther() async throws {
        let (gate, observer) = (Gate(), LateCall())
        let late = Task { await deadline.run(observedBy: observer, inKeptTask: true) { await gate.pass() } }
        await clock.waiting(1)
        clock.advance(by: 10)
        guard case .expired = await late.value else {
            Issue.record("The operation did not exceed its time limit.")
            return
        }
        gate.open()
        await observer.hasReturned.pass()
        // At once, so that they need every task that waits.
        let wereCancelled = await withTaskGroup(of: Bool?.self) { group in
            let together = Gate()
            for _ in 0..<20 {
                group.addTask {
                    await self.deadline.run(inKeptTask: true) {
                        await together.pass()
                        return Task.isCancelled
                    }.result
                }
            }
            await together.arrivals(20)
            together.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(wereCancelled == Array(repeating: false, count: 20))
    }

    private final class LateCall: TimedCallObserver {
        let hasReturned = Gate()

        func callStalled() {}
        func callResumed() {}
        func callExpired() {}
        func callReturnedLate() { hasReturned.open() }
    }

    @Test func operationIsReleasedBeforeItsTaskWaits() async throws {
        final class Captured: Sendable {}
        weak var captured: Captured?
        do {
            let object = Captured()
            captured = object
            _ = await deadline.run(inKeptTask: true) { withExtendedLifetime(object) {} }
        }
        try await until { pool.waitingTaskCount == 1 }
        #expect(captured == nil)
    }

    @Test(arguments: [(true, "none"), (false, "ada")])
    func onlyATaskThatIsNotKeptHasTaskLocalValues(isKept: Bool, name: String) async {
        let found = await Self.$name.withValue("ada") {
            await deadline.run(inKeptTask: isKept) { Self.name }.result
        }
        #expect(found == name)
    }
}
