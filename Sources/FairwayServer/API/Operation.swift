import FairwayWire

/// What there is to say of a route to those who call it: the OpenAPI document is made from these, and from the routes that
/// carry them.
///
/// ```swift
/// Operation("Opens a deep link inside the session.", "Sessions", .session)
///     .takes(LinkBody.self)
///     .changesSession()
///     .refuses(.noSuchLink, .linkRefused)
/// ```
///
/// What every call of a kind has in common is added by the kind: who may make it, whether it takes a body, whether it
/// runs a flow's code.
struct Operation: Sendable {
    /// What the call does, in a sentence.
    var summary: String
    /// Who may make it.
    var access: Access
    /// Under which heading it stands.
    var tag: String
    /// What it reads from the query and the header.
    var parameters: [Parameter] = []
    /// What it takes.
    var body: Body?
    /// What it answers when all is well.
    var replies: [Reply] = []
    /// The codes it may answer with when not all is well.
    var problems: [ProblemCode]
    /// Whether what is refused comes with the session's state, so that the client can carry on (`protocol.md` 5).
    var attachesState: Bool

    /// Who may make a call.
    enum Access: Sendable {
        /// Anybody.
        case open
        /// Who bears the session's token.
        case session
        /// Who bears the operator's token.
        case `operator`
    }

    /// A header field or a part of the query.
    struct Parameter: Sendable {
        var name: String
        var place: Place
        var about: String
        var schema: JSONObject

        /// OpenAPI's names for the places.
        enum Place: String {
            case query, header
        }
    }

    /// A JSON body.
    struct Body: Sendable {
        var schema: JSONObject
        var isRequired: Bool
    }

    /// One answer.
    struct Reply: Sendable {
        var status: Int
        var about: String
        /// The forms it may have, by media type.
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
            case .session:
                [.missingToken, .superseded, .noSuchSession, .incompatibleFlow, .storeUnavailable, .overloaded]
            case .operator: [.missingToken, .forbidden, .storeUnavailable]
            }
    }
}
