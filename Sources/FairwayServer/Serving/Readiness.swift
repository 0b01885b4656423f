import Fairway
import Synchronization

/// Whether the server should be sent clients now.
final class Readiness: Sendable {
    private let engine: Engine
    private let isStopping = Atomic<Bool>(false)

    init(_ engine: Engine) { self.engine = engine }

    /// From now on it should not.
    func beginShutdown() { isStopping.store(true, ordering: .relaxed) }

    /// What stands in the way; nil when nothing does.
    func obstacle() async -> Obstacle? {
        if isStopping.load(ordering: .relaxed) { return .shuttingDown }
        return await engine.storeAnswers() ? nil : .storeUnavailable
    }

    /// Why a server is not ready.
    enum Obstacle: String {
        case shuttingDown = "shutting-down"
        case storeUnavailable = "store-unavailable"
    }
}
