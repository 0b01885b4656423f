import Fairway
import FairwayTesting
import FairwayWire
import Testing

/// A flow that shows one screen with controls and records the actions that its handler receives.
struct ControlsFixture<S: ControlledScreen>: FlowController {
    static var name: String { "ControlsFixture" }
    var handled = 0

    func start(_ nav: Navigator<Self>) { nav.show(S.first) }

    static var routes: Routes<Self> {
        on(S.self) { flow, action, nav in flow.handled += 1 }
    }
}

protocol ControlledScreen: Screen {
    static var first: Self { get }
}

extension Engine {
    /// The controls of a screen in the catalog.
    static func controls<S: ControlledScreen>(of screen: S.Type) async throws -> Catalog.Screen {
        let engine = try Engine(App(initial: ControlsFixture<S>()), store: MemoryStore())
        return try #require(await engine.catalog().screens.first)
    }
}

extension FlowTester {
    /// Sends parameters, and returns the errors: the pointer and the code of each, or none if they were accepted.
    func errors<S: ControlledScreen>(
        _ action: String,
        _ params: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [String] where F == ControlsFixture<S> {
        let params = try RawJSON(validating: Array(params.utf8))
        do {
            try await send(action, params: params, sourceLocation: sourceLocation)
            return []
        } catch let problem as Problem {
            #expect(problem.code == .invalidParams, sourceLocation: sourceLocation)
            #expect(problem.errors.allSatisfy { $0.detail?.hasSuffix(".") == true }, sourceLocation: sourceLocation)
            return problem.errors.map { "\($0.pointer.dropFirst("/params/".count)) \($0.code)" }
        }
    }
}
