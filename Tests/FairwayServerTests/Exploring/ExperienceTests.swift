import Fairway
import FairwayWire
import Testing

@testable import FairwayServer

/// What has been tried least comes next, and what an action was not refused for is sent again.
struct ExperienceTests {
    private var experience = Experience()

    @Test mutating func whatWasTriedLeastIsNext() {
        #expect(experience.leastTried(["a", "b"], key: \.self) == "a")
        _ = experience.begin("a")
        #expect(experience.leastTried(["a", "b"], key: \.self) == "b")
        _ = experience.begin("b", weight: 4)
        #expect(experience.leastTried(["a", "b"], key: \.self) == "a")
    }

    @Test mutating func whatIsGivenUpIsNotTriedAgain() {
        experience.giveUp("a")
        #expect(experience.leastTried(["a", "b"], key: \.self) == "b")
        experience.giveUp("b")
        #expect(experience.leastTried(["a", "b"], key: \.self) == nil)
    }

    @Test mutating func whatNothingIsSaidAgainstIsKept() {
        _ = experience.begin("a")
        let params = RawJSON(known: Array(#"{"from":"a","fromDate":"b","to":["c"],"by":"d"}"#.utf8))
        experience.learn(
            from: refusal("/params/from", "/params/to/0"),
            to: Experience.Attempt(number: 0),
            with: params,
            "a"
        )
        #expect(experience.begin("a").kept == ["fromDate": "b", "by": "d"])
        #expect(experience.begin("b").kept == [:])
    }

    @Test(arguments: [[], ["/name"]])
    mutating func aRefusalThatNamesNoParameterKeepsNone(pointers: [String]) {
        _ = experience.begin("a")
        let params = RawJSON(known: Array(#"{"from":"a"}"#.utf8))
        experience.learn(from: refusal("/params/to"), to: Experience.Attempt(number: 0), with: params, "a")
        let answer = Answer(Problem(.rejected, errors: pointers.map { FieldError($0, "no") }))
        experience.learn(from: answer, to: Experience.Attempt(number: 0), with: params, "a")
        #expect(experience.begin("a").kept == [:])
    }

    @Test mutating func nowAndThenNothingIsKept() {
        let params = RawJSON(known: Array(#"{"from":"a"}"#.utf8))
        experience.learn(from: refusal("/params/to"), to: Experience.Attempt(number: 0), with: params, "a")
        let attempts = (0..<10).map { _ in experience.begin("a") }
        #expect(attempts.map { $0.kept == [:] } == [true] + Array(repeating: false, count: 7) + [true, false])
        #expect(attempts.map(\.number) == [0, 1, 2, 3, 4, 5, 6, 7, 1, 9])
    }

    @Test mutating func whatWorkedIsDoneAgainEverySecondTime() async throws {
        let success = await (try Engine(App(initial: Empty()), store: MemoryStore())).start()
        let working = Experience.Attempt(number: 0, kept: ["from": "a"])
        _ = experience.begin("a")
        experience.learn(from: success, to: working, with: nil, "a")
        let attempts = (0..<4).map { _ in experience.begin("a") }
        #expect(attempts == [working, Experience.Attempt(number: 1), working, Experience.Attempt(number: 2)])
        experience.learn(from: refusal(), to: working, with: nil, "a")
        #expect(experience.begin("a") == Experience.Attempt(number: 3))
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
