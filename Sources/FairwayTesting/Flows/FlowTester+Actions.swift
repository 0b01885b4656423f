public import Fairway
public import FairwayWire
public import Testing

/// Actions of a user and signals from outside. Each method throws the `Problem` that a client would receive.
extension FlowTester {
    /// Sends an action on the visible screen of a type. If several are visible, the frontmost.
    ///
    /// ```swift
    /// try await tester.send(.nextButtonPressed, on: Tutorial.Page1.self)
    /// ```
    @discardableResult
    public func send<S: Screen>(
        _ action: S.Action,
        on screen: S.Type,
        draft: JSONValue? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        let sent = try SentAction(action)
        return try await send(
            sent.name,
            params: sent.params,
            on: try id(ofVisible: screen),
            draft: draft,
            sourceLocation: sourceLocation
        )
    }

    /// Sends an action by its name, to test requests that no action of the right type could make. The default is the
    /// screen in front.
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

    /// Goes back from the front screen, like the system gesture.
    @discardableResult
    public func goBack(
        from screen: String? = nil,
        draft: JSONValue? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        let draft = try draft.map { try RawJSON(encoding: $0) }
        return try await perform(.back(screen: screen, to: nil, draft: draft), at: sourceLocation)
    }

    /// Goes back to an earlier screen of the same stack.
    @discardableResult
    public func goBack<S: Screen>(
        to earlier: S.Type,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        try await goBack(to: try id(of: earlier), sourceLocation: sourceLocation)
    }

    /// Goes back to an earlier screen of the same stack.
    @discardableResult
    public func goBack(
        to earlier: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        try await perform(.back(screen: nil, to: earlier, draft: nil), at: sourceLocation)
    }

    /// Selects a tab.
    @discardableResult
    public func select(
        _ tab: String,
        in container: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        try await perform(.select(container: container, tab: tab), at: sourceLocation)
    }

    /// Opens a deep link.
    @discardableResult
    public func open(
        link: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        try await perform(.link(link), at: sourceLocation)
    }

    /// Sends a signal from outside.
    ///
    /// ```swift
    /// try await tester.signal(OrderShipped(id: "4711"))
    /// ```
    @discardableResult
    public func signal<S: Signal>(
        _ signal: S,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        try await perform(.signal(name: S.name, params: try RawJSON(encoding: signal)), at: sourceLocation)
    }

    /// Refreshes the view models.
    @discardableResult
    public func refresh(sourceLocation: SourceLocation = #_sourceLocation) async throws -> StateDocument {
        try await perform(.refresh, at: sourceLocation)
    }

    /// Changes the description of the client's device.
    @discardableResult
    public func setDevice(
        _ device: Device,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        try await perform(.device(device), at: sourceLocation)
    }

    /// Signs a user in: the anonymous session becomes the user's.
    ///
    /// ```swift
    /// try await tester.signIn(User(id: "ada", claims: ["email": "ada@example.org"]))
    /// ```
    @discardableResult
    public func signIn(
        _ user: User,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        try await perform(at: sourceLocation) { await engine.signIn(user, to: session, by: caller) }
    }

    /// Stores the draft of a screen; nil deletes it. The default is the front screen.
    public func setDraft(_ draft: JSONValue?, on screen: String? = nil) async throws {
        guard let screen = screen ?? state.screen?.id else { throw mistake("there is no screen to store a draft for") }
        let draft = try draft.map { try RawJSON(encoding: $0) }
        let refusal = await engine.setDraft(draft, session, screen: screen, by: caller)
        let (moves, effects) = (last.moves, last.effects)
        var document = last.inspection.document
        (document.moves, document.effects) = (moves, effects)
        try await note(document)
        if let refusal { _ = try refusal.document }
    }

    /// The id of the visible screen of a type. If several are visible, of the frontmost.
    private func id<S: Screen>(ofVisible type: S.Type) throws -> String? {
        let documents = state.visible + [state.screen].compactMap(\.self)
        guard let index = visibleScreens.lastIndex(where: { $0 is S }) else {
            throw mistake("no visible screen is a \(S.name)")
        }
        return documents.indices.contains(index) ? documents[index].id : nil
    }
}

/// An action as a client sends it: its name, and its parameters by label.
struct SentAction {
    let name: String
    let params: RawJSON?

    init(_ action: some Encodable) throws {
        switch try JSON.decode(JSONValue.self, from: JSON.encode(action)) {
        case .string(let name):
            self.name = name
            params = nil
        case .object(let object) where object.members.count == 1:
            name = object.members[0].name
            let members = object.members[0].value.object?.members ?? []
            // Synthesized coding names an unlabelled value `_0`. On the wire it is `value`.
            let labelled = members.map { ($0.name == "_0" ? "value" : $0.name, $0.value) }
            params = try labelled.isEmpty ? nil : RawJSON(encoding: JSONObject(labelled))
        case let other:
            throw TestMistake("\(action) must encode to an action's name and parameters, but encodes to \(other)")
        }
    }
}
