import Fairway
import FairwayTesting
import Foundation
import Testing

/// The information that a navigator provides.
struct ReadingTests {
    @Test func navigatorProvidesSessionDeviceAndTime() async throws {
        let device = Device(idiom: .pad, locale: "de", screens: ["ReadingTests.Step": 1])
        let tester = try await FlowTester(Walk(), device: device)
        try await tester.advance(by: .seconds(5))
        try await tester.send(.read, on: Step.self)
        let reading = try #require(tester.flow?.reading)
        #expect(reading.session == tester.session)
        #expect(reading.device == device)
        #expect(reading.locale == "de")
        #expect(reading.now == tester.journal.last?.at)
        #expect(reading.changeID.hasPrefix(tester.session + "/"))
        #expect(reading.supportsStep)
        #expect(!reading.supportsElsewhere)
    }

    @Test func localeDefaultsToEnglish() async throws {
        let tester = try await FlowTester(Walk())
        try await tester.send(.read, on: Step.self)
        #expect(tester.flow?.reading?.locale == "en")
    }

    @Test func navigatorReportsPossibleNavigation() async throws {
        let tester = try await FlowTester(Walk())
        try await tester.send(.root, on: Step.self)
        try await tester.send(.read, on: Step.self)
        // A root screen cannot be crossed.
        #expect(tester.flow?.reading?.canGoBack == false)
        #expect(tester.flow?.reading?.progress == nil)

        try await tester.send(.next, on: Step.self)
        try await tester.send(.read, on: Step.self)
        #expect(tester.flow?.reading?.canGoBack == true)
        #expect(tester.flow?.reading?.canGoNext == true)
        #expect(tester.flow?.reading?.progress == Fairway.Progress(index: 0, count: 3, skipped: 0))

        try await tester.send(.next, on: Step.self)
        try await tester.send(.read, on: Step.self)
        #expect(tester.flow?.reading?.canGoNext == false)
        #expect(tester.flow?.reading?.progress == Fairway.Progress(index: 2, count: 3, skipped: 1))
    }

    fileprivate struct Reading: Codable, Hashable {
        var session: String
        var device: Device
        var locale: String
        var now: Date
        var changeID: String
        var supportsStep: Bool
        var supportsElsewhere: Bool
        var canGoBack: Bool
        var canGoNext: Bool
        var progress: Fairway.Progress?
    }

    fileprivate struct Step: Screen {
        enum Action: Codable { case read, next, root }
    }

    fileprivate struct Elsewhere: Screen {}

    fileprivate struct Walk: OrderedFlow {
        typealias Output = Done

        var reading: Reading?

        static var order: Order<Self> {
            step(Step.self, id: "first", keep: .transient) { _ in Step() }
            step(Step.self, id: "skipped", when: { _ in false }, keep: .transient) { _ in Step() }
            step(Step.self, id: "last", keep: .transient) { _ in Step() }
        }

        static var routes: Routes<Self> {
            on(Step.self) { flow, action, nav in
                switch action {
                case .next: nav.goNext()
                case .root: nav.show(Step(), as: .root)
                case .read: flow.reading = Reading(nav)
                }
            }
        }
    }
}

extension ReadingTests.Reading {
    fileprivate init(_ nav: Navigator<ReadingTests.Walk>) {
        self.init(
            session: nav.session,
            device: nav.device,
            locale: nav.locale,
            now: nav.now,
            changeID: nav.changeID,
            supportsStep: nav.supports(ReadingTests.Step.self),
            supportsElsewhere: nav.supports(ReadingTests.Elsewhere.self),
            canGoBack: nav.canGoBack,
            canGoNext: nav.canGoNext,
            progress: nav.progress
        )
    }
}
