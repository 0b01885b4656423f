import FairwayWire
import Foundation

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
        let work = state.keeping?.work.items.map(\.item) ?? []
        let snapshot = try SessionSnapshot(state, maskedViewModels: viewModels, work: work, blueprint)
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

extension SessionState {
    /// The computed view models with sensitive values masked. Nil if they are not known; then
    /// ``Engine/maskedViewModels(of:)`` computes them.
    var maskedViewModels: [ScreenID: RawJSON]? {
        // Those of a sandbox are stored masked.
        guard !viewModels.isEmpty, !row.isSandbox else { return viewModels }
        return keeping?.maskedViewModels.map { viewModels.merging($0) { $1 } }
    }

    /// The drafts for operators, with sensitive values masked.
    func maskedDrafts() throws -> [ScreenID: RawJSON] {
        Dictionary(
            uniqueKeysWithValues: try drafts.map { id, draft in
                (id, try tree.shown(id)?.screen.type.masked(draft: draft) ?? .mask)
            }
        )
    }

    /// The document for operators, with sensitive values masked.
    ///
    /// - Parameter maskedViewModels: The computed view models, masked.
    func document(
        with maskedViewModels: [ScreenID: RawJSON],
        _ blueprint: Blueprint,
        withDrafts: Bool = true
    ) throws -> StateDocument {
        let drafts = withDrafts ? try maskedDrafts() : [:]
        func masked(_ shown: ScreenDocument) throws -> ScreenDocument {
            var screen = shown
            screen.draft = ScreenID(screen.id).flatMap { drafts[$0] }
            if let id = ScreenID(screen.id), viewModels[id] != nil {
                screen.viewModel = maskedViewModels[id] ?? .null
            } else if let shown = ScreenID(screen.id).flatMap({ tree.shown($0)?.screen }) {
                (screen.viewModel, screen.version) = try shown.masked()
            }
            return screen
        }
        var document = self.document
        document.screen = try document.screen.map(masked)
        document.visible = try document.visible.map(masked)
        // That of a sandbox is stored masked.
        if let result = row.result, !row.isSandbox {
            document.result = blueprint.flows[row.rootFlow]?.masked(output: result) ?? .null
        }
        return document
    }
}

extension ShownScreen {
    /// The JSON that is shown with sensitive values masked, and its version. The JSON is null if this build cannot read the
    /// screen.
    func masked() throws -> (json: RawJSON, version: Int) {
        guard let value else { return (.null, encodedVersion) }
        let masked = try type.encode(value, masked: true)
        // The shown bytes may be of an older version of the screen.
        let isOlder = encodedVersion != type.version
        if try masked == (isOlder ? type.encode(value) : json()) { return (try json(), encodedVersion) }
        return (masked, type.version)
    }
}

/// The rows of a session at a revision, without its token, its drafts and its replies. A fork begins with them.
struct SessionSnapshot: Codable {
    /// The id of the session or, in a sandbox, of its original.
    var original: String
    var revision: Int
    var status: SessionStatus
    var user: String?
    var claims: RawJSON?
    var device: Device
    var rootFlow: String
    var frontScreen: String?
    var layout: RawJSON
    var viewModels: RawJSON
    var flows: [FlowRow]
    /// The open timers and jobs, in the order in which they were requested.
    var work: [WorkItem]

    /// - Parameter maskedViewModels: The computed view models of the state, with sensitive values masked.
    init(
        _ state: SessionState,
        maskedViewModels: [ScreenID: RawJSON],
        work: [WorkItem],
        _ blueprint: Blueprint
    ) throws {
        let (row, tree) = (state.row, state.tree)
        original = row.forkedFrom ?? row.id
        (revision, status, user, claims) = (row.revision, row.status, row.user, row.claims)
        (device, rootFlow, frontScreen) = (row.device, row.rootFlow, row.frontScreen)
        layout = StoredLayout(tree).json
        viewModels = try RawJSON(named: maskedViewModels)
        flows = try tree.nodes.map { try tree.row(of: $0, blueprint) }
        self.work = work
    }

    /// Decodes a kept snapshot. Another build may have stored it.
    init(_ kept: KeptState) throws {
        let bytes = try CompressedJSON(stored: kept.snapshot).unpacked()
        do {
            self = try JSON.decode(Self.self, from: bytes)
        } catch {
            throw IncompatibleFlow(flow: kept.session, reason: "revision \(kept.revision) cannot be read: \(error)")
        }
    }

    /// The commit of a sandbox that begins here.
    func sandbox(id: String, token: Token, at now: Date) -> Commit {
        var commit = Commit(session: id, expectedRevision: nil)
        commit.row = SessionRow(
            id: id,
            tokenHash: token.hash,
            user: user,
            claims: claims,
            forkedFrom: original,
            revision: revision,
            status: status,
            device: device,
            rootFlow: rootFlow,
            frontScreen: frontScreen,
            layout: layout,
            viewModels: viewModels,
            createdAt: now,
            touchedAt: now
        )
        (commit.flows, commit.flowCount) = (flows, flows.count)
        commit.work = work.map(WorkChange.add)
        return commit
    }
}
