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
    private let state = Mutex(State())

    private static let secondsAnswerIsGood = 1.0

    private struct State {
        var isProbing = false
        var last: (answers: Bool, at: Date)?
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }

    private enum Step { case know(Bool), wait, probe }

    init(_ engine: Engine) { self.engine = engine }

    /// From now on it should not.
    func beginShutdown() { isStopping.store(true, ordering: .relaxed) }

    /// What stands in the way; nil when nothing does.
    func obstacle() async -> Obstacle? {
        if isStopping.load(ordering: .relaxed) { return .shuttingDown }
        return await storeAnswers() ? nil : .storeUnavailable
    }

    /// Why a server is not ready.
    enum Obstacle: String {
        case shuttingDown = "shutting-down"
        case storeUnavailable = "store-unavailable"
    }

    // MARK: Probing

    /// Whoever comes first probes, and tells those who come meanwhile.
    private func storeAnswers() async -> Bool {
        switch nextStep() {
        case .know(let answers): return answers
        case .wait:
            return await withCheckedContinuation { waiter in
                if let answers = wait(waiter) { waiter.resume(returning: answers) }
            }
        case .probe:
            let answers = await engine.storeAnswers()
            for waiter in finish(answers) { waiter.resume(returning: answers) }
            return answers
        }
    }

    private func nextStep() -> Step {
        let now = engine.clock.now
        return state.withLock { state in
            if state.isProbing { return .wait }
            // A clock that is set back makes it old, too.
            if let last = state.last, abs(now.timeIntervalSince(last.at)) < Self.secondsAnswerIsGood {
                return .know(last.answers)
            }
            state.isProbing = true
            return .probe
        }
    }

    /// What came of the probe, when it is over by now.
    private func wait(_ waiter: CheckedContinuation<Bool, Never>) -> Bool? {
        state.withLock { state in
            guard !state.isProbing, let last = state.last else {
                state.waiting.append(waiter)
                return nil
            }
            return last.answers
        }
    }

    private func finish(_ answers: Bool) -> [CheckedContinuation<Bool, Never>] {
        let now = engine.clock.now
        return state.withLock { state in
            defer { state = State(last: (answers, now)) }
            return state.waiting
        }
    }
}
