public import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the user does.
extension RemoteSession {
    /// The user did something on a screen; the one in front unless another visible one is named.
    ///
    /// - Parameters:
    ///   - action: the action's name.
    ///   - params: what goes with it.
    ///   - screen: the screen's id.
    ///   - draft: what the user has typed so far, kept even when the action is refused.
    @discardableResult
    public func send(
        _ action: String,
        _ params: (some Encodable & Sendable)? = JSONValue?.none,
        on screen: String? = nil,
        draft: JSONValue? = nil
    ) async throws(ClientError) -> StateDocument {
        let body = ActionBody(
            action: action,
            params: try params.map(ClientError.encoding),
            screen: screen ?? state.screen?.id,
            draft: draft
        )
        return try await change("POST", "/actions", body)
    }

    /// The same with an action type that the client shares with the flows, or has of its own:
    /// `try await session.send(SignUp.Action.didEnterName(name: "Ada"))`.
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
            // One unlabelled value is `params.value` (`docs/flows.md`).
            if case .object(let values) = params, values.members.count == 1, values.members[0].name == "_0" {
                params = ["value": values.members[0].value]
            }
            return try await send(object.members[0].name, params, on: screen, draft: draft)
        default:
            throw .unsendable("\(Action.self) is no enum: an action is a case, with what goes with it.")
        }
    }

    /// The user left a screen with the system gesture, or went back to an earlier one of the same stack.
    @discardableResult
    public func goBack(
        from screen: String? = nil,
        to earlier: String? = nil,
        draft: JSONValue? = nil
    ) async throws(ClientError) -> StateDocument {
        try await change("POST", "/back", BackBody(screen: screen ?? state.screen?.id, to: earlier, draft: draft))
    }

    /// The user brought another tab to the front.
    @discardableResult
    public func select(_ tab: String, in container: String? = nil) async throws(ClientError) -> StateDocument {
        try await change("POST", "/select", SelectBody(container: container, tab: tab))
    }

    /// The user opened a link.
    @discardableResult
    public func open(link: String) async throws(ClientError) -> StateDocument {
        try await change("POST", "/links", ["link": link])
    }

    /// The user pulled to refresh.
    @discardableResult
    public func refresh() async throws(ClientError) -> StateDocument {
        try await change("POST", "/refresh", [String: String]())
    }

    /// The client is another one now: updated, turned, moved to a larger screen.
    @discardableResult
    public func setDevice(_ device: Device) async throws(ClientError) -> StateDocument {
        try await change("PUT", "/device", device)
    }

    /// Keeps what the user has typed on a screen, wherever they go on.
    public func keep(draft: JSONValue, on screen: String) async throws(ClientError) {
        _ = try await app.call(call("PUT", "/screens/\(screen)/draft", try ClientError.encoding(draft)))
    }

    /// Forgets what the user has typed on a screen.
    public func forgetDraft(on screen: String) async throws(ClientError) {
        _ = try await app.call(call("DELETE", "/screens/\(screen)/draft"))
    }

    /// A code with which another device takes over the session.
    public func makeHandoff() async throws(ClientError) -> Handoff {
        var call = call("POST", "/handoff")
        call.key = .new()
        return try await app.call(call).decoded()
    }

    /// Asks for the state, as after a launch or when the network is back.
    @discardableResult
    public func reload() async throws(ClientError) -> StateDocument {
        receive(try await app.call(call("GET", "")).decoded())
    }

    /// Ends the session.
    public func end() async throws(ClientError) {
        do throws(ClientError) {
            _ = try await app.call(call("DELETE", ""))
        } catch {
            // An earlier attempt may have been the one that ended it.
            guard error.problem?.code == .sessionOver else { throw error }
        }
        try await reload()
    }

    func call(_ method: String, _ path: String, _ body: RawJSON? = nil) -> Call {
        Call(method, "/v1/sessions/\(credentials.session)\(path)", body, token: credentials.token)
    }

    /// Makes a change, once however often it is sent, and shows what came of it; also what comes with a refusal.
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

private struct ActionBody: Encodable {
    var action: String
    var params: RawJSON?
    var screen: String?
    var draft: JSONValue?
}

private struct BackBody: Encodable {
    var screen: String?
    var to: String?
    var draft: JSONValue?
}

private struct SelectBody: Encodable {
    var container: String?
    var tab: String
}
