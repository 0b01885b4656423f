import Fairway
import FairwayTesting
import TestWaits
import Testing

/// Tests ordered flows (see `docs/flows/steps.md`).
@Suite(.waiting)
struct OrderedFlowTests {
    @Test func stepsAreShownInOrder() async throws {
        let tester = try await FlowTester(SignUp(isEmployed: true))
        #expect(tester.screen is SignUp.Name)
        try await tester.next()
        #expect(tester.screen is SignUp.Work)
        try await tester.next()
        #expect(try tester.screen(as: SignUp.Photo.self).side == "front")
        try await tester.next()
        #expect(try tester.screen(as: SignUp.Photo.self).side == "back")
        #expect(tester.state.navigation?.screens.count == 4)
    }

    @Test func stepWithAFalseConditionIsSkipped() async throws {
        let tester = try await FlowTester(SignUp(isEmployed: false))
        try await tester.next()
        #expect(try tester.screen(as: SignUp.Photo.self).side == "front")
        #expect(
            try tester.viewModel(as: SignUp.Photo.ViewModel.self).progress == Progress(index: 2, count: 4, skipped: 1)
        )
    }

    @Test func goNextAfterTheLastStepFails() async throws {
        let tester = try await FlowTester(SignUp())
        for _ in 0..<2 { try await tester.next() }
        #expect(try tester.screen(as: SignUp.Photo.self).canGoNext == false)
        let problem = await #expect(throws: Problem.self) { try await tester.next() }
        #expect(problem?.code == .noNextScreen)
    }

    @Test func goingBackFollowsHistoryAndGoingOnFollowsTheOrder() async throws {
        let tester = try await FlowTester(SignUp(isEmployed: true))
        try await tester.send(.jump(id: "back"), on: SignUp.Name.self)
        #expect(try tester.screen(as: SignUp.Photo.self).side == "back")
        try await tester.goBack()
        #expect(tester.screen is SignUp.Name)
        try await tester.next()
        #expect(tester.screen is SignUp.Work)
    }

    @Test func goNextAcceptsAScreenValue() async throws {
        let tester = try await FlowTester(SignUp(isEmployed: true))
        try await tester.send(.bring(employer: "Analytical Engines"), on: SignUp.Name.self)
        #expect(try tester.screen(as: SignUp.Work.self).employer == "Analytical Engines")
        try await tester.next()
        #expect(try tester.screen(as: SignUp.Photo.self).side == "front")
    }

    @Test func requestedScreenCanBeReadAndChangedBeforeItIsShown() async throws {
        let tester = try await FlowTester(SignUp(isEmployed: true))
        try await tester.send(.correct(employer: "Analytical Engines"), on: SignUp.Name.self)
        #expect(try tester.screen(as: SignUp.Work.self).employer == "From ? to Analytical Engines")
    }

    @Test func requestedScreenIsFoundByItsStepID() async throws {
        let tester = try await FlowTester(SignUp())
        try await tester.send(.pose(step: "back", texting: "front"), on: SignUp.Name.self)
        #expect(try tester.screen(as: SignUp.Photo.self).text == "")
        try await tester.send(.pose(step: "back", texting: "back"), on: SignUp.Photo.self)
        #expect(try tester.screen(as: SignUp.Photo.self).text == "smile")
    }

    @Test func stepCanBePresentedModally() async throws {
        let tester = try await FlowTester(SignUp())
        try await tester.send(.modal, on: SignUp.Name.self)
        #expect(tester.moves.map(\.move) == [.present])
        try await tester.goBack()
        #expect(tester.screen is SignUp.Name)
    }

    @Test func retainedScreenIsRestoredWithANewID() async throws {
        let tester = try await FlowTester(SignUp())
        try await tester.send(.jump(id: "front"), on: SignUp.Name.self)
        let id = tester.state.screen?.id
        try await tester.send(.edit(text: "smile"), on: SignUp.Photo.self)
        try await tester.goBack()
        #expect(try #require(tester.flow).isPhotoKept == nil)
        try await tester.send(.look, on: SignUp.Name.self)
        #expect(tester.flow?.isPhotoKept == true)
        try await tester.send(.jump(id: "front"), on: SignUp.Name.self)
        #expect(try tester.screen(as: SignUp.Photo.self).text == "smile")
        #expect(tester.state.screen?.id != id)
    }

    @Test func transientScreenIsCreatedAgain() async throws {
        let tester = try await FlowTester(SignUp())
        try await tester.send(.jump(id: "back"), on: SignUp.Name.self)
        try await tester.send(.edit(text: "smile"), on: SignUp.Photo.self)
        try await tester.goBack()
        try await tester.send(.jump(id: "back"), on: SignUp.Name.self)
        #expect(try tester.screen(as: SignUp.Photo.self).text == "")
    }

    @Test func twoStepsWithTheSameIDAreRejected() {
        let mistake = #expect(throws: Mistake.self) { try Engine(App(initial: Repeating()), store: MemoryStore()) }
        #expect(
            mistake?.description
                == "Repeating has two steps Repeating.Page with the same id: give each its own id."
        )
    }

    @Test func goNextToAnUndeclaredStepFails() async throws {
        let tester = try await FlowTester(SignUp())
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.jump(id: "side"), on: SignUp.Name.self)
        }
        #expect(
            problem?.detail
                == "SignUp has no step SignUp.Photo with the id side: add it to `order`, or go to a step that exists."
        )
    }
}

