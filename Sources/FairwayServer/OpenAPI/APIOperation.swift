import Fairway
import FairwayWire

/// The description of a route. The OpenAPI document is generated from the routes and their operations.
///
/// ```swift
/// APIOperation("Opens a deep link inside the session.", "Sessions", .session)
///     .takes(LinkBody.self)
///     .changesSession()
///     .refuses(.noSuchLink, .linkRefused)
/// ```
///
/// Some problem codes are added automatically: those of authentication by the initializer, those of bodies by `takes`,
/// and those of flows by `runsFlow`.
struct APIOperation: Sendable {
    var summary: String
    /// What a caller has to know beyond the summary.
    var about = ""
    var access: Access
    var tag: String
    var parameters: [CallParameter] = []
    var body: Body?
    /// Successful responses.
    var replies: [Reply] = []
    /// The codes of failed responses.
    var problems: [ProblemCode]
    /// Whether error responses contain the session's state (`protocol.md`, section 5).
    var attachesState: Bool

    /// The token that a call requires, if any.
    enum Access: Sendable {
        case open
        /// No token, or a user token. Tokens of sessions and operators are ignored.
        case anyone
        /// A user token, or the header of an authenticating proxy.
        case user
        /// The session's token, or a token of its user.
        case session
        case `operator`
    }

    struct CallParameter: Sendable {
        var name: String
        var place: Place
        var about: String
        var schema: JSONObject
        var example: JSONValue

        /// Raw values are those of OpenAPI's `in`.
        enum Place: String {
            case query, header
        }
    }

    struct Body: Sendable {
        var schema: JSONObject
        var isRequired: Bool
    }

    struct Reply: Sendable {
        var status: Int
        var about: String
        /// The representations, by media type.
        var content: [(type: String, schema: JSONObject)] = []
        var headers: [ReplyHeader] = []
    }

    init(_ summary: String, _ tag: String, _ access: Access = .open) {
        self.summary = summary
        self.tag = tag
        self.access = access
        attachesState = access == .session
        problems =
            switch access {
            case .open: []
            case .anyone: [.invalidToken]
            case .user: [.invalidToken, .signInRequired, .storeUnavailable, .overloaded]
            case .session:
                [
                    .missingToken, .invalidToken, .superseded, .noSuchSession, .incompatibleFlow, .storeUnavailable,
                    .overloaded, .stepUnavailable,
                ]
            case .operator: [.missingToken, .invalidToken, .forbidden, .storeUnavailable]
            }
    }
}

extension APIOperation {
    /// Describes the call.
    func explained(_ about: String) -> APIOperation {
        var described = self
        described.about = about
        return described
    }

    /// The request has a JSON body of this type.
    func takes<Value: Decodable>(_ type: Value.Type) -> APIOperation {
        let schema = JSONSchema.of(type)
        return takes(schema, isRequired: schema["required"] != nil)
    }

    /// The request has a JSON body with this schema.
    func takes(_ schema: JSONObject, isRequired: Bool) -> APIOperation {
        var described = self
        described.body = Body(schema: schema, isRequired: isRequired)
        return described.refuses(.malformedRequest, .invalidJSON, .jsonTooDeep, .bodyTooLarge, .unsupportedMediaType)
    }

    func reads(_ header: RequestHeader) -> APIOperation {
        adding(
            CallParameter(
                name: header.name,
                place: .header,
                about: header.about,
                schema: header.schema,
                example: .string(header.example)
            )
        )
    }

    func reads(
        query name: String,
        _ about: String,
        _ schema: JSONObject = ["type": "string"],
        example: JSONValue
    ) -> APIOperation {
        adding(CallParameter(name: name, place: .query, about: about, schema: schema, example: example))
    }

    /// A response without a body.
    func answers(_ status: Int, _ about: String, headers: ReplyHeader...) -> APIOperation {
        adding(Reply(status: status, about: about, headers: headers))
    }

    /// A response with a JSON body.
    func answers(_ status: Int, _ about: String, _ schema: JSONObject, headers: ReplyHeader...) -> APIOperation {
        adding(Reply(status: status, about: about, content: [("application/json", schema)], headers: headers))
    }

    /// A response with a JSON body of this type.
    func answers<Value: Decodable>(
        _ status: Int,
        _ about: String,
        _ type: Value.Type,
        headers: ReplyHeader...
    ) -> APIOperation {
        let schema = JSONSchema.of(type)
        return adding(Reply(status: status, about: about, content: [("application/json", schema)], headers: headers))
    }

    /// A response with a body of another media type. Several responses may have the same status (content negotiation).
    func answers(_ status: Int, _ about: String, as mediaType: String, headers: ReplyHeader...) -> APIOperation {
        adding(Reply(status: status, about: about, content: [(mediaType, ["type": "string"])], headers: headers))
    }

