public import FairwayWire
import Foundation

/// The calls on a session.
extension RemoteSession {
    /// Sends a user's action on a screen.
    ///
    /// ```swift
    /// try await session.send("didEnterName", ["name": "Ada"])
    /// ```
    ///
    /// - Parameters:
    ///   - action: The action's name.
    ///   - params: The action's parameters.
    ///   - screen: The screen's id. The default is the front screen.
    ///   - draft: The user's unsent input. It is kept even if the action is refused.
    @discardableResult
    public func send(
        _ action: String,
        _ params: (some Encodable & Sendable)? = JSONValue?.none,
        on screen: String? = nil,
        draft: JSONValue? = nil
    ) async throws(ClientError) -> StateDocument {
        let body = ActionPayload(
            action: action,
            params: try params.map(ClientError.encoding),
            screen: screen ?? state.screen?.id,
            draft: draft
        )
        return try await change("POST", "/actions", body)
    }

    /// Sends an action of an enum type that the client declares or shares with the flows: `try await
    /// session.send(SignUp.Action.didEnterName(name: "Ada"))`.
    @discardableResult
    public func send<Action: Encodable & Sendable>(
        _ action: Action,
        on screen: String? = nil,
        draft: JSONValue? = nil
    ) async throws(ClientError) -> StateDocument {
        let json = try ClientError.encoding(action)
        switch try? JSON.decode(JSONValue.self, from: json.bytes) {
        case .string(let name)?:
            return try await send(name, JSONValue?.none, on: screen, draft: draft)
        case .object(let object)? where object.members.count == 1:
            var params = object.members[0].value
            // A single unlabelled value is sent as `params.value` (`docs/flows.md`).
            if case .object(let values) = params, values.members.count == 1, values.members[0].name == "_0" {
                params = ["value": values.members[0].value]
            }
            return try await send(object.members[0].name, params, on: screen, draft: draft)
        default:
            throw .unsendable(
                "\(Action.self) cannot be sent as an action. An action is an enum case with its parameters."
            )
        }
    }

    /// Goes back from a screen, by one step or to an earlier screen of the same stack.
    @discardableResult
    public func goBack(
        from screen: String? = nil,
        to earlier: String? = nil,
        draft: JSONValue? = nil
    ) async throws(ClientError) -> StateDocument {
        try await change("POST", "/back", BackPayload(screen: screen ?? state.screen?.id, to: earlier, draft: draft))
    }

    /// Selects a tab.
    @discardableResult
    public func select(_ tab: String, in container: String? = nil) async throws(ClientError) -> StateDocument {
        try await change("POST", "/select", SelectPayload(container: container, tab: tab))
    }

    /// Opens a deep link.
    @discardableResult
    public func open(link: String) async throws(ClientError) -> StateDocument {
        try await change("POST", "/links", ["link": link])
    }

    /// Recomputes the visible view models, for pull to refresh.
    @discardableResult
    public func refresh() async throws(ClientError) -> StateDocument {
        try await change("POST", "/refresh", [String: String]())
    }

    /// Updates the description of the device, for example after an update of the client.
    @discardableResult
    public func setDevice(_ device: Device) async throws(ClientError) -> StateDocument {
        try await change("PUT", "/device", device)
    }

    /// Stores a draft: the user's unsent input on a screen.
    public func keep(draft: JSONValue, on screen: String) async throws(ClientError) {
        _ = try await app.call(call("PUT", "/screens/\(screen)/draft", try ClientError.encoding(draft)))
    }

    /// Deletes the draft of a screen.
    public func forgetDraft(on screen: String) async throws(ClientError) {
        _ = try await app.call(call("DELETE", "/screens/\(screen)/draft"))
    }

    /// Creates a code with which another device can take over the session.
    public func makeHandoff() async throws(ClientError) -> Handoff {
        var call = call("POST", "/handoff")
        call.key = .new()
        return try await app.call(call).decoded()
    }

    /// Fetches the current state, for example after the network returns.
    @discardableResult
    public func reload() async throws(ClientError) -> StateDocument {
        receive(try await app.call(call("GET", "")).decoded())
    }

    /// Ends the session.
    public func end() async throws(ClientError) {
        do throws(ClientError) {
            _ = try await app.call(call("DELETE", ""))
        } catch {
            // An earlier attempt of this call may have ended the session.
            guard error.problem?.code == .sessionOver else { throw error }
        }
        try await reload()
    }

    func call(_ method: String, _ path: String, _ body: RawJSON? = nil) -> APICall {
        APICall(method, "/v1/sessions/\(credentials.session)\(path)", body, token: credentials.token)
    }

    /// Makes a change with an idempotency key, and publishes the state in the reply or the refusal.
    private func change(
        _ method: String,
        _ path: String,
        _ body: some Encodable
    ) async throws(ClientError) -> StateDocument {
        var call = call(method, path, try ClientError.encoding(body))
        call.key = .new()
        do throws(ClientError) {
            return receive(try await app.call(call).decoded())
        } catch {
            if let state = error.problem?.state { receive(state) }
            throw error
        }
    }
}

private struct ActionPayload: Encodable {
    var action: String
    var params: RawJSON?
    var screen: String?
    var draft: JSONValue?
}

private struct BackPayload: Encodable {
    var screen: String?
    var to: String?
    var draft: JSONValue?
}

private struct SelectPayload: Encodable {
    var container: String?
    var tab: String
}

/// One request to the API.
package struct APICall: Sendable {
    var method: String
    var path: String
    var body: RawJSON?
    var token: String?
    var key: Key?
    /// The value of `Accept-Language`.
    var language: String?

    /// An idempotency key. All attempts of a call share one.
    package struct Key: Sendable {
        var text: String

        static func new() -> Key { Key(text: UUID().uuidString) }
    }

    package init(_ method: String, _ path: String, _ body: RawJSON? = nil, token: String? = nil, key: Key? = nil) {
        self.method = method
        self.path = path
        self.body = body
        self.token = token
        self.key = key
    }

    /// Whether repeating the call has no further effect.
    var isRepeatable: Bool { key != nil || ["GET", "PUT", "DELETE"].contains(method) }
}
