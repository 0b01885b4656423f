import Fairway
import FairwayWire

extension Incident {
    /// The revision of an incident until it is written, if no state was in memory. Revisions begin with 1.
    static let unknownRevision = 0

    init(_ change: RefusedChange, of session: String) {
        self.init(
            session: session,
            revision: change.revision ?? Self.unknownRevision,
            at: change.at,
            kind: change.kind,
            node: change.subject.node?.number,
            flow: change.subject.flow,
            screen: change.subject.screen,
            name: change.subject.name,
            code: change.code.rawValue,
            errors: change.errors,
            cause: change.cause,
            request: change.request
        )
    }
}

/// Notes refused and failed changes of sessions as incidents.
struct IncidentObserver: EngineObserver {
    let ofClients: IncidentRecorder
    /// Those of timers, jobs and signals. They have limits of their own, so that a client cannot suppress them.
    let ofServer: IncidentRecorder

    func refused(_ change: RefusedChange) {
        // The failure itself is an incident.
        guard change.workFailure != .undelivered, let session = change.session else { return }
        switch change.origin {
        case .client: ofClients.note(Incident(change, of: session), from: change.source)
        case .server: ofServer.note(Incident(change, of: session))
        }
    }
}
