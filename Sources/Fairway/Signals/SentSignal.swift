import FairwayWire
import Foundation

/// A signal with an id or a key, on its way to a flow. While the signal is work of a session, this is its payload.
///
/// A class, because each change has room for one.
final class SentSignal: Codable, Sendable {
    /// The sender's id.
    let id: String?
    /// Identifies the request. Empty without an id.
    let fingerprint: String
    /// The key that the signal was sent to; nil if it was sent to a session or a user.
    let key: SessionKey?
    let params: RawJSON?
    /// When it arrived.
    let at: Date

    init(id: String?, fingerprint: String, key: SessionKey?, params: RawJSON?, at: Date) {
        (self.id, self.fingerprint, self.key, self.params, self.at) = (id, fingerprint, key, params, at)
    }

    /// The receipt before a flow has handled the signal. Nil without an id.
    func receipt(session: String? = nil) -> SignalReceipt? {
        id.map { SignalReceipt(id: $0, fingerprint: fingerprint, session: session, at: at) }
    }

    /// The work that delivers the signal to a flow.
    func work(
        _ id: String,
        named name: String,
        for node: NodeID?,
        origin: WorkOrigin = WorkOrigin()
    ) throws -> WorkItem {
        WorkItem(
            id: id,
            kind: .signal,
            node: node?.description ?? "",
            name: name,
            payload: try RawJSON(encoding: self),
            due: at,
            request: origin.request,
            trace: origin.trace
        )
    }
}

/// The signal that starts a session, and the key that the session's root flow binds.
struct StartingSignal: Sendable {
    let key: SessionKey
    let name: String
    /// The id of the work that delivers it.
    let work: String
    let sent: SentSignal
}

/// Thrown if a flow answers that a signal has to wait, or if a signal that has waited finds no route.
struct SignalWaits: Error {
    /// The flow that it waits for.
    let node: NodeID?
}
