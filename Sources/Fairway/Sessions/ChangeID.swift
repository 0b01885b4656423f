/// What services may deduplicate on: the same whenever a change is run again, and that of no other change. It is text only
/// where somebody asks for it, and most changes go by without.
enum ChangeID: Sendable {
    /// Of a request that brings a key.
    case key(String, session: String)
    /// Of a start, and of background work that comes back: the id that the outside knows it by.
    case named(String)
    /// Of any other: where it comes from, told apart from other servers and from this one before it was started anew, and a
    /// number.
    case counted(Int, origin: String, session: String)

    /// The id.
    var text: String {
        switch self {
        case .key(let key, let session): "\(session)/key/\(key)"
        case .named(let id): id
        case .counted(let number, let origin, let session): "\(session)/\(origin)\(number)"
        }
    }
}