extension FlowTester<SignUp> {
    fileprivate func next() async throws { try await send("next") }
}

private struct Repeating: OrderedFlow {
    static var order: Order<Self> {
        step(Page.self) { flow in Page() }
        step(Page.self) { flow in Page() }
    }

    struct Page: Screen {}
}

private enum StepAction: Codable {
    case next, modal, look
    case jump(id: String)
    case bring(employer: String)
    case correct(employer: String)
    case pose(step: String, texting: String)
    case edit(text: String)
}

private struct SignUp: OrderedFlow {
    typealias Output = Done

    var isEmployed = false
    var isPhotoKept: Bool?

    static var order: Order<Self> {
        step(Name.self) { flow in Name() }
        step(Work.self, when: { $0.isEmployed }, keep: .transient) { flow in Work() }
        step(Photo.self, id: "front", keep: .retained) { flow in Photo(side: "front") }
        step(Photo.self, id: "back", keep: .transient) { flow in Photo(side: "back") }
    }

    static var routes: Routes<Self> {
        on(Name.self) { flow, action, nav in try flow.take(action, nav) }
        on(Work.self) { flow, action, nav in try flow.take(action, nav) }
        on(Photo.self) { flow, action, nav in try flow.take(action, nav) }
        on(appear: Photo.self) { flow, photo, nav in
            let canGoNext = nav.canGoNext
            nav.update(Photo.self) { $0.canGoNext = canGoNext }
        }
    }

    private mutating func take(_ action: StepAction, _ nav: Navigator<Self>) throws {
        switch action {
        case .next: nav.goNext()
        case .modal: nav.goNext(as: .modal)
        case .jump(let id): nav.goNext(to: Photo.self, id: id)
        case .bring(let employer): nav.goNext(to: Work(employer: employer))
        case .correct(let employer):
            nav.goNext(to: Work(employer: "?"))
            let former = nav.instance(of: Work.self)?.employer ?? "nobody"
            nav.update(Work.self) { $0.employer = "From \(former) to \(employer)" }
        case .pose(let step, let other):
            nav.goNext(to: Photo(side: step), id: step)
            nav.update(Photo.self, id: other) { $0.text = "smile" }
        case .edit(let text): nav.update(Photo.self) { $0.text = text }
        case .look: isPhotoKept = nav.instance(of: Photo.self, id: "front")?.text == "smile"
        }
    }

    struct Name: Screen { typealias Action = StepAction }

    struct Work: Screen {
        typealias Action = StepAction
        var employer = ""
    }

    struct Photo: Screen {
        typealias Action = StepAction
        var side: String
        var text = ""
        var canGoNext = true

        struct ViewModel: Codable { var progress: Progress? }
        func viewModel(in context: ScreenContext) -> ViewModel { ViewModel(progress: context.progress) }
    }
}
