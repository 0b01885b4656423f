import Fairway
import Foundation
import Glibc
import Testing

@testable import FairwayQuarantine

/// Which steps are blamed for the end of a process, and which are refused.
struct QuarantineListTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    private static func step(
        _ session: String,
        revision: Int = 1,
        _ name: String = "trap",
        kind: String = "action",
        work: String = ""
    ) -> RunningStep {
        RunningStep(session: session, revision: revision, kind: kind, rootFlow: "Shop", name: name, work: work)
    }

    private static func quarantined(
        _ step: RunningStep,
        isRefused: Bool = true,
        build: String = "1",
        ends: Int = 1
    ) -> QuarantinedStep {
        QuarantinedStep(step, build: build, at: now, isRefused: isRefused, ends: ends)
    }

    /// The thread that has the fault.
    private static let faulting: pthread_t = 0x7f00_1234_5640

    /// Each step began 1 s after the previous one. Without a fault, the process was killed.
    private static func blamed(
        _ running: [RunningStep],
        by fault: Int32? = SIGILL,
        on threads: [pthread_t] = [],
        known: [QuarantinedStep] = [],
        at now: Date = Self.now
    ) -> [QuarantinedStep] {
        var log = FlightLog(build: "1")
        log.fault = fault.map { FaultMark(signal: $0, thread: faulting) }
        log.running = running.enumerated().map { index, step in
            let thread = index < threads.count ? threads[index] : 0
            return RecordedStep(step, began: index * 1_000, thread: FaultMark.shortened(thread))
        }
        return QuarantinedStep.blamed(by: log, at: now, known: known)
    }

    /// Only the steps, without the handlers.
    private static func steps(_ blamed: [QuarantinedStep]) -> [QuarantinedStep] { blamed.filter { !$0.isHandler } }

    @Test func stepThatRanAloneIsRefusedAfterTheFirstFault() {
        #expect(Self.steps(Self.blamed([Self.step("a")])) == [Self.quarantined(Self.step("a"))])
    }

    @Test func stepThatRanAloneIsRefusedAfterTheSecondKill() {
        let suspects = Self.blamed([Self.step("a")], by: nil)
        #expect(suspects == [Self.quarantined(Self.step("a"), isRefused: false)])
        let second = Self.blamed([Self.step("a")], by: nil, known: suspects)
        #expect(second == [Self.quarantined(Self.step("a"), ends: 2)])
    }

    @Test(arguments: [(1, 0), (0, 1)])
    func stepBesideACommitOrAnUnrecordedStepIsASuspect(returned: Int, unrecorded: Int) {
        var log = FlightLog(build: "1")
        (log.fault, log.returned, log.unrecorded) = (FaultMark(signal: SIGILL), returned, unrecorded)
        log.running = [RecordedStep(Self.step("a"), thread: 1)]
        let blamed = QuarantinedStep.blamed(by: log, at: Self.now, known: [])
        #expect(Self.steps(blamed) == [Self.quarantined(Self.step("a"), isRefused: false)])
    }

    @Test func stepBesideAnotherIsASuspect() {
        let both = [Self.step("a"), Self.step("b", "pay")]
        #expect(Self.steps(Self.blamed(both)) == both.map { Self.quarantined($0, isRefused: false) })
    }

    @Test func stepOnTheThreadOfTheFaultIsRefusedAndTheOthersAreNotBlamed() {
        let running = [Self.step("a"), Self.step("b", "pay"), Self.step("c", "refresh")]
        let other = Self.faulting + 64
        let blamed = Self.blamed(running, on: [other, Self.faulting, other])
        #expect(Self.steps(blamed) == [Self.quarantined(Self.step("b", "pay"))])
        #expect(blamed.filter(\.isHandler).map(\.step.name) == ["pay"])
        // A mark is needed.
        let killed = Self.blamed(running, by: nil, on: [other, Self.faulting, other])
        #expect(killed.map(\.isRefused) == [false, false, false])
    }

    @Test func stepsThatBeganOnTheThreadOfTheFaultAreSuspects() {
        let running = [Self.step("a"), Self.step("b", "pay"), Self.step("c", "refresh")]
        let blamed = Self.blamed(running, on: [Self.faulting, Self.faulting])
        #expect(Self.steps(blamed) == running[..<2].map { Self.quarantined($0, isRefused: false) })
        #expect(Set(blamed.filter(\.isHandler).map(\.step.name)) == ["trap", "pay"])
    }

    /// Its handler is never refused in other sessions because of it.
    @Test func innocentHandlerIsNotCountedBesideTheCause() {
        var known: [String: QuarantinedStep] = [:]
        for number in 1...QuarantinedStep.mostEndsOfHandler {
            let running = [Self.step("s\(number)"), Self.step("t\(number)", "pay")]
            let blamed = Self.blamed(running, on: [Self.faulting], known: Array(known.values))
            for step in blamed { known[step.id] = step }
        }
        let list = QuarantineList(Array(known.values), build: "1")
        #expect(list.verdict(on: Self.step("new")) == .refused)
        #expect(list.verdict(on: Self.step("new", "pay")) == .free)
    }

    @Test func suspectIsRefusedAtItsThirdEnd() {
        var known = Self.steps(Self.blamed([Self.step("a")], by: nil))
        for number in 2...3 {
            let later = Self.step("b\(number)")
            known = Self.steps(Self.blamed([Self.step("a"), later], by: nil, known: known))
            #expect(known.first == Self.quarantined(Self.step("a"), isRefused: number == 3, ends: number))
        }
    }

    @Test func suspectThatRanLastIsRefusedAndTheOthersBecomeSuspects() {
        let suspects = Self.blamed([Self.step("a"), Self.step("b", "pay")])
        let second = Self.steps(Self.blamed([Self.step("c", "pay"), Self.step("a")], known: suspects))
        #expect(
            second == [
                Self.quarantined(Self.step("c", "pay"), isRefused: false), Self.quarantined(Self.step("a"), ends: 2),
            ]
        )
    }

    @Test func suspectBesideALaterStepRemainsASuspect() {
        let suspects = Self.blamed([Self.step("a"), Self.step("b", "pay")])
        let second = Self.steps(Self.blamed([Self.step("a"), Self.step("c")], known: suspects))
        #expect(
            second == [
                Self.quarantined(Self.step("a"), isRefused: false, ends: 2),
                Self.quarantined(Self.step("c"), isRefused: false),
            ]
        )
        // Now the step that ends the process runs while no other one does.
        let third = Self.steps(Self.blamed([Self.step("c")], known: second))
        #expect(third == [Self.quarantined(Self.step("c"), ends: 2)])
    }

    @Test func suspectOfAnotherBuildIsNoSuspect() {
        let known = [Self.quarantined(Self.step("a"), isRefused: false, build: "0")]
        let blamed = Self.steps(Self.blamed([Self.step("a"), Self.step("b")], known: known))
        #expect(blamed.map(\.isRefused) == [false, false])
    }

    @Test func refusalIsForTheStepAtTheRevision() {
        let list = QuarantineList([Self.quarantined(Self.step("a"))], build: "1")
        #expect(list.verdict(on: Self.step("a")) == .refused)
        for other in [
            Self.step("a", revision: 2), Self.step("b"), Self.step("a", "pay"), Self.step("a", kind: "signal"),
        ] {
            #expect(list.verdict(on: other) == .free)
        }
        #expect(list.refused(in: "a", rootFlow: "Shop") == [Self.quarantined(Self.step("a"))])
        #expect(list.refused(in: "b", rootFlow: "Shop") == [])
    }

    @Test func anotherBuildTriesAgain() {
        let list = QuarantineList([Self.quarantined(Self.step("a"))], build: "2")
        #expect(list.verdict(on: Self.step("a")) == .free)
        #expect(list.refused(in: "a", rootFlow: "Shop") == [])
        #expect(list.isEmpty)
    }

    @Test func workIsRefusedAtEveryRevision() {
        let list = QuarantineList([Self.quarantined(Self.step("a", "Charge", kind: "job", work: "j1"))], build: "1")
        #expect(list.verdict(on: Self.step("a", revision: 7, "Charge", kind: "job", work: "j1")) == .refused)
        #expect(list.verdict(on: Self.step("a", "Charge", kind: "job", work: "j2")) == .free)
    }

    @Test func suspectIsAcquitted() {
        let suspect = Self.quarantined(Self.step("a"), isRefused: false)
        var list = QuarantineList([suspect], build: "1")
        #expect(list.verdict(on: Self.step("a")) == .suspect(suspect))
        list.acquit(suspect)
        #expect(list.verdict(on: Self.step("a")) == .free)
        #expect(list.isEmpty)
    }

    @Test func nameThatIsCutOffIsRecognised() {
        let long = String(repeating: "€", count: 90)
        let list = QuarantineList([Self.quarantined(Self.step("a", long).shortened)], build: "1")
        #expect(list.verdict(on: Self.step("a", long)) == .refused)
    }

    /// Ends as many processes during the steps as are given, one after the other.
    private static func ends(
        during processes: [[RunningStep]],
        by fault: Int32? = SIGILL,
        secondsBetween seconds: Double = 60
    ) -> [QuarantinedStep] {
        var known: [String: QuarantinedStep] = [:]
        for (number, running) in processes.enumerated() {
            let now = Self.now.addingTimeInterval(Double(number) * seconds)
            for step in blamed(running, by: fault, known: Array(known.values), at: now) { known[step.id] = step }
        }
        return Array(known.values)
    }

    @Test func handlerThatRanAtManyEndsIsRefusedInAllSessions() {
        let most = QuarantinedStep.mostEndsOfHandler
        // Each session traps once, and another handler runs beside it.
        let processes = (1...most).map { [Self.step("s\($0)"), Self.step("t\($0)", "pay\($0)")] }
        let fewer = QuarantineList(Self.ends(during: Array(processes.dropLast())), build: "1")
        #expect(fewer.verdict(on: Self.step("new")) == .free)
        let list = QuarantineList(Self.ends(during: processes), build: "1")
        #expect(list.verdict(on: Self.step("new")) == .refused)
        #expect(list.verdict(on: Self.step("s1")) == .refused)
        #expect(list.verdict(on: Self.step("new", "pay1")) == .free)
        #expect(list.verdict(on: Self.step("new", kind: "signal")) == .free)
        #expect(list.refused(in: "new", rootFlow: "Shop").map(\.step.name) == ["trap"])
        #expect(list.refused(in: "new", rootFlow: "Other") == [])
    }

    @Test func killsCountForNoHandler() {
        let most = QuarantinedStep.mostEndsOfHandler
        let killed = Self.ends(during: (1...most).map { [Self.step("s\($0)")] }, by: nil)
        #expect(killed.count == most)
        #expect(QuarantineList(killed, build: "1").verdict(on: Self.step("new")) == .free)
        // Nor do they add to the faults.
        let traps = Self.ends(during: (1..<most).map { [Self.step("t\($0)")] })
        #expect(Self.blamed([Self.step("new")], by: nil, known: traps).filter(\.isHandler) == [])
    }

    @Test func endsOfAHandlerThatAreFarApartAreCountedAnew() {
        let processes = (1...20).map { [Self.step("s\($0)")] }
        let known = Self.ends(during: processes, secondsBetween: QuarantinedStep.secondsBetweenEnds)
        #expect(QuarantineList(known, build: "1").verdict(on: Self.step("new")) == .free)
    }

    @Test func startThatEndedTheProcessOftenIsRefused() {
        func start(_ number: Int) -> RunningStep { Self.step("s\(number)", revision: 0, "Shop", kind: "start") }
        let most = QuarantinedStep.mostEndsOfHandler
        let list = QuarantineList(Self.ends(during: (0..<most).map { [start($0)] }), build: "1")
        #expect(list.verdict(on: start(most)) == .refused)
    }

    @Test func handlersWithoutANameAreRefusedInTheirSessionsOnly() {
        let all = (0...QuarantinedStep.mostEndsOfHandler).flatMap { number in
            [1, 2].map { _ in [Self.step("s\(number)", "", kind: "back")] }
        }
        let list = QuarantineList(Self.ends(during: all), build: "1")
        #expect(list.verdict(on: Self.step("s1", "", kind: "back")) == .refused)
        #expect(list.verdict(on: Self.step("new", "", kind: "back")) == .free)
    }

    @Test func refusedPerformerDoesNotRefuseTheDeliveryOfItsResult() {
        var performer = Self.step("a", "Charge", kind: "job", work: "j1")
        performer.rootFlow = ""
        let list = QuarantineList([Self.quarantined(performer)], build: "1")
        #expect(list.verdict(on: performer) == .refused)
        #expect(list.verdict(on: Self.step("a", "Charge", kind: "job", work: "j1")) == .free)
    }

    @Test func suspectsOfWorkAndOfOtherChangesDoNotWaitForEachOther() throws {
        let action = Self.quarantined(Self.step("a"), isRefused: false)
        let job = Self.quarantined(Self.step("a", "Charge", kind: "job", work: "j1"), isRefused: false)
        let now = ContinuousClock.now
        var trials = SuspectTrials()
        let numbers = [job, action, action, job].map { trials.begin($0, at: now) }
        #expect(numbers.map { $0 != nil } == [true, true, false, false])
        let ended = try trials.end(#require(numbers[1]))
        #expect(ended == action)
        let next = trials.begin(action, at: now)
        #expect(next != nil)
        let endedJob = try trials.end(#require(numbers[0]))
        #expect(endedJob == job)
    }

    @Test func suspectThatDoesNotReturnDelaysOthersForALimitedTime() throws {
        let suspect = Self.quarantined(Self.step("a"), isRefused: false)
        let now = ContinuousClock.now
        var trials = SuspectTrials()
        let stuck = trials.begin(suspect, at: now)
        let next = trials.begin(suspect, at: now + SuspectTrials.mostWaiting)
        #expect(next != nil)
        let ends = try (0..<2).map { _ in try trials.end(#require(stuck)) }
        #expect(ends == [suspect, nil])
    }

    @Test func suspectWaitsForALimitedTimeBesideAStreamOfOthers() throws {
        let waiting = Self.quarantined(Self.step("a"), isRefused: false)
        let start = ContinuousClock.now
        var trials = SuspectTrials()
        func beginAnother(_ second: Int) -> Int? {
            trials.begin(Self.quarantined(Self.step("b\(second)"), isRefused: false), at: start + .seconds(second))
        }
        var running = beginAnother(0)
        for second in 0..<10 {
            let trial = trials.begin(waiting, at: start + .seconds(second))
            #expect(trial == nil)
            _ = try trials.end(#require(running))
            running = beginAnother(second)
        }
        let trial = trials.begin(waiting, at: start + SuspectTrials.mostWaiting)
        #expect(trial != nil)
        let ended = try trials.end(#require(trial))
        #expect(ended == waiting)
        // It waits anew.
        let next = trials.begin(waiting, at: start + SuspectTrials.mostWaiting)
        #expect(next == nil)
    }
}
