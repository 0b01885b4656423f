import Fairway
import FairwayWire
import Foundation

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
        let stored = try state.stored(with: maskedViewModels, blueprint)
        let row = stored.session
        original = row.forkedFrom ?? row.id
        (revision, status, user, claims) = (row.revision, row.status, row.user, row.claims)
        (device, rootFlow, frontScreen) = (row.device, row.rootFlow, row.frontScreen)
        (layout, viewModels, flows) = (row.layout, row.viewModels, stored.flows)
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
            touchedAt: now,
            userActedAt: now
        )
        (commit.flows, commit.flowCount) = (flows, flows.count)
        commit.work = work.map(WorkChange.add)
        return commit
    }
}
