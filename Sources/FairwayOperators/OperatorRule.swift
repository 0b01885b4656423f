import Fairway
import FairwayWire
import Synchronization

/// Pauses the start of sessions, holds what sandboxes must not do, and masks what operators see.
final class OperatorRule: EngineRule {
    /// The `Retry-After` for starts that are refused because the disk is nearly full.
    private static let secondsUntilRoom = 30

    private let isOpenToNewSessions = Atomic<Bool>(true)

    var startsSessions: Bool {
        get { isOpenToNewSessions.load(ordering: .relaxed) }
        set { isOpenToNewSessions.store(newValue, ordering: .relaxed) }
    }

    func checkStartsSessions() throws(Problem) {
        guard !startsSessions else { return }
        throw Problem(
            .storeUnavailable,
            "The server's disk is nearly full, so it starts no new sessions. Existing sessions continue.",
            retryAfterSeconds: Self.secondsUntilRoom
        )
    }

    func mayStart(_ request: StartRequest?, by requester: Requester) throws(Problem) { try checkStartsSessions() }

    func mayAct(_ act: SessionAct, by caller: Caller, on session: SessionRow) throws(Problem) {
        guard session.isSandbox else { return }
        switch act {
        case .change(.signIn): throw Problem(.forbidden, "A sandbox takes no sign-in.")
        case .change(.work) where !caller.isOperator:
            throw Problem(.forbidden, "The work of a sandbox waits for an operator.")
        case .makeHandoff, .takeHandoff:
            throw Problem(.forbidden, "A sandbox cannot be handed over to another device.")
        case .change, .draft, .refusal: return
        }
    }

    func maySee(_ session: SessionRow, by caller: Caller) throws(Problem) -> SessionVisibility {
        caller.isOperator ? .masked : .whole
    }
}
