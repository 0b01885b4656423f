import Fairway
import FairwayTesting
import Foundation
import Testing

struct WorkTests {
    @Test func timerFiresOnceWhenItIsDue() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A"), .schedule("tea", seconds: 60, id: nil)))
        try await tester.advance(by: .seconds(59))
        #expect(tester.flow?.heard == [])
        try await tester.advance(by: .seconds(1))
        #expect(tester.flow?.heard == ["shout tea"])
        try await tester.advance(by: .seconds(600))
        #expect(tester.flow?.heard == ["shout tea"])
        #expect(tester.journal.last?.kind == "timer")
        #expect(tester.journal.last?.name == "Shout")
    }

    @Test func timersFireInOrderOfTheirDueTimes() async throws {
        let tester = try await FlowTester(
            playing: Puppet(
                .show("A"),
                .schedule("late", seconds: 20, id: nil),
                .schedule("early", seconds: 5, id: nil),
                .schedule("between", seconds: 10, id: nil)
            )
        )
        let start = tester.clock.now
        try await tester.advance(by: .seconds(60))
        #expect(tester.flow?.heard == ["shout early", "shout between", "shout late"])
        #expect(tester.journal.dropFirst().map { $0.at.timeIntervalSince(start) } == [5, 10, 20])
        #expect(tester.clock.now.timeIntervalSince(start) == 60)
    }

    @Test func schedulingWithTheSameIDReplacesTheTimer() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A"), .schedule("one", seconds: 5, id: "hold")))
        try await tester.perform(.schedule("two", seconds: 10, id: "hold"))
        #expect(tester.timers.count == 1)
        try await tester.advance(by: .seconds(60))
        #expect(tester.flow?.heard == ["shout two"])
    }

    @Test func cancelledTimerDoesNotFire() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A"), .schedule("one", seconds: 5, id: "hold")))
        try await tester.perform(.cancel(id: "hold"))
        #expect(tester.timers.isEmpty)
    }

    @Test func timerIDsAreScopedToTheirFlow() async throws {
        let tester = try await FlowTester(
            playing: Puppet(
                .show("A"),
                .schedule("mine", seconds: 5, id: "hold"),
                .start(Puppet(.show("B"), .schedule("yours", seconds: 5, id: "hold")))
            )
        )
        try await tester.perform(.cancel(id: "hold"))
        try await tester.advance(by: .seconds(5))
        #expect(tester.flow?.heard == ["shout mine"])
    }

    @Test func timerIsCancelledWhenItsFlowEnds() async throws {
        let tester = try await FlowTester(
            playing: Puppet(.show("A"), .start(Puppet(.show("B"), .schedule("x", seconds: 5, id: nil))))
        )
        try await tester.perform(.finish("done"))
        #expect(tester.timers.isEmpty)
    }

    @Test func timerOfAFlowThatEndsInTheSameChangeIsNotStored() async throws {
        let tester = try await FlowTester(
            playing: Puppet(.show("A"), .start(Puppet(.schedule("x", seconds: 5, id: nil), .finish("at once"))))
        )
        #expect(tester.timers.isEmpty)
    }

    @Test func timerFiresInACoveredFlow() async throws {
        let tester = try await FlowTester(
            playing: Puppet(
                .show("A"),
                .schedule("now", seconds: 5, id: nil),
                .start(Puppet(.show("B")), .modal),
                onShout: [.question("Q")]
            )
        )
        try await tester.advance(by: .seconds(5))
        #expect(tester.picture == "[A] modal[B] alert[Q]")
    }

    @Test func jobOutputIsDeliveredToItsFlow() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A"), .work("dig")))
        #expect(try tester.pending(Errand.self) == [Errand(text: "dig")])
        try await tester.complete(Errand.self, with: "dug")
        #expect(tester.flow?.heard == ["done dug"])
        #expect(try tester.pending(Errand.self).isEmpty)
        #expect(tester.journal.last?.kind == "job")
    }

    @Test func repeatedJobResultIsDeliveredOnce() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A"), .work("dig")))
        let item = try #require(try tester.store.work(tester.session).first?.item)
        let change = Change.work(item, .completed(try RawJSON(encoding: "dug"), version: 1))
        for _ in 0..<3 { _ = await tester.engine.perform(change, on: tester.session, by: Caller(.app)) }
        try await tester.refresh()
        #expect(tester.flow?.heard == ["done dug"])
        #expect(tester.state.revision == 2)
    }

    @Test func failedJobReportsItsReason() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A"), .work("dig")))
        try await tester.fail(Errand.self, "rock")
        #expect(tester.flow?.heard == ["gave up: rock"])
        #expect(try tester.pending(Errand.self).isEmpty)
    }

    @Test func completingAnUnknownJobFails() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A")))
        let mistake = await #expect(throws: TestMistake.self) { try await tester.complete(Errand.self, with: "x") }
        #expect(mistake?.description.contains("no Errand is pending") == true)
    }

    @Test func timerThatReschedulesItselfWithoutDelayIsDetected() async throws {
        let tester = try await FlowTester(
            playing: Puppet(
                .show("A"),
                .schedule("x", seconds: 0, id: nil),
                onShout: [.schedule("x", seconds: 0, id: nil)]
            ),
            restoring: .never
        )
        await #expect(throws: TestMistake.self) { try await tester.advance(by: .seconds(1)) }
    }

    @Test func signalIsHandledByTheNearestFlowFromTheFront() async throws {
        let tester = try await FlowTester(Shop()) { Flow(Till()) }
        try await tester.send(.pay, on: Shop.Page.self)
        try await tester.signal(PaymentConfirmed(reference: "42"))
        #expect(tester.flow?.heard == ["paid 42"])
        try await tester.signal(PaymentConfirmed(reference: "43"))
        #expect(tester.flow?.heard == ["paid 42", "confirmed 43"])
    }

    @Test func failingSignalHandlerIsReportedAndNotRetried() async throws {
        let tester = try await FlowTester(Shop()) { Flow(Till()) }
        let problem = await #expect(throws: Problem.self) {
            try await tester.signal(PaymentConfirmed(reference: "bad"))
        }
        #expect(problem?.code == .flowFailed)
        #expect(try tester.store.work(tester.session).isEmpty)
    }

    @Test func signalIsDeliveredOncePerIdempotencyKey() async throws {
        let tester = try await FlowTester(Shop()) { Flow(Till()) }
        let signal = Change.signal(name: PaymentConfirmed.name, params: try RawJSON(encoding: ["reference": "7"]))
        let guards = Guards(key: RequestKey("payment-7", fingerprint: "POST signals"))
        for isReplay in [false, true, true] {
            let caller = Caller(.app)
            let answer = await tester.engine.perform(signal, on: tester.session, by: caller, guards: guards)
            #expect(answer.status == 200)
            #expect(answer.isReplay == isReplay)
        }
        try await tester.refresh()
        #expect(tester.flow?.heard == ["confirmed 7"])
        #expect(tester.journal.map(\.kind) == ["start", "signal"])
    }

    @Test func unhandledSignalIsRejected() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A")))
        let problem = await #expect(throws: Problem.self) { try await tester.signal(PaymentConfirmed(reference: "1")) }
        #expect(problem?.code == .unhandledSignal)
    }

    @Test func effectsAppearOnlyInTheResponseThatCausedThem() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A")))
        try await tester.perform(.toast("one"), .toast("two"))
        #expect(try tester.effects(Toast.self) == [Toast(text: "one"), Toast(text: "two")])
        #expect(tester.effects.map(\.id) == ["e1", "e2"])
        #expect(tester.effects.map(\.effect) == ["toast", "toast"])
        try await tester.perform()
        #expect(tester.effects.isEmpty)
        #expect(tester.journal.map(\.effects.count) == [0, 2, 0])
    }
}

private struct PaymentConfirmed: Signal {
    var reference: String
}

private struct Shop: FlowController {
    typealias Output = Done
    var heard: [String] = []

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in nav.start(Till()) }
        on(finishOf: Till.self) { flow, reference, nav in flow.heard.append("paid \(reference)") }
        on(signal: PaymentConfirmed.self) { flow, signal, nav in
            if signal.reference == "bad" { throw Command.Failure() }
            flow.heard.append("confirmed \(signal.reference)")
        }
    }

    struct Page: Screen { enum Action: String, Codable { case pay } }
}

private struct Till: FlowController {
    typealias Output = String

    func start(_ nav: Navigator<Self>) { nav.show(Processing()) }

    static var routes: Routes<Self> {
        screen(Processing.self)
        on(signal: PaymentConfirmed.self) { flow, signal, nav in nav.finish(signal.reference) }
    }

    struct Processing: Screen {}
}
