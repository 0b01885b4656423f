public import Fairway
public import FairwayWire

/// What the user sees, and what lies behind it.
extension FlowTester {
    /// The screen in front, as its stored properties; nil when the session is over.
    public var screen: (any Screen)? { last.inspection.visible.last }

    /// The screens that a user sees, the one in front last.
    public var visibleScreens: [any Screen] { last.inspection.visible }

    /// The screen of that id, wherever it is in the tree.
    public func screen(id: String) -> (any Screen)? {
        last.inspection.flows.lazy.flatMap(\.screens).first { $0.id == id }?.value
    }

    /// The screen in front as the type it is expected to be.
    public func screen<S: Screen>(as type: S.Type) throws -> S {
        guard let screen = screen as? S else { throw mistake("the screen in front is no \(S.name)") }
        return screen
    }

    /// What the screen in front shows, whatever supplied it.
    public func viewModel<Model: Decodable>(as type: Model.Type) throws -> Model {
        guard let shown = state.screen else { throw mistake("there is no screen in front") }
        return try JSON.decode(type, from: shown.viewModel.bytes)
    }

    /// The state that the last step answered, as a client has it.
    public var state: StateDocument {
        let last = last
        var document = last.inspection.document
        document.moves = last.moves
        document.effects = last.effects
        return document
    }

    /// Every container with its screens; nil when the session is over.
    public var navigation: Navigation? { state.navigation }

    /// What moved in the last step.
    public var moves: [Move] { last.moves }

    /// The instructions to the client that the last step gave.
    public var effects: [EffectDocument] { last.effects }

    /// Those of one type.
    public func effects<E: Effect>(_ type: E.Type) throws -> [E] {
        try last.effects.filter { $0.effect == E.name }.map {
            try JSON.decode(E.self, from: JSON.encode($0.payload))
        }
    }

    /// The root flow; nil when it has left, or when another controller stands in for it on this device.
    public var flow: F? { last.inspection.flows.first?.value as? F }

    /// The flow of that type, of several the one started last.
    public func flow<Other: FlowController>(of type: Other.Type) -> Other? { flows(of: type).last }

    /// All flows of that type, in the order of the tree.
    public func flows<Other: FlowController>(of type: Other.Type) -> [Other] {
        last.inspection.flows.compactMap { $0.value as? Other }
    }

    /// The id of the latest screen of that type in the tree, for requests that name one.
    public func id<S: Screen>(of type: S.Type) throws -> String {
        let shown = last.inspection.flows.flatMap(\.screens).filter { $0.value is S }.map(\.id)
        guard let latest = shown.max(by: { ($0.count, $0) < ($1.count, $1) }) else {
            throw mistake("no flow shows a \(S.name)")
        }
        return latest
    }

    /// What the root flow finished with; nil while it goes on, and when it left with nothing to tell.
    public var output: F.Output? {
        state.result.flatMap { try? JSON.decode(F.Output.self, from: $0.bytes) }
    }

    /// How the session ended; nil while it goes on.
    public var outcome: SessionOutcome? { state.outcome }

    /// What has happened so far, oldest first.
    public var journal: [JournalEntry] { last.journal }

    /// What the user has typed, by the id of the screen.
    public var drafts: [String: RawJSON] { last.inspection.rows.drafts }

    /// The active flows with the screens they show, a line each, children under their parents.
    public var hierarchy: String {
        last.inspection.flows.map { flow in
            let screens = flow.screens.map { type(of: $0.value).name }.joined(separator: ", ")
            return String(repeating: "  ", count: flow.depth) + flow.name + (screens.isEmpty ? "" : ": " + screens)
        }.joined(separator: "\n")
    }

    func mistake(_ sentence: String) -> TestMistake {
        let front = screen.map { "\(type(of: $0).name) is in front" } ?? "the session is over"
        return TestMistake("\(sentence); \(front), and the flows are\n\(hierarchy)")
    }
}
