import Fairway
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Whether the server should be sent clients now.
///
/// To find out, it writes to the store, as a change would. What that came to is good for a second and for everybody who
/// asks: however many balancers there are, and whoever else calls without a token, the store is written to once a second.
final class Readiness: Sendable {
    private let engine: Engine
    private let isStopping = Atomic<Bool>(false)
    private let last = Mutex<Probe?>(nil)

    private static let secondsAnswerIsGood = 1.0

    private struct Probe {
        let answer: Task<Bool, Never>
        let begun: Date
        var isOver = false
    }

    init(_ engine: Engine) { self.engine = engine }

    /// From now on it should not.
    func beginShutdown() { isStopping.store(true, ordering: .relaxed) }

    /// What stands in the way; nil when nothing does.
    func obstacle() async -> Obstacle? {
        if isStopping.load(ordering: .relaxed) { return .shuttingDown }
        return await probe().value ? nil : .storeUnavailable
    }

    /// Why a server is not ready.
    enum Obstacle: String {
        case shuttingDown = "shutting-down"
        case storeUnavailable = "store-unavailable"
    }

    /// One that is under way, or has just been, else a new one.
    private func probe() -> Task<Bool, Never> {
        let now = engine.clock.now
        return last.withLock { last in
            // A clock that is set back makes it old, too.
            if let last, !last.isOver || abs(now.timeIntervalSince(last.begun)) < Self.secondsAnswerIsGood {
                return last.answer
            }
            let answer = Task {
                defer { self.last.withLock { $0?.isOver = true } }
                return await engine.storeAnswers()
            }
            last = Probe(answer: answer, begun: now)
            return answer
        }
    }
}
