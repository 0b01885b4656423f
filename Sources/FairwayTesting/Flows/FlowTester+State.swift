public import Fairway
public import FairwayWire

/// The state of the session: screens, flows, and the state document after the last change.
extension FlowTester {
    /// The front screen, with its stored properties. Nil if the session is over.
    public var screen: (any Screen)? { last.inspection.visible.last }

    /// The visible screens, the front screen last.
    public var visibleScreens: [any Screen] { last.inspection.visible }

    /// The screen with an id, anywhere in the tree.
    public func screen(id: String) -> (any Screen)? {
        last.inspection.flows.lazy.flatMap(\.screens).first { $0.id == id }?.value
    }

    /// The front screen, as a type. Throws if it has another type.
    ///
    /// ```swift
    /// let page = try tester.screen(as: Tutorial.Page1.self)
    /// ```
    public func screen<S: Screen>(as type: S.Type) throws -> S {
        guard let screen = screen as? S else { throw mistake("\(S.name) is not in front") }
        return screen
    }

    /// The view model of the front screen.
    public func viewModel<Model: Decodable>(as type: Model.Type) throws -> Model {
        guard let shown = state.screen else { throw mistake("there is no front screen") }
        return try JSON.decode(type, from: shown.viewModel.bytes)
    }

    /// The state document after the tester's last change, as a client receives it.
    public var state: StateDocument {
        let last = last
        var document = last.inspection.document
        document.moves = last.moves
        document.effects = last.effects
        return document
    }

    /// The keys that were shown so far and have no translation to a language of the app.
    ///
    /// ```swift
    /// #expect(tester.missingTranslations.isEmpty)
    /// ```
    public var missingTranslations: [MissingTranslation] { engine.missingTranslations }

    /// Every container with its screens. Nil if the session is over.
    public var navigation: Navigation? { state.navigation }

    /// The moves of the last change.
    public var moves: [Move] { last.moves }

    /// The effects of the last change.
    public var effects: [EffectDocument] { last.effects }

    /// The last change's effects of one type.
    public func effects<E: Effect>(_ type: E.Type) throws -> [E] {
        try last.effects.filter { $0.effect == E.name }.map {
            try JSON.decode(E.self, from: JSON.encode($0.payload))
        }
    }

    /// The root flow. Nil if the session is over, or if the root flow is a device variant, which has another type.
    public var flow: F? { last.inspection.flows.first?.value as? F }

    /// The flow of a type. If there are several, the one started last.
    public func flow<Other: FlowController>(of type: Other.Type) -> Other? { flows(of: type).last }

    /// All flows of a type, oldest first.
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

    /// The output of the root flow. Nil while the flow is active, and if it ended without an output.
    public var output: F.Output? {
        state.result.flatMap { try? JSON.decode(F.Output.self, from: $0.bytes) }
    }

    /// How the session ended. Nil while it is active.
    public var outcome: SessionOutcome? { state.outcome }

    /// The journal of the session, oldest entry first.
    public var journal: [JournalEntry] { last.journal }

    /// The drafts, by the ids of their screens.
    public var drafts: [String: RawJSON] { last.inspection.rows.drafts }

    /// The active flows with their screens, one flow per line, oldest first, indented by depth.
    public var hierarchy: String {
        last.inspection.flows.map { flow in
            let screens = flow.screens.map { type(of: $0.value).name }.joined(separator: ", ")
            return String(repeating: "  ", count: flow.depth) + flow.name + (screens.isEmpty ? "" : ": " + screens)
        }.joined(separator: "\n")
    }

    func mistake(_ sentence: String) -> TestMistake {
        guard let front = last.inspection.visible.last else {
            return TestMistake("\(sentence). The session is over.")
        }
        return TestMistake("\(sentence). The front screen is \(type(of: front).name). Active flows:\n\(hierarchy)")
    }
}

extension Answer {
    /// The state in this answer.
    ///
    /// - Throws: The ``Problem``, if the answer is a refusal. Its detail includes the cause, which a client does not
    ///   receive.
    var document: StateDocument {
        get throws {
            guard code != nil else { return try JSON.decode(StateDocument.self, from: body) }
            var problem = try JSON.decode(Problem.self, from: body)
            if let cause { problem.detail = [problem.detail, cause].compactMap(\.self).joined(separator: " ") }
            throw problem
        }
    }
}
