import Synchronization

extension Engine {
    /// A change and its context. Both stay the same if the change is repeated after a lost race. A class, because it is
    /// passed through many functions.
    final class ChangeRequest: Sendable {
        let change: Change
        let id: ChangeID
        let guards: Guards
        /// The user of the call's user token.
        let user: User?
        /// Whether the answer masks sensitive values and omits effects.
        let masksSensitive: Bool
        /// The executor of the caller's task. It continues the change after the handler.
        let callersExecutor: (any TaskExecutor)?

        init(
            _ change: Change,
            id: ChangeID,
            _ guards: Guards = Guards(),
            user: User? = nil,
            masksSensitive: Bool = false,
            callersExecutor: (any TaskExecutor)?
        ) {
            self.change = change
            self.id = id
            self.guards = guards
            self.user = user
            self.masksSensitive = masksSensitive
            self.callersExecutor = callersExecutor
        }
    }

    func makeID(of change: Change, _ guards: Guards, in session: String) -> ChangeID {
        if let key = guards.key { return .key(key.key, session: session) }
        if case .work(let item, _) = change { return .named(WorkItem.outsideID(item.id, of: session)) }
        return changeIDs.next(in: session)
    }
}

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

/// Generates ids for changes without a key.
final class ChangeIDs: Sendable {
    private let origin: String
    private let count = Atomic<Int>(0)

    init(origin: String) { self.origin = origin }

    func next(in session: String) -> ChangeID {
        .counted(count.add(1, ordering: .relaxed).newValue, origin: origin, session: session)
    }
}
