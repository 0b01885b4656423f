import Fairway
import FairwayWire
import Testing

@testable import FairwayServer

/// The history selects the step with the fewest attempts, and keeps parameters that were not refused.
struct AttemptHistoryTests {
    private var history = AttemptHistory()

    @Test mutating func leastTriedChoiceIsNext() {
        #expect(history.leastTried(["a", "b"], key: \.self) == "a")
        _ = history.begin("a")
        #expect(history.leastTried(["a", "b"], key: \.self) == "b")
        _ = history.begin("b", weight: 4)
        #expect(history.leastTried(["a", "b"], key: \.self) == "a")
    }

    @Test mutating func abandonedChoiceIsNotTriedAgain() {
        history.giveUp("a")
        #expect(history.leastTried(["a", "b"], key: \.self) == "b")
        history.giveUp("b")
        #expect(history.leastTried(["a", "b"], key: \.self) == nil)
    }

    @Test mutating func unrefusedParametersAreKept() {
        _ = history.begin("a")
        let params = RawJSON(known: Array(#"{"from":"a","fromDate":"b","to":["c"],"by":"d"}"#.utf8))
        history.learn(
            from: refusal("/params/from", "/params/to/0"),
            to: AttemptHistory.Attempt(number: 0),
            with: params,
            "a"
        )
        #expect(history.begin("a").kept == ["fromDate": "b", "by": "d"])
        #expect(history.begin("b").kept == [:])
    }

    @Test(arguments: [[], ["/name"]])
    mutating func refusalWithoutParametersKeepsNone(pointers: [String]) {
        _ = history.begin("a")
        let params = RawJSON(known: Array(#"{"from":"a"}"#.utf8))
        history.learn(from: refusal("/params/to"), to: AttemptHistory.Attempt(number: 0), with: params, "a")
        let answer = Answer(Problem(.rejected, errors: pointers.map { FieldError($0, "no") }))
        history.learn(from: answer, to: AttemptHistory.Attempt(number: 0), with: params, "a")
        #expect(history.begin("a").kept == [:])
    }

    @Test mutating func parametersAreResetAtIntervals() {
        let params = RawJSON(known: Array(#"{"from":"a"}"#.utf8))
        history.learn(from: refusal("/params/to"), to: AttemptHistory.Attempt(number: 0), with: params, "a")
        let attempts = (0..<10).map { _ in history.begin("a") }
        #expect(attempts.map { $0.kept == [:] } == [true] + Array(repeating: false, count: 7) + [true, false])
        #expect(attempts.map(\.number) == [0, 1, 2, 3, 4, 5, 6, 7, 1, 9])
    }

    @Test mutating func successfulAttemptIsRepeatedEverySecondTime() async throws {
        let success = await (try Engine(App(initial: Empty()), store: MemoryStore())).start()
        let working = AttemptHistory.Attempt(number: 0, kept: ["from": "a"])
        _ = history.begin("a")
        history.learn(from: success, to: working, with: nil, "a")
        let attempts = (0..<4).map { _ in history.begin("a") }
        #expect(attempts == [working, AttemptHistory.Attempt(number: 1), working, AttemptHistory.Attempt(number: 2)])
        history.learn(from: refusal(), to: working, with: nil, "a")
        #expect(history.begin("a") == AttemptHistory.Attempt(number: 3))
    }

    private func refusal(_ pointers: String...) -> Answer {
        Answer(Problem(.rejected, errors: pointers.map { FieldError($0, "no") }))
    }
}

private struct Empty: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    static var routes: Routes<Self> { screen(Page.self) }
    struct Page: Screen {}
}
