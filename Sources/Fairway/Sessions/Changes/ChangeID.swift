import Synchronization

/// A change's id, for deduplication by services. A repetition of the change has the same id, and no other change has.
/// The text is created on demand, since most changes do not need it.
enum ChangeID: Sendable {
    /// A change with an idempotency key.
    case key(String, session: String)
    /// A start, or the delivery of a timer or of a job's result.
    case named(String)
    /// Any other change: its number in this process, and a random name of the process as `origin`.
    case counted(Int, origin: String, session: String)

    var text: String {
        switch self {
        case .key(let key, let session): "\(session)/key/\(key)"
        case .named(let id): id
        case .counted(let number, let origin, let session): "\(session)/\(origin)\(number)"
        }
    }
}

/// Generates ids for changes.
final class ChangeIDs: Sendable {
    private let origin: String
    private let count = Atomic<Int>(0)

    init(origin: String) { self.origin = origin }

    func next(in session: String) -> ChangeID {
        .counted(count.add(1, ordering: .relaxed).newValue, origin: origin, session: session)
    }

    func make(for change: Change, _ guards: Guards, in session: String) -> ChangeID {
        if let key = guards.key { return .key(key.key, session: session) }
        if case .work(let item, _) = change { return .named(WorkItem.outsideID(item.id, of: session)) }
        return next(in: session)
    }
}
