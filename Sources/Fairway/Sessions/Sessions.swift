public import FairwayWire
import Synchronization

/// A service for the app's own code: it refreshes sessions after their data has changed.
///
/// Every app has this service. Get it from ``Dependencies``:
///
/// ```swift
/// Service(PriceFeed.self) { dependencies in
///     let sessions = dependencies[Sessions.self]
///     return PriceFeed { change in try await sessions.refresh(change.session) }
/// }
/// ```
public final class Sessions: Sendable {
    /// Weak, because the engine retains its services, and this is one.
    private struct Running {
        weak var engine: Engine?
    }

    private let running = Mutex(Running())

    /// The engine is set later, by ``belong(to:)``.
    init() {}

    func belong(to engine: Engine) { running.withLock { $0.engine = engine } }

    /// Computes the session's screens again, and sends them to its client if they differ.
    ///
    /// Do not await this in a handler of the same session: it waits for that handler.
    ///
    /// - Throws: `no-such-session`, `session-over`, the error of the flow's view model, or `shutting-down` if the app
    ///   no longer runs.
    public func refresh(_ session: String) async throws(Problem) {
        guard let engine = running.withLock(\.engine) else {
            throw Problem(.shuttingDown, "The app no longer runs.")
        }
        let answer = await engine.refresh(session)
        guard let code = answer.code else { return }
        throw (try? JSON.decode(Problem.self, from: answer.body)) ?? Problem(code)
    }
}
