/// The header fields of answers, as the OpenAPI document explains them.
enum ReplyHeader: String, Sendable {
    case entityTag = "ETag"
    case location = "Location"
    case idempotencyReplayed = "Idempotency-Replayed"
    case retryAfter = "Retry-After"
    case authenticate = "WWW-Authenticate"

    /// What it says.
    var about: String {
        switch self {
        case .entityTag: "The revision, or the version of the document."
        case .location: "Where the session is."
        case .idempotencyReplayed: "`true` when an earlier request with the same key was answered so."
        case .retryAfter: "After how many seconds to try again."
        case .authenticate: "`Bearer`."
        }
    }
}
