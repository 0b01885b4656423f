import Dispatch
import FairwayTesting
import Synchronization
import Testing

@testable import Fairway

/// Tests where a change continues after its handler (see "Threads" in `docs/architecture.md`).
struct CallersExecutorTests {
    @Test func callerContinuesOnThreadThatHasEndedTheCall() async {
        let home = CountingExecutor()
        let deadline = Deadline(seconds: 10, clock: ManualClock(), pool: ThreadPool(limit: 1))
        let caller = CallersExecutor(home)
        await withTaskExecutorPreference(caller) {
            let outcome = await deadline.run(continuingOn: caller) { 1 }
            #expect(outcome.result == 1)
            #expect(home.jobs == 0)
            await Task.yield()
            #expect(home.jobs > 0)
        }
    }

    @Test func callerOfExpiredCallContinuesOnItsOwnExecutor() async {
        let home = CountingExecutor()
        let clock = ManualClock()
        let gate = Gate()
        let deadline = Deadline(seconds: 10, clock: clock, pool: ThreadPool(limit: 1))
        let caller = CallersExecutor(home)
        async let outcome = withTaskExecutorPreference(caller) {
            let outcome = await deadline.run(continuingOn: caller) { await gate.pass() }
            await Task.yield()
            #expect(home.jobs > 0)
            return outcome.result == nil
        }
        await clock.waiting(1)
        clock.advance(by: 10)
        #expect(await outcome)
        gate.open()
    }
}

private final class CountingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "fairway.tests.caller")
    private let count = Atomic<Int>(0)
    var jobs: Int { count.load(ordering: .relaxed) }

    func enqueue(_ job: consuming ExecutorJob) {
        count.add(1, ordering: .relaxed)
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
