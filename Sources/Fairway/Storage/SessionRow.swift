public import FairwayWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A session as it is stored: everything but its flows.
public struct SessionRow: Hashable, Sendable {
    /// The session's id.
    public var id: String
    /// SHA-256 of the token that opens it.
    public var tokenHash: [UInt8]
    /// Those of tokens that a handoff has replaced.
    public var supersededTokenHashes: [[UInt8]]
    /// Who it belongs to, behind an authenticating proxy.
    public var identity: String?
    /// How often it has changed.
    public var revision: Int
    /// Whether it goes on.
    public var status: SessionStatus
    /// How it ended.
    public var outcome: SessionOutcome?
    /// The root flow's output.
    public var result: RawJSON?
    /// What the client said of itself.
    public var device: Device
    /// The root flow's name.
    public var rootFlow: String
    /// The name of the screen in front.
    public var frontScreen: String?
    /// The containers, and the ids to be given out next.
    public var layout: RawJSON
    /// What visible screens show, by id, where that is not just their stored properties.
    public var viewModels: RawJSON
    /// When it was started.
    public var createdAt: Date
    /// When it was changed last.
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

/// By what a call is let into a session: a part of its row.
public struct SessionAccess: Hashable, Sendable {
    /// SHA-256 of the token that opens it.
    public var tokenHash: [UInt8]
    /// Those of tokens that a handoff has replaced.
    public var supersededTokenHashes: [[UInt8]]
    /// Who it belongs to, behind an authenticating proxy.
    public var identity: String?

    /// The columns as they are stored.
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

    /// The names of the columns.
    package static let columns = "token_sha256, superseded_token_sha256s, identity"
}

extension SessionRow {
    /// By what a call is let in.
    public var access: SessionAccess { SessionAccess(self) }
}

extension SessionAccess {
    /// Whether the session exists for somebody whom a proxy calls that.
    ///
    /// Compared byte by byte: two spellings of `é` are one text to Swift, and may be two users to who names them.
    func exists(for identity: String?) -> Bool {
        guard let owner = self.identity else { return true }
        return identity.map { owner.utf8.elementsEqual($0.utf8) } ?? false
    }
}
