import Fairway
import FairwayTesting
import Testing

struct FlowTesterTests {
    @Test func flowIsTestedFromStartToEnd() async throws {
        let tester = try await FlowTester(Survey())
        #expect(tester.screen is Survey.Welcome)
        try await tester.send(.startButtonPressed, on: Survey.Welcome.self)
        try await tester.send(.didAnswer("yes"), on: Survey.Question.self)
        #expect(tester.output == ["yes"])
        #expect(tester.outcome == .completed)
    }

    @Test func refusedStepThrowsTheProblem() async throws {
        let tester = try await FlowTester(Survey())
        try await tester.send(.startButtonPressed, on: Survey.Welcome.self)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.didAnswer(""), on: Survey.Question.self)
        }
        #expect(problem?.code == .rejected)
        #expect(problem?.errors == [FieldError("/params/value", "required", detail: "Say something.")])
        #expect(tester.flow?.answers == [])
    }

    @Test func performersOfTheAppDoDueJobs() async throws {
        let tester = try await FlowTester(Errands()) {
            Performer(Errands.Fetch.self) { fetch, _ in fetch.what.uppercased() }
        }
        #expect(try tester.pending(Errands.Fetch.self).map(\.what) == ["milk"])
        try await tester.performJobs()
        #expect(tester.output == "MILK")
        #expect(try tester.pending(Errands.Fetch.self).isEmpty)
    }

    @Test func actionOfAnInvisibleScreenReportsTheVisibleOne() async throws {
        let tester = try await FlowTester(Survey())
        let mistake = await #expect(throws: TestMistake.self) {
            try await tester.send(.didAnswer("yes"), on: Survey.Question.self)
        }
        #expect(mistake?.description.contains("The front screen is Survey.Welcome.") == true)
    }
}

struct Survey: FlowController {
    typealias Output = [String]
    var answers: [String] = []

    func start(_ nav: Navigator<Self>) { nav.show(Welcome()) }

    static var routes: Routes<Self> {
        on(Welcome.self) { flow, action, nav in nav.show(Question(text: "Are you sure?")) }
        on(Question.self) { flow, action, nav in
            switch action {
            case .didAnswer(""): try nav.reject("value", .required, "Say something.")
            case .didAnswer(let answer):
                flow.answers.append(answer)
                nav.finish(flow.answers)
            }
        }
    }

    struct Welcome: Screen {
        enum Action: String, Codable { case startButtonPressed }
    }

    struct Question: Screen {
        var text: String
        enum Action: Codable { case didAnswer(String) }
    }
}

/// A flow that waits for a job.
struct Errands: FlowController {
    typealias Output = String

    func start(_ nav: Navigator<Self>) {
        nav.show(Waiting())
        nav.run(Fetch(what: "milk"))
    }

    static var routes: Routes<Self> {
        screen(Waiting.self)
        on(completion: Fetch.self) { flow, fetched, nav in nav.finish(fetched) }
    }

    struct Waiting: Screen {}

    struct Fetch: Job {
        typealias Output = String
        var what: String
    }
}
