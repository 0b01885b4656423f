import Fairway
import Synchronization

/// A scripted external service.
final class World: Sendable {
    private let state = Mutex(State())
    /// Blocks performers if the script says so.
    let gate = Gate()

    private struct State {
        var attempts: [Attempt] = []
        var script: [Answer] = []
        var deafness = 0
        var heard: [String] = []
        var present: [String: Int] = [:]
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
    /// The messages of handlers so far, in order.
    var heard: [String] { state.withLock(\.heard) }
    /// The maximum number of concurrent calls, by kind.
    var mostPresent: [String: Int] { state.withLock(\.mostPresent) }

    /// Adds scripted answers. Calls beyond the script succeed.
    func answer(_ answers: Answer...) { state.withLock { $0.script += answers } }

    /// Lets the next handlers fail.
    func fail(next count: Int) { state.withLock { $0.deafness = count } }

    /// Records a message of a handler.
    func hear(_ text: String) throws {
        try state.withLock { state in
            state.heard.append(text)
            guard state.deafness == 0 else {
                state.deafness -= 1
                throw Deaf()
            }
        }
    }

    /// Performs a call.
    func perform(_ job: String, _ attempt: JobAttempt) async throws -> String {
        let answer = state.withLock { state in
            state.attempts.append(Attempt(job: job, id: attempt.id, number: attempt.number))
            let present = state.present[job, default: 0] + 1
            state.present[job] = present
            state.mostPresent[job] = max(state.mostPresent[job] ?? 0, present)
            return state.script.isEmpty ? nil : state.script.removeFirst()
        }
        defer { state.withLock { $0.present[job, default: 0] -= 1 } }
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
