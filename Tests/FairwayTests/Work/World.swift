import Fairway
import Synchronization

/// A scripted external service.
final class World: Sendable {
    private let state = Mutex(State())
    /// Suspends calls that are scripted to wait.
    let gate = Gate()

    private struct State {
        var attempts: [Attempt] = []
        var script: [Answer] = []
        var failuresLeft = 0
        var heard: [String] = []
        var running: [String: Int] = [:]
        var mostPresent: [String: Int] = [:]
    }

    /// One call by a performer.
    struct Attempt: Hashable {
        var job: String
        var id: String
        var number: Int
    }

    /// A scripted answer.
    enum Answer {
        case fail, giveUp, wait, waitAndFail
    }

    struct Deaf: Error {}
    struct Down: Error {}

    /// The calls so far.
    var attempts: [Attempt] { state.withLock(\.attempts) }
    /// The texts that handlers have recorded, in order.
    var heard: [String] { state.withLock(\.heard) }
    /// The maximum number of concurrent calls, by kind.
    var mostPresent: [String: Int] { state.withLock(\.mostPresent) }

    /// Adds scripted answers. Calls beyond the script succeed.
    func answer(_ answers: Answer...) { state.withLock { $0.script += answers } }

    /// Makes the next calls of ``hear(_:)`` fail.
    func fail(next count: Int) { state.withLock { $0.failuresLeft = count } }

    /// Records a text of a handler.
    func hear(_ text: String) throws {
        try state.withLock { state in
            state.heard.append(text)
            guard state.failuresLeft == 0 else {
                state.failuresLeft -= 1
                throw Deaf()
            }
        }
    }

    /// Performs a job's call, according to the script.
    func perform(_ job: String, _ attempt: JobAttempt) async throws -> String {
        let answer = state.withLock { state in
            state.attempts.append(Attempt(job: job, id: attempt.id, number: attempt.number))
            let running = state.running[job, default: 0] + 1
            state.running[job] = running
            state.mostPresent[job] = max(state.mostPresent[job] ?? 0, running)
            return state.script.isEmpty ? nil : state.script.removeFirst()
        }
        defer { state.withLock { $0.running[job, default: 0] -= 1 } }
        switch answer {
        case nil: break
        case .fail: throw Down()
        case .giveUp: throw GiveUp("stolen")
        case .wait: await gate.pass()
        case .waitAndFail:
            await gate.pass()
            throw Down()
        }
        return "receipt \(attempt.number)"
    }
}
