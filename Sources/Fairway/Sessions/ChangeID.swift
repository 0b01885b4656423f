/// A change's id, with which services can deduplicate. It is the same when the change is repeated, and differs for each
/// change. The text is created on demand, since most changes do not need it.
enum ChangeID: Sendable {
    /// A change with an idempotency key.
    case key(String, session: String)
    /// A start, or the result of a job.
    case named(String)
    /// Any other change: a number, with the origin of this process.
    case counted(Int, origin: String, session: String)

    /// The id as text.
    var text: String {
        switch self {
        case .key(let key, let session): "\(session)/key/\(key)"
        case .named(let id): id
        case .counted(let number, let origin, let session): "\(session)/\(origin)\(number)"
        }
    }
}
