/// Why PostgreSQL did not do something.
struct PostgresFailure: Error, Hashable, CustomStringConvertible {
    /// What kind of failure it was.
    let kind: Kind
    /// What PostgreSQL, or its client library, said.
    let message: String

    /// What may go wrong.
    enum Kind: Hashable {
        /// The server answered with an error, by its code (https://www.postgresql.org/docs/current/errcodes-appendix.html).
        case refused(state: String)
        /// There was no connection; nothing was sent.
        case unreachable
        /// The connection was lost before the answer came: it may have been done or not.
        case cut
        /// No answer came, and the connection was given up: it may have been done or not, or be done yet.
        case silent
        /// The system gives this process no more descriptors; nothing was sent.
        case withoutDescriptor
        /// More waits than may wait.
        case crowded
        /// The store has been closed.
        case closed
    }

    static let closed = PostgresFailure(kind: .closed, message: "the store has been closed")

    /// Whether the same would do, asked again: two that wanted the same rows, of which one was let pass.
    var mayPassNextTime: Bool { [.refused(state: "40001"), .refused(state: "40P01")].contains(kind) }

    /// Whether another connection may do better: the server is going down, or takes no changes any more.
    var endsItsConnection: Bool {
        guard case .refused(let state) = kind else { return false }
        return state.hasPrefix("57P") || state == "25006"
    }

    var description: String {
        if case .refused(let state) = kind { return "PostgreSQL \(state): \(message)" }
        return message
    }
}
