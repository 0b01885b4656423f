import Fairway
import FairwayEvents
import FairwayHTTP
import FairwayOperators
import FairwayQuarantine
import FairwayWire
import Foundation

/// The operators' API under `/v1/admin` (`docs/protocol.md`, section 6). Lists are read from the store, not from live
/// sessions.
///
/// Documents may be large, so they are read and encoded on two separate threads, where they delay neither event loops
/// nor handlers.
struct Admin: Sendable {
    private static let mostThreads = 2

    let api: API
    let batches: BatchWorker
    /// Nil for a server without the event feed.
    let events: EventFeed?
    /// Nil for a server without webhooks.
    let webhooks: Webhooks?
    let overview: OverviewReader
    /// How long runs are kept, in seconds since their start.
    let runSeconds: Double
    /// Whether operators may fork sessions.
    let allowsForks: Bool
    /// Nil if the store does not survive the process.
    let quarantine: StepQuarantine?
    /// What `explore --graph` found.
    let explored: ExploredGraphs
    let threads = ThreadPool(limit: Self.mostThreads)

    init(
        api: API,
        batches: BatchWorker,
        events: EventFeed? = nil,
        webhooks: Webhooks? = nil,
        overview: OverviewReader,
        runSeconds: Double = Retention().journalSeconds,
        allowsForks: Bool = false,
        quarantine: StepQuarantine? = nil,
        explored: ExploredGraphs = ExploredGraphs()
    ) {
        self.api = api
        self.batches = batches
        self.events = events
        self.webhooks = webhooks
        self.overview = overview
        self.runSeconds = runSeconds
        self.allowsForks = allowsForks
        self.quarantine = quarantine
        self.explored = explored
    }

    var store: any OperatorStore { api.operators.store }

    func addRoutes(to router: inout Router<APIOperation>) {
        addSignInRoute(to: &router)
        addOverviewRoute(to: &router)
        addBuildRoutes(to: &router)
        addProblemRoutes(to: &router)
        addFlowRoutes(to: &router)
        addFunnelRoutes(to: &router)
        addDeclaredRoute(to: &router)
        addSessionRoutes(to: &router)
        addQuarantineRoutes(to: &router)
        addSandboxRoutes(to: &router)
        addJobRoutes(to: &router)
        addUserRoutes(to: &router)
        addAuditRoute(to: &router)
        addBatchRoutes(to: &router)
        addStreamRoute(to: &router)
        addEventRoute(to: &router)
        addWebhookRoutes(to: &router)
    }

    /// Checks that the operator's role is at least `least`, writes the call to the audit, and answers it.
    ///
    /// - Parameter subject: Given for calls that change something or show what users typed or saw. A call that needs only
    ///   the role `view` is not audited for an operator with that role, because it then shows no such records.
    func answer(
        _ request: Request,
        _ exchange: Exchange,
        needs least: OperatorRole,
        audited subject: AuditSubject? = nil,
        _ answer: @escaping @Sendable (OperatorCall) async throws -> Response
    ) {
        self.answer(request, exchange) {
            let `operator` = try api.requireOperator(request, needs: least)
            let call = OperatorCall(
                operator: `operator`,
                query: try QueryParameters(request),
                language: request[.acceptLanguage].flatMap { api.engine.bestLanguage(for: $0) }
            )
            if let subject, least > .view || call.showsRecords {
                try await api.audit(request, exchange, by: `operator`, about: subject)
            }
            return try await withTaskExecutorPreference(threads) { try await answer(call) }
        }
    }

    /// Answers with the result of a call that reads from the store.
    func answer(
        _ request: Request,
        _ exchange: Exchange,
        _ call: @escaping @Sendable () async throws -> Response
    ) {
        api.answer(request, exchange) {
            do {
                return try await call()
            } catch let error as StoreError where error.code == .invalidCursor {
                throw Problem(.malformedRequest, error.message)
            } catch let error as StoreError where error.code == .damaged {
                return api.respond(Answer(Problem(.incompatibleFlow), cause: error.message), to: request)
            } catch let error as StoreError {
                return api.respond(Answer(Problem(.storeUnavailable), cause: error.message), to: request)
            }
        }
    }
}

/// A call of an operator.
struct OperatorCall: Sendable {
    let `operator`: Operator
    let query: QueryParameters
    /// The tag of the app's language that the operator prefers; nil for the app's own.
    let language: String?

    /// Whether the reply may show what users typed or saw. Otherwise `state`, `params`, `result`, `error` and `cause`
    /// are null.
    var showsRecords: Bool { `operator`.role.seesRecords }
}

