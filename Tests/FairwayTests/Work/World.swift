import Fairway
import Synchronization

/// The world outside, as a test scripts it.
final class World: Sendable {
    private let state = Mutex(State())
    /// Holds whoever performs, where the script says so.
    let gate = Gate()

    private struct State {
        var attempts: [Attempt] = []
        var script: [Answer] = []
        var deafness = 0
        var heard: [String] = []
        var present: [String: Int] = [:]
        var mostPresent: [String: Int] = [:]
    }

    /// What somebody was asked to do.
    struct Attempt: Hashable {
        var job: String
        var id: String
        var number: Int
    }

    /// What the outside answers.
    enum Answer {
        case fail, giveUp, wait, waitAndFail
    }

    struct Deaf: Error {}
    struct Down: Error {}

    /// The attempts so far.
    var attempts: [Attempt] { state.withLock(\.attempts) }
    /// What handlers have said so far, in order.
    var heard: [String] { state.withLock(\.heard) }
    /// How many of a kind were here at the same time at most.
    var mostPresent: [String: Int] { state.withLock(\.mostPresent) }

    /// The next answers; after them all is well.
    func answer(_ answers: Answer...) { state.withLock { $0.script += answers } }

    /// Lets so many handlers fail.
    func fail(next count: Int) { state.withLock { $0.deafness = count } }

    /// A handler says something.
    func hear(_ text: String) throws {
        try state.withLock { state in
            state.heard.append(text)
            guard state.deafness == 0 else {
                state.deafness -= 1
                throw Deaf()
            }
        }
    }

    /// Somebody does something.
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
