import Testing

@testable import Fairway

/// When a thread pool grows and shrinks.
struct ThreadPlanTests {
    private static func plan(width: Int = 2, limit: Int = 8, checksBeforeRefusal: Int = 3) -> ThreadPlan<Int> {
        ThreadPlan(width: width, limit: limit, checksBeforeRefusal: checksBeforeRefusal)
    }

    @Test func firstWorkStartsThreadAndNextWorkWakesIt() {
        var plan = Self.plan()
        #expect(plan.add(1, isRefusable: true) == .startThread)
        let thread = plan.register()
        #expect(plan.take(thread, isArriving: true) == 1)
        #expect(plan.take(thread) == nil)
        #expect(plan.idle == 1)
        #expect(plan.add(2, isRefusable: true) == .wakeThread)
        #expect(plan.take(thread, isArriving: true) == 2)
        #expect(plan.threads == 1)
    }

    @Test func workRunsInOrder() {
        var plan = Self.plan(width: 1)
        for work in 0..<1_000 { _ = plan.add(work, isRefusable: true) }
        let thread = plan.register()
        #expect(plan.take(thread, isArriving: true) == 0)
        for work in 1..<1_000 { #expect(plan.take(thread) == work) }
        #expect(plan.take(thread) == nil)
    }

    @Test func runningThreadsAreLimitedByWidth() {
        var plan = Self.plan(width: 2)
        #expect(plan.add(1, isRefusable: true) == .startThread)
        // The first thread is still starting. When it takes work, it starts the next thread.
        #expect(plan.add(2, isRefusable: true) == .nothing)
        let first = plan.register()
        let (_, wakeup) = plan.next(first, isArriving: true)
        #expect(wakeup == .startThread)
        _ = plan.take(plan.register(), isArriving: true)
        #expect(plan.add(3, isRefusable: true) == .nothing)
        #expect(plan.threads == 2)
        #expect(plan.waiting == 1)
    }

    @Test func threadAtSameWorkInSecondCheckIsStalled() {
        var plan = Self.plan(width: 1)
        _ = plan.add(1, isRefusable: true)
        let thread = plan.register()
        _ = plan.take(thread, isArriving: true)
        #expect(plan.check().stalled.isEmpty)
        #expect(plan.check().stalled == [1])
        // Reported once.
        #expect(plan.check().stalled.isEmpty)
        #expect(plan.stalled == 1)
        #expect(!plan.needsChecks)
    }

    @Test func threadThatMakesProgressIsNotStalled() {
        var plan = Self.plan(width: 1)
        for work in 1...3 { _ = plan.add(work, isRefusable: true) }
        let thread = plan.register()
        _ = plan.take(thread, isArriving: true)
        for _ in 1...2 {
            #expect(plan.check().stalled.isEmpty)
            _ = plan.take(thread)
        }
        #expect(plan.stalled == 0)
    }

    @Test func stalledThreadIsReplaced() {
        var plan = Self.plan(width: 1)
        _ = plan.add(1, isRefusable: true)
        _ = plan.take(plan.register(), isArriving: true)
        for _ in 1...2 { _ = plan.check() }
        #expect(plan.add(2, isRefusable: true) == .startThread)
        #expect(plan.take(plan.register(), isArriving: true) == 2)
    }

    @Test func threadsDoubleWithoutProgress() {
        var plan = Self.plan(width: 2, limit: 64)
        for work in 0..<100 { _ = plan.add(work, isRefusable: true) }
        for _ in 0..<2 { _ = plan.take(plan.register(), isArriving: true) }
        var threads: [Int] = []
        for _ in 0..<12 {
            for _ in 0..<plan.check().starting { _ = plan.take(plan.register(), isArriving: true) }
            threads.append(plan.threads)
        }
        #expect(threads == [2, 4, 4, 8, 8, 16, 16, 32, 32, 64, 64, 64])
    }

    @Test func replacedThreadEndsAfterItsWork() {
        var plan = Self.plan(width: 1)
        _ = plan.add(1, isRefusable: true)
        let stalled = plan.register()
        _ = plan.take(stalled, isArriving: true)
        for _ in 1...2 { _ = plan.check() }
        _ = plan.add(2, isRefusable: true)
        _ = plan.take(plan.register(), isArriving: true)
        _ = plan.add(3, isRefusable: true)
        guard case .end = plan.next(stalled, isArriving: false).step else {
            Issue.record("the stalled thread did not end")
            return
        }
        #expect(plan.threads == 1)
        #expect(plan.stalled == 0)
    }

    @Test func idleThreadsAreLimitedByWidth() {
        var plan = Self.plan(width: 1)
        for work in 1...4 { _ = plan.add(work, isRefusable: true) }
        var threads = [plan.register()]
        _ = plan.take(threads[0], isArriving: true)
        for _ in 1...2 {
            let result = plan.check()
            for _ in 0..<result.starting {
                threads.append(plan.register())
                _ = plan.take(threads[threads.count - 1], isArriving: true)
            }
        }
        #expect(plan.threads > 1)
        while plan.waiting > 0 { _ = plan.take(threads[threads.count - 1]) }
        for thread in threads { _ = plan.take(thread) }
        #expect(plan.threads == 1)
        #expect(plan.idle == 1)
    }

    @Test func workIsRefusedAfterLongWaitInFullPool() {
        var plan = Self.plan(width: 1, limit: 1, checksBeforeRefusal: 3)
        _ = plan.add(1, isRefusable: true)
        let thread = plan.register()
        _ = plan.take(thread, isArriving: true)
        _ = plan.check()
        for work in 2...3 { _ = plan.add(work, isRefusable: true) }
        // Work that continues earlier work cannot be refused.
        _ = plan.add(4, isRefusable: false)
        var refused: [[Int]] = []
        for _ in 1...3 { refused.append(plan.check().refused) }
        #expect(refused == [[], [], [2, 3]])
        #expect(plan.take(thread) == 4)
    }

    @Test func workIsNotRefusedWhileOneThreadMakesProgress() {
        var plan = Self.plan(width: 1, limit: 1, checksBeforeRefusal: 2)
        for work in 0..<20 { _ = plan.add(work, isRefusable: true) }
        let thread = plan.register()
        _ = plan.take(thread, isArriving: true)
        for work in 1..<20 {
            #expect(plan.check().refused.isEmpty)
            #expect(plan.take(thread) == work)
        }
    }

    @Test func failedThreadStartIsRetried() {
        var plan = Self.plan()
        #expect(plan.add(1, isRefusable: true) == .startThread)
        plan.startFailed()
        #expect(plan.threads == 0)
        #expect(plan.check().starting == 1)
    }

    @Test func threadsOfClosedPoolEndWithTheirWork() {
        var plan = Self.plan(width: 2)
        _ = plan.add(1, isRefusable: true)
        let thread = plan.register()
        _ = plan.take(thread, isArriving: true)
        _ = plan.take(thread)
        #expect(plan.close() == 1)
        _ = plan.take(thread, isArriving: true)
        #expect(plan.threads == 0)
    }
}

extension ThreadPlan {
    /// The next work of a thread. Nil if it waits or ends.
    fileprivate mutating func take(_ number: Int, isArriving: Bool = false) -> Work? {
        if case .run(let work) = next(number, isArriving: isArriving).step { work } else { nil }
    }
}
