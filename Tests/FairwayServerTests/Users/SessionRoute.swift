import FairwayHTTP
import FairwayWire
import Testing

/// A call on a session, with a valid body.
struct SessionRoute: Sendable, CustomTestStringConvertible {
    let method: FairwayHTTP.Method
    /// The path below the session's, with a screen `s1`.
    let path: String
    let body: String

    init(_ method: FairwayHTTP.Method, _ path: String, _ body: String = "") {
        (self.method, self.path, self.body) = (method, path, body)
    }

    var testDescription: String { "\(method.name) \(path)" }

    /// Sends the call.
    func send(to session: String, on harbour: ServedHarbour, token: String) async throws -> HarbourReply {
        try await harbour.send(method, "/v1/sessions/\(session)\(path)", body, token: token)
    }

    static let all = [
        SessionRoute(.get, ""),
        SessionRoute(.delete, ""),
        SessionRoute(.get, "/stream"),
        SessionRoute(.post, "/actions", #"{"action":"callPilot"}"#),
        SessionRoute(.post, "/back"),
        SessionRoute(.post, "/select", #"{"tab":"x"}"#),
        SessionRoute(.post, "/links", #"{"link":"/x"}"#),
        SessionRoute(.post, "/refresh"),
        SessionRoute(.put, "/device", "{}"),
        SessionRoute(.put, "/screens/s1/draft", "{}"),
        SessionRoute(.delete, "/screens/s1/draft"),
        SessionRoute(.post, "/handoff"),
        SessionRoute(.put, "/user", #"{"token":"user.eve.3600"}"#),
    ]
}
