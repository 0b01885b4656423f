public import Fairway
public import FairwayWire

/// The state of the session: screens, flows, and the last reply.
extension FlowTester {
    /// The screen in front, with its stored properties; nil when the session is over.
    public var screen: (any Screen)? { last.inspection.visible.last }

    /// The visible screens, the one in front last.
    public var visibleScreens: [any Screen] { last.inspection.visible }

    /// The screen with an id, anywhere in the tree.
    public func screen(id: String) -> (any Screen)? {
        last.inspection.flows.lazy.flatMap(\.screens).first { $0.id == id }?.value
    }

    /// The screen in front, as a type. Throws if it has another type.
    ///
    /// ```swift
    /// let page = try tester.screen(as: Tutorial.Page1.self)
    /// ```
    public func screen<S: Screen>(as type: S.Type) throws -> S {
        guard let screen = screen as? S else { throw mistake("the screen in front is not \(S.name)") }
        return screen
    }

    /// The view model of the screen in front.
    public func viewModel<Model: Decodable>(as type: Model.Type) throws -> Model {
        guard let shown = state.screen else { throw mistake("there is no screen in front") }
        return try JSON.decode(type, from: shown.viewModel.bytes)
    }

    /// The reply of the last step, as a client receives it.
    public var state: StateDocument {
        let last = last
        var document = last.inspection.document
        document.moves = last.moves
        document.effects = last.effects
        return document
    }

    /// Every container with its screens; nil when the session is over.
    public var navigation: Navigation? { state.navigation }

    /// The moves of the last step.
    public var moves: [Move] { last.moves }

    /// The effects of the last step.
    public var effects: [EffectDocument] { last.effects }

    /// The effects of one type.
    public func effects<E: Effect>(_ type: E.Type) throws -> [E] {
        try last.effects.filter { $0.effect == E.name }.map {
            try JSON.decode(E.self, from: JSON.encode($0.payload))
        }
    }

    /// The root flow; nil when it has left, or when another controller replaces it on this device.
    public var flow: F? { last.inspection.flows.first?.value as? F }

    /// The flow of a type. If there are several, the one started last.
    public func flow<Other: FlowController>(of type: Other.Type) -> Other? { flows(of: type).last }

    /// All flows of a type, in the order of the tree.
    public func flows<Other: FlowController>(of type: Other.Type) -> [Other] {
        last.inspection.flows.compactMap { $0.value as? Other }
    }

    /// The id of the newest screen of a type in the tree.
    public func id<S: Screen>(of type: S.Type) throws -> String {
        let shown = last.inspection.flows.flatMap(\.screens).filter { $0.value is S }.map(\.id)
        guard let latest = shown.max(by: { ($0.count, $0) < ($1.count, $1) }) else {
            throw mistake("no flow shows a \(S.name)")
        }
        return latest
    }

    /// The output of the root flow; nil while it runs, and if it left without one.
    public var output: F.Output? {
        state.result.flatMap { try? JSON.decode(F.Output.self, from: $0.bytes) }
    }

    /// How the session ended; nil while it is active.
    public var outcome: SessionOutcome? { state.outcome }

    /// The journal of the session, oldest entry first.
    public var journal: [JournalEntry] { last.journal }

    /// The drafts, by the ids of their screens.
    public var drafts: [String: RawJSON] { last.inspection.rows.drafts }

    /// The active flows with their screens, one per line. Children are indented under their parents.
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

extension Answer {
    /// The state in this answer.
    ///
    /// - Throws: The problem, if it is one. Its detail includes the cause, which otherwise only the log contains.
    var document: StateDocument {
        get throws {
            guard code != nil else { return try JSON.decode(StateDocument.self, from: body) }
            var problem = try JSON.decode(Problem.self, from: body)
            if let cause { problem.detail = [problem.detail, cause].compactMap(\.self).joined(separator: " ") }
            throw problem
        }
    }
}
