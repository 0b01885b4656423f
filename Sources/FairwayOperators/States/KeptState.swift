package import Fairway
import FairwayWire

/// A state of a session at a revision, kept for operators and for forks.
public struct KeptState: Hashable, Sendable {
    /// The session's id.
    public var session: String
    /// The revision.
    public var revision: Int
    /// The state document without drafts, with sensitive values masked. Compressed by `CompressedJSON`.
    public var document: [UInt8]
    /// The rows that a fork begins with. Compressed by `CompressedJSON`.
    public var snapshot: [UInt8]

    /// A kept state.
    public init(session: String, revision: Int, document: [UInt8], snapshot: [UInt8]) {
        self.session = session
        self.revision = revision
        self.document = document
        self.snapshot = snapshot
    }
}

extension KeptState {
    /// Reads the session's id, the revision, the document and the snapshot.
    package init(_ row: some StoredRow) {
        self.init(session: row.text(0), revision: row.int(1), document: row.bytes(2), snapshot: row.bytes(3))
    }

    init(_ state: SessionState, _ blueprint: Blueprint) throws {
        let viewModels = state.maskedViewModels ?? state.viewModels.mapValues { _ in .null }
        let snapshot = try SessionSnapshot(state, maskedViewModels: viewModels, work: state.openWork, blueprint)
        self.init(
            session: state.row.id,
            revision: state.row.revision,
            document: try CompressedJSON(
                JSON.encode(try state.document(with: viewModels, blueprint, withDrafts: false))
            ).bytes,
            snapshot: try CompressedJSON(JSON.encode(snapshot)).bytes
        )
    }
}
