import Fairway
import FairwayHTTP
import FairwayWire
import Foundation

/// Verifies user tokens.
protocol UserTokenVerifier: Sendable {
    /// Verifies a token. It suspends only if it has to read keys.
    ///
    /// - Throws: `invalid-token`.
    func verify(_ token: String) async throws(Problem) -> VerifiedUser
}

extension VerifiedUser {
    /// How long a stream that is opened with the token lasts: until the token expires. If it has expired within the
    /// tolerance, the stream lasts until the tolerance ends. Otherwise the client would open it again and again.
    func secondsOfStream(at now: Date) -> Double {
        let seconds = expiresAt.timeIntervalSince(now)
        return seconds > 0 ? seconds : max(0, seconds + UserTokenRules.skewSeconds)
    }
}

/// Calls about the user of a session.
extension API {
    func addUserRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/sessions",
            description: APIOperation("The user's sessions, newest first.", "Users", .user)
                .explained("Needs a user token. A client offers the list to people who continue on another device.")
                .reads(
                    query: "status",
                    "Only sessions with this status.",
                    ["enum": ["active", "over"]],
                    example: "active"
                )
                .readsPage()
                .answers(200, "A page of sessions.", SessionList.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(admitting: request, exchange) { try await list(request) }
        }
        router.on(
            .put,
            "/v1/sessions/{session}/user",
            description: APIOperation("Makes an anonymous session the session of a user.", "Users", .session)
                .explained(
                    "Afterwards the session is opened with tokens of the user only: the session's own token is not valid any more."
                )
                .takes(UserBody.self)
                .changesSession()
        ) { (request, exchange, session: String) in
            answer(admitting: request, exchange) { try await signIn(request, exchange, session) }
        }
    }

    private struct UserBody: Decodable, DescribedType {
        var token: String

        static let described = TypeDescription(
            "The user that the session is assigned to.",
            .init(
                "token",
                "A user token of the identity provider.",
                "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl"
            )
        )
    }

    private func list(_ request: Request) async throws -> Response {
        guard let user = try await requester(request).user else { throw Problem(.signInRequired) }
        let query = try QueryParameters(request)
        let page = try await engine.sessions(
            of: user,
            status: try query.choice("status"),
            cursor: query.text("cursor"),
            limit: try query.limit()
        )
        return try await .page("sessions", page.rows, next: page.next)
    }

    private func signIn(_ request: Request, _ exchange: Exchange, _ session: String) async throws -> Response {
        let caller = try await caller(request)
        let token = try request.decodeBody(UserBody.self).token
        let user = try await verifier.verify(token).user
        // Compare the user, not the token, because a repeat may contain a newer token.
        let guards = try request.guards(comparing: Array(user.id.utf8))
        let answer = await engine.signIn(
            user,
            to: session,
            by: caller,
            guards: guards,
            continuingOn: exchange.eventLoop
        )
        return respond(answer, to: request)
    }

    private var verifier: any UserTokenVerifier {
        get throws(Problem) {
            guard let userTokens else {
                throw .invalidToken("This server takes no user tokens: it runs without --jwt-keys.")
            }
            return userTokens
        }
    }

    /// The requester of a session: anonymous, with a user token, or named by an authenticating proxy.
    ///
    /// - Throws: `invalid-token` for a text that is no token.
    func requester(_ request: Request) async throws(Problem) -> Requester {
        if request.bearerToken != nil {
            let token = try bearer(request)
            if let verified = try await verified(token) { return .verified(verified.user) }
        }
        return try proxyUser(request).map(Requester.named) ?? .anonymous
    }

    /// Whether a bearer token has the form of a session's.
    func isSessionToken(_ token: String) throws(Problem) -> Bool {
        guard Token.hasForm(token) else { return false }
        // Truncated to 43 characters, a user token has the form of a session's. It begins with `{`, in base64url `e`.
        guard token.utf8.first != UInt8(ascii: "e") || !UserToken.isBeginning(token) else { throw .notAToken }
        return true
    }

    /// The user of a bearer token; nil if it can be a session's token, or is an operator's.
    ///
    /// - Throws: `invalid-token` for any other text.
    func verified(_ token: String) async throws(Problem) -> VerifiedUser? {
        if try isSessionToken(token) { return nil }
        if token.utf8.count(where: { $0 == UInt8(ascii: ".") }) >= 2 { return try await verifier.verify(token) }
        guard operatorAccess.operator(withToken: token) != nil else { throw .notAToken }
        return nil
    }
}

extension Problem {
    fileprivate static let notAToken = Problem.invalidToken("The text is no token of this server. Is it truncated?")
}
