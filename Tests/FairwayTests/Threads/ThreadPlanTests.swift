import Testing

@testable import Fairway

/// When a pool of threads grows, and when it shrinks.
struct ThreadPlanTests {
    private static func plan(width: Int = 2, limit: Int = 8, looksBeforeRefusal: Int = 3) -> ThreadPlan<Int> {
        ThreadPlan(width: width, limit: limit, looksBeforeRefusal: looksBeforeRefusal)
    }

    @Test func theFirstWorkStartsAThreadAndTheNextWakesIt() {
        var plan = Self.plan()
        #expect(plan.add(1, isRefusable: true) == .startThread)
        let thread = plan.arrive()
        #expect(plan.take(thread, isArriving: true) == 1)
        #expect(plan.take(thread) == nil)
        #expect(plan.idle == 1)
        #expect(plan.add(2, isRefusable: true) == .wakeThread)
        #expect(plan.take(thread, isArriving: true) == 2)
        #expect(plan.threads == 1)
    }

    @Test func workIsTakenInOrderHoweverMuchThereIs() {
        var plan = Self.plan(width: 1)
        for work in 0..<1_000 { _ = plan.add(work, isRefusable: true) }
        let thread = plan.arrive()
        #expect(plan.take(thread, isArriving: true) == 0)
        for work in 1..<1_000 { #expect(plan.take(thread) == work) }
        #expect(plan.take(thread) == nil)
    }

    @Test func noMoreThreadsRunThanThePoolIsWide() {
        var plan = Self.plan(width: 2)
        #expect(plan.add(1, isRefusable: true) == .startThread)
        // The first is still to come, and starts the next.
        #expect(plan.add(2, isRefusable: true) == .nothing)
        let first = plan.arrive()
        let (_, summons) = plan.next(first, isArriving: true)
        #expect(summons == .startThread)
        _ = plan.take(plan.arrive(), isArriving: true)
        #expect(plan.add(3, isRefusable: true) == .nothing)
        #expect(plan.threads == 2)
        #expect(plan.waiting == 1)
    }

    @Test func aThreadThatIsStillAtTheSameWorkAtTheSecondLookIsHeldUp() {
        var plan = Self.plan(width: 1)
        _ = plan.add(1, isRefusable: true)
        let thread = plan.arrive()
        _ = plan.take(thread, isArriving: true)
        #expect(plan.look().heldUp.isEmpty)
        #expect(plan.look().heldUp == [1])
        // Told once.
        #expect(plan.look().heldUp.isEmpty)
        #expect(plan.heldUp == 1)
        #expect(!plan.needsLooks)
    }

    @Test func aThreadThatGoesFromWorkToWorkIsNotHeldUp() {
        var plan = Self.plan(width: 1)
        for work in 1...3 { _ = plan.add(work, isRefusable: true) }
        let thread = plan.arrive()
        _ = plan.take(thread, isArriving: true)
        for _ in 1...2 {
            #expect(plan.look().heldUp.isEmpty)
            _ = plan.take(thread)
        }
        #expect(plan.heldUp == 0)
    }

    @Test func anotherThreadTakesThePlaceOfOneThatIsHeldUp() {
        var plan = Self.plan(width: 1)
        _ = plan.add(1, isRefusable: true)
        _ = plan.take(plan.arrive(), isArriving: true)
        for _ in 1...2 { _ = plan.look() }
        #expect(plan.add(2, isRefusable: true) == .startThread)
        #expect(plan.take(plan.arrive(), isArriving: true) == 2)
    }

    @Test func whereNothingMovesTheNumberOfThreadsDoubles() {
        var plan = Self.plan(width: 2, limit: 64)
        for work in 0..<100 { _ = plan.add(work, isRefusable: true) }
        for _ in 0..<2 { _ = plan.take(plan.arrive(), isArriving: true) }
        var threads: [Int] = []
        for _ in 0..<12 {
            for _ in 0..<plan.look().starting { _ = plan.take(plan.arrive(), isArriving: true) }
            threads.append(plan.threads)
        }
        #expect(threads == [2, 4, 4, 8, 8, 16, 16, 32, 32, 64, 64, 64])
    }

    @Test func aThreadThatWasHeldUpEndsWhenOthersDoItsPart() {
        var plan = Self.plan(width: 1)
        _ = plan.add(1, isRefusable: true)
        let heldUp = plan.arrive()
        _ = plan.take(heldUp, isArriving: true)
        for _ in 1...2 { _ = plan.look() }
        _ = plan.add(2, isRefusable: true)
        _ = plan.take(plan.arrive(), isArriving: true)
        _ = plan.add(3, isRefusable: true)
        guard case .end = plan.next(heldUp, isArriving: false).turn else {
            Issue.record("It goes on.")
            return
        }
        #expect(plan.threads == 1)
        #expect(plan.heldUp == 0)
    }

    @Test func noMoreThreadsWaitForWorkThanThePoolIsWide() {
        var plan = Self.plan(width: 1)
        for work in 1...4 { _ = plan.add(work, isRefusable: true) }
        var threads = [plan.arrive()]
        _ = plan.take(threads[0], isArriving: true)
        for _ in 1...2 {
            let findings = plan.look()
            for _ in 0..<findings.starting {
                threads.append(plan.arrive())
                _ = plan.take(threads[threads.count - 1], isArriving: true)
            }
        }
        #expect(plan.threads > 1)
        while plan.waiting > 0 { _ = plan.take(threads[threads.count - 1]) }
        for thread in threads { _ = plan.take(thread) }
        #expect(plan.threads == 1)
        #expect(plan.idle == 1)
    }

    @Test func whileNoThreadMayBeAddedWorkIsRefusedThatHasWaitedTooLong() {
        var plan = Self.plan(width: 1, limit: 1, looksBeforeRefusal: 3)
        _ = plan.add(1, isRefusable: true)
        let thread = plan.arrive()
        _ = plan.take(thread, isArriving: true)
        _ = plan.look()
        for work in 2...3 { _ = plan.add(work, isRefusable: true) }
        // The rest of something that has begun: nobody can refuse that.
        _ = plan.add(4, isRefusable: false)
        var refused: [[Int]] = []
        for _ in 1...3 { refused.append(plan.look().refused) }
        #expect(refused == [[], [], [2, 3]])
        #expect(plan.take(thread) == 4)
    }

    @Test func workIsNotRefusedWhileOneThreadMoves() {
        var plan = Self.plan(width: 1, limit: 1, looksBeforeRefusal: 2)
        for work in 0..<20 { _ = plan.add(work, isRefusable: true) }
        let thread = plan.arrive()
        _ = plan.take(thread, isArriving: true)
        for work in 1..<20 {
            #expect(plan.look().refused.isEmpty)
            #expect(plan.take(thread) == work)
        }
    }

    @Test func aThreadThatCouldNotBeStartedIsTriedAgain() {
        var plan = Self.plan()
        #expect(plan.add(1, isRefusable: true) == .startThread)
        plan.didNotStart()
        #expect(plan.threads == 0)
        #expect(plan.look().starting == 1)
    }

    @Test func onceThePoolIsClosedThreadsEndWithTheirWork() {
        var plan = Self.plan(width: 2)
        _ = plan.add(1, isRefusable: true)
        let thread = plan.arrive()
        _ = plan.take(thread, isArriving: true)
        _ = plan.take(thread)
        #expect(plan.close() == 1)
        _ = plan.take(thread, isArriving: true)
        #expect(plan.threads == 0)
    }
}

extension ThreadPlan {
    /// What a thread that comes for work is given; nil: nothing.
    fileprivate mutating func take(_ number: Int, isArriving: Bool = false) -> Work? {
        if case .run(let work) = next(number, isArriving: isArriving).turn { work } else { nil }
    }
}