    /// Adds problem codes that the call may answer with.
    func refuses(_ codes: ProblemCode...) -> APIOperation {
        var described = self
        described.problems += codes
        return described
    }

    /// Describes a call that changes a session and answers with the state.
    func changesSession() -> APIOperation {
        changesSession(answering: 200, "The state after the change.", WireSchema.state.reference)
    }

    /// Describes a call that changes a session.
    func changesSession(answering status: Int, _ about: String, _ schema: JSONObject?) -> APIOperation {
        let reply = Reply(
            status: status,
            about: about,
            content: schema.map { [("application/json", $0)] } ?? [],
            headers: schema == nil ? [] : [.entityTag, .idempotencyReplayed]
        )
        var described = adding(reply)
        described.attachesState = true
        return described.reads(.ifMatch).reads(.idempotencyKey).runsFlow()
            .refuses(.malformedRequest, .noSuchSession, .incompatibleFlow, .sessionOver, .revisionMismatch)
    }

    /// Adds the problems that any flow code can cause.
    func runsFlow() -> APIOperation {
        refuses(
            .rejected,
            .cannotGoBack,
            .noNextScreen,
            .unsupportedScreen,
            .stateTooLarge,
            .idempotencyKeyReused,
            .tooManyRequests,
            .flowFailed,
            .flowTimeout,
            .storeUnavailable,
            .overloaded,
            .stepUnavailable
        )
    }

    private func adding(_ parameter: CallParameter) -> APIOperation {
        var described = self
        described.parameters.append(parameter)
        return described
    }

    private func adding(_ reply: Reply) -> APIOperation {
        var described = self
        if let index = replies.firstIndex(where: { $0.status == reply.status }) {
            described.replies[index].content += reply.content
        } else {
            described.replies.append(reply)
        }
        return described
    }
}

/// A request header in the OpenAPI document.
struct RequestHeader: Sendable {
    let name: String
    let about: String
    let example: String
    /// The schema of its values.
    var schema: JSONObject = ["type": "string"]

    static let ifMatch = RequestHeader(
        name: "If-Match",
        about: "Make the change only at this revision, like `\"4\"`.",
        example: "\"4\""
    )
    static let ifNoneMatch = RequestHeader(
        name: "If-None-Match",
        about: "Answer 304 if the client's copy is current.",
        example: "\"4\""
    )
    static let idempotencyKey = RequestHeader(
        name: "Idempotency-Key",
        about: "The first request with a key is executed; repeats get the same answer.",
        example: "0f8d1b7c-6a0e-4c55-9c1f-2b7a9d3e5f10",
        schema: ["type": "string", "pattern": "^[!-~]{1,255}$"]
    )
    /// Longer, because whoever knows the key gets the token.
    static let longIdempotencyKey = RequestHeader(
        name: "Idempotency-Key",
        about: "For at least ten minutes, a repeat gets the same answer with the same token.",
        example: "0f8d1b7c-6a0e-4c55-9c1f-2b7a9d3e5f10",
        schema: ["type": "string", "pattern": "^[!-~]{16,255}$"]
    )
    static let prefer = RequestHeader(
        name: "Prefer",
        about: "`wait=20`: with If-None-Match, wait up to this many seconds (at most 60) for a new revision.",
        example: "wait=1"
    )
    static let preferEvents = RequestHeader(
        name: "Prefer",
        about: "`wait=20`: if there is no event, wait up to this many seconds (at most 60) for one.",
        example: "wait=1"
    )
    static let lastEventID = RequestHeader(
        name: "Last-Event-ID",
        about: "The client's revision. Effects after it are sent again.",
        example: "4"
    )
    static let acceptLanguage = RequestHeader(
        name: "Accept-Language",
        about:
            "Selects among the app's languages. A call that sends a device without a `locale` stores the best match.",
        example: "de, en;q=0.8"
    )
    static let accept = RequestHeader(
        name: "Accept",
        about: "`text/html` for a web page; JSON otherwise.",
        example: "application/json"
    )
}

/// A response header in the OpenAPI document.
enum ReplyHeader: String, Sendable {
    case entityTag = "ETag"
    case contentLanguage = "Content-Language"
    case location = "Location"
    case idempotencyReplayed = "Idempotency-Replayed"
    case retryAfter = "Retry-After"
    case authenticate = "WWW-Authenticate"

    /// The header's description.
    var about: String {
        switch self {
        case .entityTag: "The revision, or the version of the document."
        case .contentLanguage: "The language of the document."
        case .location: "The path of the session or of the batch."
        case .idempotencyReplayed: "`true` if this is the answer to an earlier request with the same key."
        case .retryAfter: "The seconds to wait before a retry."
        case .authenticate: "`Bearer`; with `error=\"invalid_token\"` for a token that is not valid."
        }
    }
}
