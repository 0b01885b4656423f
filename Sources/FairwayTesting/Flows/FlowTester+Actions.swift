public import Fairway
public import FairwayWire
public import Testing

/// What a user or the outside does. Each throws the problem that a client would get.
extension FlowTester {
    /// The user did something on a screen: on the one named, else on the visible one that takes such actions.
    @discardableResult
    public func send<Action: Codable>(
        _ action: Action,
        on screen: String? = nil,
        draft: JSONValue? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        let sent = try SentAction(action)
        return try await send(
            sent.name,
            params: sent.params,
            on: try screen ?? visibleScreen(taking: Action.self),
            draft: draft,
            sourceLocation: sourceLocation
        )
    }

    /// The client sent an action by its name: for what no action of the right type would be.
    @discardableResult
    public func send(
        _ name: String,
        params: RawJSON? = nil,
        on screen: String? = nil,
        draft: JSONValue? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        let draft = try draft.map { try RawJSON(encoding: $0) }
        return try await perform(.action(name: name, params: params, screen: screen, draft: draft), at: sourceLocation)
    }

    /// The user left the screen in front with the system gesture.
    @discardableResult
    public func goBack(
        from screen: String? = nil,
        draft: JSONValue? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        let draft = try draft.map { try RawJSON(encoding: $0) }
        return try await perform(.back(screen: screen, to: nil, draft: draft), at: sourceLocation)
    }

    /// The user went back to an earlier screen of the same stack.
    @discardableResult
    public func goBack<S: Screen>(
        to earlier: S.Type,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        try await goBack(to: try id(of: earlier), sourceLocation: sourceLocation)
    }

    /// The user went back to an earlier screen of the same stack.
    @discardableResult
    public func goBack(
        to earlier: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        try await perform(.back(screen: nil, to: earlier, draft: nil), at: sourceLocation)
    }

    /// The user brought another tab to the front.
    @discardableResult
    public func select(
        _ tab: String,
        in container: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        try await perform(.select(container: container, tab: tab), at: sourceLocation)
    }

    /// A deep link was opened.
    @discardableResult
    public func open(
        link: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        try await perform(.link(link), at: sourceLocation)
    }

    /// Something happened outside.
    @discardableResult
    public func signal<S: Signal>(
        _ signal: S,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        try await perform(.signal(name: S.name, params: try RawJSON(encoding: signal)), at: sourceLocation)
    }

    /// The client asked for the view models to be computed again.
    @discardableResult
    public func refresh(sourceLocation: SourceLocation = #_sourceLocation) async throws -> StateDocument {
        try await perform(.refresh, at: sourceLocation)
    }

    /// The client says something else of itself.
    @discardableResult
    public func setDevice(
        _ device: Device,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        try await perform(.device(device), at: sourceLocation)
    }

    /// The user has typed something, on the screen in front unless another is named; nil takes it away.
    public func setDraft(_ draft: JSONValue?, on screen: String? = nil) async throws {
        guard let screen = screen ?? state.screen?.id else { throw mistake("there is no screen to type on") }
        let draft = try draft.map { try RawJSON(encoding: $0) }
        let refusal = await engine.setDraft(draft, session, screen: screen, by: caller)
        let (moves, effects) = (last.moves, last.effects)
        var document = last.inspection.document
        (document.moves, document.effects) = (moves, effects)
        try await note(document)
        if let refusal { _ = try refusal.document }
    }

    /// The visible screen that takes actions of that type, the one in front if several do.
    private func visibleScreen<Action>(taking action: Action.Type) throws -> String? {
        let documents = state.visible + [state.screen].compactMap(\.self)
        guard let index = visibleScreens.lastIndex(where: { $0.takes(action) }) else {
            throw mistake("no visible screen takes a \(String(reflecting: action))")
        }
        return documents.indices.contains(index) ? documents[index].id : nil
    }
}

extension Screen {
    fileprivate func takes<Sent>(_ action: Sent.Type) -> Bool { Action.self == action }
}
