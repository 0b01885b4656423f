import FairwayWire

/// What a call asks of a session. It stays the same if the change is repeated after a lost race.
///
/// The large cases are indirect, because each asynchronous function on the path would hold their space.
enum ChangePurpose: Sendable {
    case change(RequestedChange)
    /// The refusal of a call that contains no valid change. The kind is that of the change that the client asked for.
    indirect case refusal(Problem, kind: String)
    /// A user's draft on a screen; nil deletes it.
    indirect case draft(RawJSON?, screen: String)
    indirect case start(Start)
    indirect case takeover(Takeover)

    /// The first change of a session.
    struct Start: Sendable {
        let row: SessionRow
        let requested: RequestedChange
        let user: User?
        let secret: Creations.Secret
    }

    /// The device that takes over a session with a handoff code.
    struct Takeover: Sendable {
        /// The hash of the code.
        let code: [UInt8]
        /// Whether the code is that of a return link.
        let isLink: Bool
        let device: Device?
        let id: ChangeID
        let requester: Requester
        let secret: Creations.Secret

        /// Made even if the device is the same: the new revision tells other servers that the old token is invalid.
        func requested(in state: SessionState) -> RequestedChange {
            RequestedChange(.device(device ?? state.row.device, usesLink: isLink), id: id)
        }
    }

    /// The token that the answer has, unless only user tokens open the session. Nil if the change issues none.
    var secret: Creations.Secret? {
        switch self {
        case .start(let start): start.secret
        case .takeover(let takeover): takeover.secret
        case .change, .refusal, .draft: nil
        }
    }

    /// The change as rules see it.
    var act: SessionAct {
        switch self {
        case .change(let requested): .change(requested.change)
        case .start(let start): .change(start.requested.change)
        case .refusal: .refusal
        case .draft: .draft
        case .takeover: .takeHandoff
        }
    }

    /// The kind of change, as in the journal; nil for a draft, which is no change.
    var kind: String? {
        switch self {
        case .change(let requested): requested.change.kind
        case .refusal(_, let kind): kind
        case .start(let start): start.requested.change.kind
        case .takeover: ChangeKind.device.name
        case .draft: nil
        }
    }

    /// The timer or the job that is delivered.
    var work: WorkItem? {
        guard case .change(let requested) = self, case .work(let item, _) = requested.change else { return nil }
        return item
    }

    /// The HTTP status of the answer to a change that was made.
    var statusOfSuccess: Int { if case .start = self { 201 } else { 200 } }
}

/// A change and its id. A class, because an asynchronous function holds a copy of each value that it passes on.
final class RequestedChange: Sendable {
    let change: Change
    let id: ChangeID

    init(_ change: Change, id: ChangeID) {
        self.change = change
        self.id = id
    }
}
