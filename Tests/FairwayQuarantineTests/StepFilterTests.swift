import Fairway
import Foundation
import Testing

@testable import FairwayQuarantine

/// A step that is not in quarantine is recognised without a lock.
struct StepFilterTests {
    private static func step(_ session: String, _ name: String = "trap") -> RunningStep {
        RunningStep(session: session, revision: 1, kind: "action", rootFlow: "Shop", name: name, work: "")
    }

    private static func list(_ steps: [RunningStep]) -> QuarantineList {
        QuarantineList(
            steps.map { QuarantinedStep($0.shortened, build: "1", at: Date(), isRefused: true) },
            build: "1"
        )
    }

    private let crowd = (0..<1_000).map { Self.step("session-\($0)", "pay\($0)") }

    @Test func emptyListContainsNothing() {
        let filter = StepFilter(Self.list([]))
        #expect(!crowd.contains(where: filter.mayContain))
        #expect(!filter.mayContain(Self.step(String(repeating: "x", count: 500))))
    }

    @Test(arguments: ["a", "ä", "", "a\0b", String(repeating: "x", count: 500), String(repeating: "€", count: 100)])
    func stepsOfTheListAreFound(_ text: String) throws {
        let session = "s\(text)"
        #expect(StepFilter(Self.list([Self.step(session)])).mayContain(Self.step(session, "other")))
        let handler = try #require(Self.step("a", "n\(text)").handler)
        #expect(StepFilter(Self.list([handler])).mayContain(Self.step("other", "n\(text)")))
    }

    @Test func hardlyAnyOtherStepIsFound() throws {
        let filter = StepFilter(Self.list([Self.step("a"), try #require(Self.step("b").handler)]))
        #expect(crowd.filter(filter.mayContain).count < 50)
    }

    @Test func updateForgetsWhatWasReleased() {
        let filter = StepFilter(Self.list([Self.step("a"), Self.step("b")]))
        filter.update(Self.list([Self.step("b")]))
        #expect(!filter.mayContain(Self.step("a")))
        #expect(filter.mayContain(Self.step("b")))
        filter.update(Self.list([]))
        #expect(!filter.mayContain(Self.step("b")))
    }
}
