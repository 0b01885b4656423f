import FairwayWire
import Synchronization

/// What a call asks of a session. It stays the same if the change is repeated after a lost race.
struct ChangeRequest: Sendable {
    let purpose: Purpose
    let session: String
    let caller: Caller
    let guards: Guards
    /// The executor of the caller's task. It continues the change after the store's answer.
    let callersExecutor: (any TaskExecutor)?

    enum Purpose: Sendable {
        case change(Change, id: ChangeID)
        /// The refusal of a call that contains no valid change. The kind is that of the change that the client asked for.
        case refusal(Problem, kind: String)
        /// A user's draft on a screen; nil deletes it.
        case draft(RawJSON?, screen: String)
        case start(Start)
        case takeover(Takeover)
    }

    /// The first change of a session.
    struct Start: Sendable {
        let row: SessionRow
        let change: Change
        let id: ChangeID
        let user: User?
        let secret: Creations.Secret
    }

    /// The device that takes over a session with a handoff code.
    struct Takeover: Sendable {
        /// The hash of the code.
        let code: [UInt8]
        let device: Device?
        let id: ChangeID
        let requester: Requester
        let secret: Creations.Secret
    }

    init(
        _ purpose: Purpose,
        on session: String,
        by caller: Caller,
        guards: Guards = Guards(),
        continuingOn callersExecutor: (any TaskExecutor)? = nil
    ) {
        self.purpose = purpose
        self.session = session
        self.caller = caller
        self.guards = guards
        self.callersExecutor = callersExecutor
    }

    /// The user whose present claims the handlers see, if the session is this user's.
    var user: User? {
        switch purpose {
        case .start(let start): start.user
        case .takeover(let takeover): takeover.requester.verifiedUser
        case .change, .refusal, .draft: caller.verifiedUser
        }
    }

    /// The token that the answer has, unless only user tokens open the session. Nil if the change issues none.
    var secret: Creations.Secret? {
        switch purpose {
        case .start(let start): start.secret
        case .takeover(let takeover): takeover.secret
        case .change, .refusal, .draft: nil
        }
    }

    /// Whether the change may have been made before.
    var mayBeDecided: Bool { guards.isKeyed || caller.signsIn != nil }

    /// The HTTP status of the answer to a change that was made.
    var statusOfSuccess: Int { if case .start = purpose { 201 } else { 200 } }
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
