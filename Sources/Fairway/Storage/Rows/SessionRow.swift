public import FairwayWire
public import Foundation

/// A session's row: everything but its flows.
public struct SessionRow: Hashable, Sendable {
    /// The session's id.
    public var id: String
    /// SHA-256 of its token. Empty if only user tokens open the session.
    public var tokenHash: [UInt8]
    /// SHA-256 of the tokens that a handoff or a sign-in has replaced.
    public var supersededTokenHashes: [[UInt8]]
    /// The id of the user that it belongs to; nil for an anonymous session.
    public var user: String?
    /// The kept claims of the user, as a JSON object; nil if there are none.
    public var claims: RawJSON?
    /// The id of the session that a sandbox is a copy of; nil for any other session.
    public let forkedFrom: String?
    /// The number of its changes.
    public var revision: Int
    /// Whether it is active or over.
    public var status: SessionStatus
    /// How it ended; nil while it is active.
    public var outcome: SessionOutcome?
    /// The root flow's output; nil unless the root flow has finished.
    public var result: RawJSON?
    /// The client's description of itself.
    public var device: Device
    /// The root flow's name.
    public var rootFlow: String
    /// The name of the front screen.
    public var frontScreen: String?
    /// The containers and the next ids, as a `StoredLayout`.
    public var layout: RawJSON
    /// The view models of visible screens, by id.
    public var viewModels: RawJSON
    /// The start time.
    public var createdAt: Date
    /// The time of the last change.
    public var touchedAt: Date
    /// The time of the last change that the user made. See `Change.isOfUser`.
    public var userActedAt: Date

    /// A session with all its columns.
    public init(
        id: String,
        tokenHash: [UInt8],
        supersededTokenHashes: [[UInt8]] = [],
        user: String? = nil,
        claims: RawJSON? = nil,
        forkedFrom: String? = nil,
        revision: Int,
        status: SessionStatus,
        outcome: SessionOutcome? = nil,
        result: RawJSON? = nil,
        device: Device,
        rootFlow: String,
        frontScreen: String? = nil,
        layout: RawJSON,
        viewModels: RawJSON,
        createdAt: Date,
        touchedAt: Date,
        userActedAt: Date
    ) {
        self.id = id
        self.tokenHash = tokenHash
        self.supersededTokenHashes = supersededTokenHashes
        self.user = user
        self.claims = claims
        self.forkedFrom = forkedFrom
        self.revision = revision
        self.status = status
        self.outcome = outcome
        self.result = result
        self.device = device
        self.rootFlow = rootFlow
        self.frontScreen = frontScreen
        self.layout = layout
        self.viewModels = viewModels
        self.createdAt = createdAt
        self.touchedAt = touchedAt
        self.userActedAt = userActedAt
    }
}

extension SessionRow {
    /// The columns that ``init(_:)`` reads, in this order.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "id", "token_sha256", "superseded_token_sha256s", "user_id", "is_sandbox", "revision", "is_over", "outcome",
        "result_json", "device_json", "root_flow", "front_screen", "layout_json", "view_models_json", "created_at_ms",
        "touched_at_ms", "claims_json", "forked_from", "user_acted_at_ms",
    ]

    package init(_ row: some StoredRow) {
        let access = SessionAccess(row, from: 1, device: row.json(9))
        self.init(
            id: row.text(0),
            tokenHash: access.tokenHash,
            supersededTokenHashes: access.supersededTokenHashes,
            user: access.user,
            claims: row.optionalJSON(16),
            forkedFrom: row.optionalText(17),
            revision: row.int(5),
            status: row.bool(6) ? .over : .active,
            outcome: row.optionalText(7).flatMap(SessionOutcome.init),
            result: row.optionalJSON(8),
            device: access.device,
            rootFlow: row.text(10),
            frontScreen: row.optionalText(11),
            layout: row.json(12),
            viewModels: row.json(13),
            createdAt: row.date(14),
            touchedAt: row.date(15),
            userActedAt: row.date(18)
        )
    }
}

/// The columns that authorize a call, and the device.
public struct SessionAccess: Hashable, Sendable {
    /// SHA-256 of its token. Empty if only user tokens open the session.
    public var tokenHash: [UInt8]
    /// SHA-256 of the tokens that a handoff or a sign-in has replaced.
    public var supersededTokenHashes: [[UInt8]]
    /// The id of the user that it belongs to; nil for an anonymous session.
    public var user: String?
    /// Whether it is a sandbox, which its own token opens and no user token.
    public var isSandbox: Bool
    private let deviceJSON: RawJSON

    /// The client's description of itself. Decoded on each access, because most calls do not need it.
    public var device: Device { Device(stored: deviceJSON.bytes) }

    /// Reads ``columns``.
    package init(_ row: some StoredRow) { self.init(row, from: 0, device: row.json(4)) }

    fileprivate init(_ row: some StoredRow, from column: Int, device: RawJSON) {
        let superseded = row.bytes(column + 1)
        tokenHash = row.bytes(column)
        supersededTokenHashes = stride(from: 0, to: superseded.count, by: 32).map {
            Array(superseded[$0..<min($0 + 32, superseded.count)])
        }
        user = row.optionalText(column + 2)
        isSandbox = row.bool(column + 3)
        deviceJSON = device
    }

    fileprivate init(_ row: SessionRow) {
        (tokenHash, supersededTokenHashes) = (row.tokenHash, row.supersededTokenHashes)
        (user, isSandbox, deviceJSON) = (row.user, row.isSandbox, row.device.json)
    }

    package static let columns = "token_sha256, superseded_token_sha256s, user_id, is_sandbox, device_json"
}

extension SessionRow {
    /// Whether it is a sandbox: an operator's copy of a session.
    public var isSandbox: Bool { forkedFrom != nil }

    /// The columns that authorize a call, and the device.
    public var access: SessionAccess { SessionAccess(self) }
}

extension SessionAccess {
    /// Whether the session's token opens it. If not, only user tokens do.
    var hasToken: Bool { !tokenHash.isEmpty }

    /// Whether a user may know that the session exists. An operator, who opens a sandbox, may be another user.
    func exists(for user: String?) -> Bool { isSandbox || self.user == nil || self.user.isSameUser(as: user) }

    /// Whether the user's tokens open the session.
    func opens(for user: User) -> Bool { !isSandbox && user.hasID(self.user) }
}

extension String? {
    /// Compares two users by their bytes. Swift treats two spellings of `é` as equal, but they may be two users.
    package func isSameUser(as other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.utf8.elementsEqual(other.utf8)
    }
}

/// A session with its flows and drafts.
public struct StoredSession: Hashable, Sendable {
    /// The session's row.
    public var session: SessionRow
    /// Its active flows.
    public var flows: [FlowRow]
    /// The drafts, by screen id.
    public var drafts: [String: RawJSON]
    /// The number of calls of ``Store/setDraft(_:_:screen:)`` for this session; 0 if the store does not count them.
    public var draftEdits: Int

    /// Creates a value from the rows of one session.
    public init(session: SessionRow, flows: [FlowRow], drafts: [String: RawJSON], draftEdits: Int = 0) {
        self.session = session
        self.flows = flows
        self.drafts = drafts
        self.draftEdits = draftEdits
    }
}