extension Admin {
    private func addSignInRoute(to router: inout Router<APIOperation>) {
        router.on(
            .post,
            "/v1/admin/sign-in",
            description: APIOperation(
                "Exchanges the code of the sign-in link, which `serve` prints on a terminal, for an operator's token.",
                "Admin"
            )
            .explained("The console makes this call when its sign-in link is opened.")
            .takes(SignInCode.self)
            .answers(200, "The token. It is valid until the server stops.", OperatorToken.self)
            .refuses(.forbidden, .storeUnavailable)
        ) { request, exchange in
            api.answer(request, exchange) {
                let code = try request.decodeBody(SignInCode.self).code
                // Guesses are not audited, because anybody can make them.
                try api.operatorAccess.check(code)
                try await api.audit(request, exchange, by: OperatorAccess.admin, about: AuditSubject())
                return try .json(OperatorToken(token: try api.operatorAccess.signIn(with: code)))
            }
        }
    }

    private struct SignInCode: Decodable, DescribedType {
        var code: String

        static let described = TypeDescription(
            "The code of a sign-in link.",
            .init("code", "The code in the link that `serve` prints.", "5Yb0w1cN3mQ")
        )
    }

    private struct OperatorToken: Codable, DescribedType {
        var token: String

        static let described = TypeDescription(
            "A token of an operator.",
            .init(
                "token",
                "The token. It is valid until the server stops.",
                "kMyaAp88FUNxvZpze5k7GnUGPGaAQ5Np8_Ad2ujkNq4"
            )
        )
    }
}

extension Response {
    /// The encoder yields to other calls after this many rows.
    private static let rowsPerSlice = 32

    /// A page of a list: `{"flows": […], "next": …}`.
    static func page<Row: Encodable>(
        _ name: String,
        _ rows: some Sequence<Row>,
        next: (some Encodable)?
    ) async throws -> Response {
        var body = Array(#"{"\#(name)":["#.utf8)
        for (index, row) in rows.enumerated() {
            if index > 0 {
                body.append(UInt8(ascii: ","))
                if index.isMultiple(of: rowsPerSlice) { await Task.yield() }
            }
            body += try JSON.encode(row)
        }
        body += Array(#"],"next":"#.utf8) + (try next.map { try JSON.encode($0) } ?? Array("null".utf8))
        body.append(UInt8(ascii: "}"))
        return .json(body)
    }
}

extension APIOperation {
    /// Adds the query parameters of a paginated list.
    func readsPage() -> APIOperation {
        reads(
            query: "limit",
            "The number of rows; 50 by default, 500 at most.",
            ["type": "integer", "minimum": 1],
            example: 50
        )
        .reads(query: "cursor", "Where the page starts: `next` of the previous page.", example: "eyJ0IjoxNzY0fQ")
    }
}

extension Admin {
    func addAuditRoute(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/audit",
            description: APIOperation(
                "The calls of operators that changed something, or showed what a user typed or saw, newest first.",
                "Admin",
                .operator
            )
            .explained("Only the role `admin` reads it. No call removes entries.")
            .reads(query: "operator", "Only calls of the operator with this name.", example: "ada")
            .reads(query: "session", "Only calls about this session.", example: "01m8kgeehg1ma8hsjwc5nwwsqq")
            .reads(query: "user", "Only calls about this user.", example: "ada")
            .readsPage()
            .answers(200, "A page of the audit.", AuditDocument.self)
            .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange, needs: .admin) { call in
                let page = try await store.audit(
                    AuditQuery(
                        operator: call.query.text("operator"),
                        session: call.query.text("session"),
                        user: call.query.text("user"),
                        cursor: call.query.text("cursor"),
                        limit: try call.query.limit()
                    )
                )
                return try await .page("entries", page.rows.lazy.map(AuditDocument.Entry.init), next: page.next)
            }
        }
    }
}

/// `GET /v1/admin/audit`.
struct AuditDocument: Codable, DescribedType {
    var entries: [Entry]
    var next: String?

    static let described = TypeDescription(
        "A page of the audit.",
        .init("entries", "The calls, newest first."),
        .init("next", "The cursor of the next page; `null` for the last one.", "eyJ0IjoxNzY0fQ")
    )

    struct Entry: Codable, DescribedType {
        var at: Date
        /// The operator's name.
        var `operator`: String
        /// The method and the template of the path; for a problem, with its id.
        var call: String
        var session: String?
        var user: String?
        /// The id of the request, as in the log. For a session that a batch erases, the id of the batch.
        var request: String

        static let described = TypeDescription(
            "A call of an operator that changed something, or showed what a user typed or saw.",
            .init("at", "When it was made.", "2026-11-26T09:30:00.000Z"),
            .init("operator", "The operator's name.", "ada"),
            .init(
                "call",
                "The method and the template of the path; for a problem, with its id.",
                "DELETE /v1/admin/sessions/{session}"
            ),
            .init(
                "session",
                "The session that the call is about; `null` if there is none.",
                "01m8kgeehg1ma8hsjwc5nwwsqq"
            ),
            .init("user", "The user that the call is about; `null` if there is none.", "ada"),
            .init(
                "request",
                "The id of the request. For a session that a batch erases, the id of the batch.",
                "r-8f3a2c"
            )
        )

        init(_ entry: AuditEntry) {
            at = entry.at
            `operator` = entry.operator
            call = entry.call
            session = entry.session
            user = entry.user
            request = entry.request
        }
    }
}
