import FairwayOperators
import FairwayTesting
import FairwayWire
import Testing

@testable import Fairway

/// A handler of a sandbox uses only the services that allow it.
struct SandboxServiceTests {
    private let store = MemoryStore()
    private let used = Noted()
    private let operators: Operators

    private var engine: Engine { operators.engine }

    init() throws {
        let used = used
        let app = App(initial: Errands()) {
            Service(Paper.self) { _ in Paper(used: used) }
            Service(Press.self) { dependencies in Press(paper: dependencies[Paper.self]) }
            Service(Map.self, allowsSandboxes: true) { dependencies in Map(paper: dependencies[Paper.self]) }
            Link("/print") { _, nav in
                try nav.dependencies[Press.self].use("link")
                nav.chain { ChainLink.screen(Errands.Page()) }
            }
        }
        operators = try Operators(app, store: store, clock: ManualClock(), identifiers: CountedIdentifiers())
    }

    private func act(_ change: Change, on session: String) async -> Answer {
        await engine.perform(change, on: session, by: Caller(.app))
    }

    private func action(_ name: String) -> Change { .action(name: name, params: nil, screen: nil, draft: nil) }

    @Test func handlerOfASandboxIsRefusedAServiceAndChangesNothing() async throws {
        let session = try await engine.start().state().session
        let sandbox = try await operators.fork(session, at: nil).session
        let before = try #require(try store.load(sandbox))
        for change in [action("printed"), action("printedTwice"), .link("/print")] {
            let problem = try await act(change, on: sandbox).problem()
            #expect(problem.code == .rejected)
            #expect(problem.errors.map(\.code) == ["sandbox"])
            #expect(problem.detail?.hasPrefix("A sandbox cannot use Press.") == true)
            #expect(problem.detail?.contains("allowsSandboxes: true") == true)
        }
        #expect(try store.load(sandbox) == before)
        #expect(used.all.isEmpty)
        #expect(try await act(action("printed"), on: session).state().revision == 2)
        #expect(used.all == ["handler"])
    }

    @Test func serviceThatAllowsSandboxesIsUsedWithTheServicesThatItNeeds() async throws {
        let session = try await engine.start().state().session
        let sandbox = try await operators.fork(session, at: nil).session
        #expect(try await act(action("mapped"), on: sandbox).state().revision == 2)
        #expect(used.all == ["map"])
    }

    @Test func handlerMayDoWithoutTheService() async throws {
        let session = try await engine.start().state().session
        let sandbox = try await operators.fork(session, at: nil).session
        #expect(try await act(action("printedIfReal"), on: sandbox).state().revision == 2)
        #expect(used.all.isEmpty)
    }

    @Test func screenOfASandboxReadsEveryService() async throws {
        let session = try await engine.start().state().session
        let sandbox = try await operators.fork(session, at: nil).session
        #expect(
            try await act(action("shown"), on: sandbox).state().screen?.viewModel.description == #"{"name":"Press"}"#
        )
    }
}

private struct Paper: Sendable {
    let used: Noted
}

private struct Press: Sendable {
    let paper: Paper

    func use(_ name: String) { paper.used.note(name) }
}

private struct Map: Sendable {
    let paper: Paper

    func use() { paper.used.note("map") }
}

private struct Errands: FlowController {
    var changes = 0

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            flow.changes += 1
            switch action {
            case .printed: try nav.dependencies[Press.self].use("handler")
            case .printedTwice:
                // A caught refusal is none of the engine's business; the call has not been made.
                if let press = try? nav.dependencies[Press.self] { press.use("caught") }
                _ = try nav.dependencies[Press.self]
            case .printedIfReal: if !nav.isSandbox { try nav.dependencies[Press.self].use("real") }
            case .mapped: try nav.dependencies[Map.self].use()
            case .shown: nav.show(Preview())
            }
        }
        screen(Preview.self)
    }

    struct Page: Screen {
        enum Action: String, Codable { case printed, printedTwice, printedIfReal, mapped, shown }
    }

    struct Preview: Screen {
        struct ViewModel: Codable { var name: String }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(name: "\(type(of: context.dependencies[Press.self]))")
        }
    }
}
