public import FairwayWire
import Synchronization

/// What an app's own code does to sessions from outside them, when something has changed that they show.
///
/// A service that every app has: whoever is given ``Dependencies`` may ask for it.
///
/// ```swift
/// Service(PriceFeed.self) { dependencies in
///     let sessions = dependencies[Sessions.self]
///     return PriceFeed { change in try await sessions.refresh(change.session) }
/// }
/// ```
public final class Sessions: Sendable {
    /// Weak, because the engine keeps its services, this among them.
    private struct Running {
        weak var engine: Engine?
    }

    private let running = Mutex(Running())

    /// To be given its engine as soon as there is one.
    init() {}

    func belong(to engine: Engine) { running.withLock { $0.engine = engine } }

    /// Computes what a session shows again, and sends it to its client if anything differs.
    ///
    /// Not to be waited for within a handler of the same session: it comes after that handler.
    ///
    /// - Throws: `no-such-session`, `session-over`, what the flow's view model throws, or `shutting-down` when the app
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
