import Fairway
import FairwayHTTP
import FairwayQuarantine
import FairwayWire
import Foundation

/// Steps that ended the process, and are refused.
extension Admin {
    func addReleaseRoute(to router: inout Router<APIOperation>) {
        router.on(
            .post,
            "/v1/admin/sessions/{session}/release",
            description: APIOperation(
                "Tries the steps of a session again that are in quarantine because they ended the process.",
                "Admin",
                .operator
            )
            .answers(204, "No step of the session is in quarantine.")
            .refuses(.noSuchSession)
        ) { (request, exchange, session: String) in
            answer(request, exchange, needs: .support, audited: .session(session)) { _ in
                // A session that cannot be read has steps of its own nevertheless.
                let rootFlow = try? await store.load(session)?.session.rootFlow
                let released = try await quarantine?.release(session, rootFlow: rootFlow) ?? []
                // A session whose start ended the process was never stored.
                if released.isEmpty, try await store.access(session) == nil { throw Problem(.noSuchSession) }
                for step in released where !step.step.work.isEmpty {
                    // It may have been cancelled, or ended on another server.
                    try? await api.engine.retryWork(step.step.work, of: session)
                }
                return .noContent()
            }
        }
    }

    /// What this server refuses in a session.
    func quarantined(_ session: SessionRow, showsRecords: Bool) -> [QuarantinedDocument] {
        let refused = quarantine?.refused(in: session.id, rootFlow: session.rootFlow) ?? []
        return refused.map { QuarantinedDocument($0, showsRecords: showsRecords) }
    }
}

/// What is refused in a session, in `GET /v1/admin/sessions/{session}`.
struct QuarantinedDocument: Codable {
    /// 0 for a handler that is refused in all sessions.
    var revision: Int
    var kind: String
    var name: String?
    var build: String
    var at: Date

    init(_ quarantined: QuarantinedStep, showsRecords: Bool) {
        let step = quarantined.step
        // A client may have made the name up.
        (revision, kind, name) = (step.revision, step.kind, showsRecords && !step.name.isEmpty ? step.name : nil)
        (build, at) = (quarantined.build, quarantined.at)
    }
}
