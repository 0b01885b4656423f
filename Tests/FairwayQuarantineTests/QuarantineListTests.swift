import Fairway
import Foundation
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

    private static func quarantined(_ step: RunningStep, isRefused: Bool = true, build: String = "1") -> QuarantinedStep
    {
        QuarantinedStep(step, build: build, at: now, isRefused: isRefused)
    }

    private static func blamed(
        _ running: [RunningStep],
        returned: Int = 0,
        unrecorded: Int = 0,
        known: [QuarantinedStep] = []
    ) -> [QuarantinedStep] {
        var log = FlightLog(build: "1")
        (log.running, log.returned, log.unrecorded) = (running, returned, unrecorded)
        return QuarantinedStep.blamed(by: log, at: now, known: known)
    }

    @Test func stepThatRanAloneIsRefusedAfterTheSecondEnd() {
        let suspects = Self.blamed([Self.step("a")])
        #expect(suspects == [Self.quarantined(Self.step("a"), isRefused: false)])
        #expect(Self.blamed([Self.step("a")], known: suspects) == [Self.quarantined(Self.step("a"))])
    }

    @Test(arguments: [(1, 0), (0, 1)])
    func stepBesideAnotherIsASuspect(_ returned: Int, _ unrecorded: Int) {
        let blamed = Self.blamed([Self.step("a")], returned: returned, unrecorded: unrecorded)
        #expect(blamed == [Self.quarantined(Self.step("a"), isRefused: false)])
    }

    @Test func suspectIsRefusedAfterTheSecondEndAndOthersAreNotBlamed() {
        let both = [Self.step("a"), Self.step("b", "pay")]
        let suspects = Self.blamed(both)
        #expect(suspects == both.map { Self.quarantined($0, isRefused: false) })
        let second = Self.blamed([Self.step("a"), Self.step("c", "pay")], known: suspects)
        #expect(second == [Self.quarantined(Self.step("a"))])
    }

    @Test func suspectOfAnotherBuildIsNoSuspect() {
        let known = [Self.quarantined(Self.step("a"), isRefused: false, build: "0")]
        let blamed = Self.blamed([Self.step("a"), Self.step("b")], known: known)
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
        #expect(list.refused(in: "a") == [Self.quarantined(Self.step("a"))])
        #expect(list.refused(in: "b") == [])
    }

    @Test func anotherBuildTriesAgain() {
        let list = QuarantineList([Self.quarantined(Self.step("a"))], build: "2")
        #expect(list.verdict(on: Self.step("a")) == .free)
        #expect(list.refused(in: "a") == [])
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

    @Test(arguments: [1, QuarantineList.mostStepsOfHandler])
    func handlerThatEndedTheProcessOftenIsRefusedInAllSessions(_ sessions: Int) {
        let most = QuarantineList.mostStepsOfHandler
        let steps = (1...most).map { Self.quarantined(Self.step("s\($0 % sessions)", revision: $0)) }
        // A suspect does not count.
        let fewer = steps.dropLast() + [Self.quarantined(Self.step("t"), isRefused: false)]
        #expect(QuarantineList(Array(fewer), build: "1").verdict(on: Self.step("new")) == .free)
        let list = QuarantineList(steps, build: "1")
        #expect(list.verdict(on: Self.step("new")) == .refused)
        #expect(list.verdict(on: Self.step("new", "pay")) == .free)
        #expect(list.refused(in: "new") == [])
    }

    @Test func startThatEndedTheProcessOftenIsRefused() {
        func start(_ number: Int) -> RunningStep { Self.step("s\(number)", revision: 0, "Shop", kind: "start") }
        let most = QuarantineList.mostStepsOfHandler
        let list = QuarantineList((0..<most).map { Self.quarantined(start($0)) }, build: "1")
        #expect(list.verdict(on: start(most)) == .refused)
    }

    @Test func handlersWithoutANameAreRefusedInTheirSessionsOnly() {
        let all = (0...QuarantineList.mostStepsOfHandler).map {
            Self.quarantined(Self.step("s\($0)", "", kind: "back"))
        }
        let list = QuarantineList(all, build: "1")
        #expect(list.verdict(on: Self.step("s1", "", kind: "back")) == .refused)
        #expect(list.verdict(on: Self.step("new", "", kind: "back")) == .free)
    }

    @Test func suspectsOfWorkAndOfOtherChangesDoNotWaitForEachOther() throws {
        let action = Self.quarantined(Self.step("a"), isRefused: false)
        let job = Self.quarantined(Self.step("a", "Charge", kind: "job", work: "j1"), isRefused: false)
        let now = ContinuousClock.now
        var trials = Trials()
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
        var trials = Trials()
        let stuck = trials.begin(suspect, at: now)
        let next = trials.begin(suspect, at: now + Trials.mostWaiting)
        #expect(next != nil)
        let ends = try (0..<2).map { _ in try trials.end(#require(stuck)) }
        #expect(ends == [suspect, nil])
    }
}
