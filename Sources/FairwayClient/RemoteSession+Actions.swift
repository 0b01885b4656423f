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
        try await change(try actionCall(action, params, on: screen, draft: draft))
    }

    /// Sends an action of an enum type that the client declares or shares with the flows: `try await
    /// session.send(SignUp.Action.didEnterName(name: "Ada"))`.
    @discardableResult
    public func send<Action: Encodable & Sendable>(
        _ action: Action,
        on screen: String? = nil,
        draft: JSONValue? = nil
    ) async throws(ClientError) -> StateDocument {
        let (name, params) = try NamedAction.parts(of: action)
        return try await send(name, params, on: screen, draft: draft)
    }

    /// Goes back from a screen, by one step or to an earlier screen of the same stack.
    @discardableResult
    public func goBack(
        from screen: String? = nil,
        to earlier: String? = nil,
        draft: JSONValue? = nil
    ) async throws(ClientError) -> StateDocument {
        try await change(try backCall(from: screen, to: earlier, draft: draft))
    }

    /// Selects a tab.
    @discardableResult
    public func select(_ tab: String, in container: String? = nil) async throws(ClientError) -> StateDocument {
        try await change(try selectCall(tab, in: container))
    }

    /// Opens a deep link.
    @discardableResult
    public func open(link: String) async throws(ClientError) -> StateDocument {
        try await change(try linkCall(link))
    }

    /// Recomputes the visible view models, for pull to refresh.
    @discardableResult
    public func refresh() async throws(ClientError) -> StateDocument {
        try await change(try refreshCall())
    }

    /// Updates the description of the device, for example after an update of the client.
    @discardableResult
    public func setDevice(_ device: Device) async throws(ClientError) -> StateDocument {
        try await change(try changeCall("PUT", "/device", device))
    }

    /// Stores a draft: the user's unsent input on a screen.
    public func keep(draft: JSONValue, on screen: String) async throws(ClientError) {
        _ = try await perform(call("PUT", "/screens/\(screen)/draft", try ClientError.encoding(draft)))
    }

    /// Deletes the draft of a screen.
    public func forgetDraft(on screen: String) async throws(ClientError) {
        _ = try await perform(call("DELETE", "/screens/\(screen)/draft"))
    }

    /// Creates a code with which another device can take over the session.
    public func makeHandoff() async throws(ClientError) -> Handoff {
        var call = call("POST", "/handoff")
        call.key = .new()
        return try await perform(call).decoded()
    }

    /// Makes this session, which was started without a user, the session of the user. Its token opens nothing afterwards:
    /// store ``credentials`` again. A sign-in that is refused leaves the session as it was.
    ///
    /// ```swift
    /// let app = RemoteApp(server) { try await identity.token() }
    /// let session = try await app.resume(anonymous)
    /// try await session.signIn()
    /// ```
    @discardableResult
    public func signIn() async throws(ClientError) -> StateDocument {
        try await signingIn { () async throws(ClientError) in
            guard self.credentials.token != nil else { return self.state }
            let reply = try await self.app.asUser { token throws(ClientError) in
                guard let token else { throw .unsendable("signIn() needs a user: pass userToken to RemoteApp.") }
                return try await self.app.call(self.call("PUT", "/user", try ClientError.encoding(["token": token])))
            }
            self.useUserToken()
            return self.receive(try reply.decoded())
        }
    }

    /// Fetches the current state, for example after the network returns.
    @discardableResult
    public func reload() async throws(ClientError) -> StateDocument {
        receive(try await perform(call("GET", "")).decoded())
    }

    /// Ends the session.
    public func end() async throws(ClientError) {
        do throws(ClientError) {
            _ = try await perform(call("DELETE", ""))
        } catch {
            // An earlier attempt of this call may have ended the session.
            guard error.problem?.code == .sessionOver else { throw error }
        }
        try await reload()
    }

    func call(_ method: String, _ path: String, _ body: RawJSON? = nil) -> APICall {
        APICall(method, "/v1/sessions/\(credentials.session)\(path)", body, by: credentials.credential)
    }

    /// Makes a call. If a sign-in has superseded its token, makes it once more with the user's.
    private func perform(_ call: APICall) async throws(ClientError) -> Transport.Reply {
        do throws(ClientError) {
            return try await app.call(call)
        } catch {
            guard error.problem?.code == .superseded, await hasSignedIn(since: call.credential) else { throw error }
            var repeated = call
            repeated.credential = .user
            return try await app.call(repeated)
        }
    }

    /// Makes a change, and publishes the state in the reply or the refusal.
    func change(_ call: APICall) async throws(ClientError) -> StateDocument {
        do throws(ClientError) {
            return receive(try await perform(call).decoded())
        } catch {
            if let state = error.problem?.state { receive(state) }
            throw error
        }
    }
}

