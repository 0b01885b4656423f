public import FairwayWire
public import Foundation

/// A session's row: everything but its flows.
public struct SessionRow: Hashable, Sendable {
    /// The session's id.
    public var id: String
    /// SHA-256 of its token.
    public var tokenHash: [UInt8]
    /// SHA-256 of the tokens that handoffs have replaced.
    public var supersededTokenHashes: [[UInt8]]
    /// Its owner, as an authenticating proxy named it.
    public var identity: String?
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

    /// A session with all its columns.
    public init(
        id: String,
        tokenHash: [UInt8],
        supersededTokenHashes: [[UInt8]] = [],
        identity: String? = nil,
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
        touchedAt: Date
    ) {
        self.id = id
        self.tokenHash = tokenHash
        self.supersededTokenHashes = supersededTokenHashes
        self.identity = identity
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
    }
}

extension SessionRow {
    /// The columns that ``init(_:)`` reads, in this order.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "id", "token_sha256", "superseded_token_sha256s", "identity", "revision", "is_over", "outcome", "result_json",
        "device_json", "root_flow", "front_screen", "layout_json", "view_models_json", "created_at_ms", "touched_at_ms",
    ]

    package init(_ row: some StoredRow) {
        let access = SessionAccess(row, from: 1)
        self.init(
            id: row.text(0),
            tokenHash: access.tokenHash,
            supersededTokenHashes: access.supersededTokenHashes,
            identity: access.identity,
            revision: row.int(4),
            status: row.bool(5) ? .over : .active,
            outcome: row.optionalText(6).flatMap(SessionOutcome.init),
            result: row.optionalJSON(7),
            device: Device(stored: row.bytes(8)),
            rootFlow: row.text(9),
            frontScreen: row.optionalText(10),
            layout: row.json(11),
            viewModels: row.json(12),
            createdAt: row.date(13),
            touchedAt: row.date(14)
        )
    }
}

/// The columns that authorize a call.
public struct SessionAccess: Hashable, Sendable {
    /// SHA-256 of its token.
    public var tokenHash: [UInt8]
    /// SHA-256 of the tokens that handoffs have replaced.
    public var supersededTokenHashes: [[UInt8]]
    /// Its owner, as an authenticating proxy named it.
    public var identity: String?

    /// Reads ``columns``.
    package init(_ row: some StoredRow, from column: Int = 0) {
        let superseded = row.bytes(column + 1)
        tokenHash = row.bytes(column)
        supersededTokenHashes = stride(from: 0, to: superseded.count, by: 32).map {
            Array(superseded[$0..<min($0 + 32, superseded.count)])
        }
        identity = row.optionalText(column + 2)
    }

    fileprivate init(_ row: SessionRow) {
        (tokenHash, supersededTokenHashes, identity) = (row.tokenHash, row.supersededTokenHashes, row.identity)
    }

    package static let columns = "token_sha256, superseded_token_sha256s, identity"
}

extension SessionRow {
    /// The columns that authorize a call.
    public var access: SessionAccess { SessionAccess(self) }
}

extension SessionAccess {
    /// Whether an identity may know that the session exists. Identities are compared by their bytes: Swift treats two spellings of
    /// `é` as equal, but they may be two users.
    func exists(for identity: String?) -> Bool {
        guard let owner = self.identity else { return true }
        return identity.map { owner.utf8.elementsEqual($0.utf8) } ?? false
    }
}