/// The calls that change a session. Each has a new idempotency key.
extension RemoteSession {
    func actionCall(
        _ action: String,
        _ params: (some Encodable & Sendable)?,
        on screen: String?,
        draft: JSONValue?
    ) throws(ClientError) -> APICall {
        let body = ActionPayload(
            action: action,
            params: try params.map(ClientError.encoding),
            screen: screen ?? state.screen?.id,
            draft: draft
        )
        return try changeCall("POST", "/actions", body)
    }

    func backCall(from screen: String?, to earlier: String?, draft: JSONValue?) throws(ClientError) -> APICall {
        try changeCall("POST", "/back", BackPayload(screen: screen ?? state.screen?.id, to: earlier, draft: draft))
    }

    func selectCall(_ tab: String, in container: String?) throws(ClientError) -> APICall {
        try changeCall("POST", "/select", SelectPayload(container: container, tab: tab))
    }

    func linkCall(_ link: String) throws(ClientError) -> APICall { try changeCall("POST", "/links", ["link": link]) }

    func refreshCall() throws(ClientError) -> APICall { try changeCall("POST", "/refresh", [String: String]()) }

    private func changeCall(_ method: String, _ path: String, _ body: some Encodable) throws(ClientError) -> APICall {
        var call = call(method, path, try ClientError.encoding(body))
        call.key = .new()
        return call
    }
}

/// An action as the value of an enum.
enum NamedAction {
    /// The name and the parameters of an enum case.
    static func parts<Action: Encodable>(of action: Action) throws(ClientError) -> (name: String, params: JSONValue?) {
        let json = try ClientError.encoding(action)
        switch try? JSON.decode(JSONValue.self, from: json.bytes) {
        case .string(let name)?:
            return (name, nil)
        case .object(let object)? where object.members.count == 1:
            let (name, params) = object.members[0]
            // A single unlabelled value is sent as `params.value` (`docs/flows/input.md`).
            if case .object(let values) = params, values.members.count == 1, values.members[0].name == "_0" {
                return (name, ["value": values.members[0].value])
            }
            return (name, params)
        default:
            throw .unsendable(
                "\(Action.self) cannot be sent as an action. An action is an enum case with its parameters."
            )
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
    var credential: Credential
    var key: Key?
    /// The value of `Accept-Language`.
    var language: String?

    /// An idempotency key. All attempts of a call share one.
    package struct Key: Sendable {
        var text: String

        static func new() -> Key { Key(text: UUID().uuidString) }
    }

    /// What authorizes a call.
    package enum Credential: Hashable, Sendable {
        case none
        case token(String)
        /// The user token, which is supplied when the call is made.
        case user
    }

    package init(
        _ method: String,
        _ path: String,
        _ body: RawJSON? = nil,
        by credential: Credential = .none,
        key: Key? = nil
    ) {
        self.method = method
        self.path = path
        self.body = body
        self.credential = credential
        self.key = key
    }

    /// The call with the user token.
    func by(_ userToken: String?) -> APICall {
        var call = self
        call.credential = userToken.map(Credential.token) ?? .none
        return call
    }

    /// Whether both calls ask for the same change, apart from their keys.
    func isSame(as other: APICall) -> Bool {
        (method, path, credential) == (other.method, other.path, other.credential) && value == other.value
    }

    /// The body without regard to the order of its members, which differs between equal dictionaries.
    private var value: JSONValue? { body.flatMap { try? JSON.decode(JSONValue.self, from: $0.bytes) } }

    /// Whether repeating the call has no further effect.
    var isRepeatable: Bool { key != nil || ["GET", "PUT", "DELETE"].contains(method) }
}
