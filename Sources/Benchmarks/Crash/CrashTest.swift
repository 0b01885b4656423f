import Foundation

/// Clients count sessions up under idempotency keys while the process that keeps them is killed again and again.
///
/// Every answer has to be exactly one more than the one before it in its session: one action that was lost, or was made
/// twice, and it is not. A client whose answer was lost with the process asks again under the same key.
struct CrashTest {
    let subject: any CrashSubject
    let sessions: Int
    let kills: Int
    let seed: UInt64
    /// How long after its start it is killed.
    var milliseconds = 20..<250
    /// Whether a client whose answer was lost asks again under its key, or goes on from what is stored.
    var usesKeys = true

    /// What was found to be wrong.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Returns: How many actions were acknowledged, and how many had to be asked for more than once.
    func run() async throws -> (acknowledged: Int, repeated: Int) {
        var order = Shuffle(seed: seed)
        var counts = Array(repeating: 0, count: sessions)
        var repeated = 0
        for _ in 0..<kills {
            try await subject.start()
            let pause = milliseconds.lowerBound + order.next(below: milliseconds.count)
            let deadline = ContinuousClock.now + .milliseconds(pause)
            let killing = Task {
                try await Task.sleep(until: deadline)
                await subject.kill()
            }
            let before = counts
            let after = try await driveAll(from: before)
            try await killing.value
            let stored = try await subject.audit(sessions: sessions)
            for session in 0..<sessions {
                // One action of each session may have been committed without its answer having got through.
                guard (after[session]...after[session] + 1).contains(stored[session]) else {
                    throw Failure(
                        description: "session \(session): \(after[session]) acknowledged, \(stored[session]) stored"
                    )
                }
                if stored[session] > after[session] { repeated += 1 }
            }
            counts = usesKeys ? after : stored
        }
        try await subject.start()
        for session in 0..<sessions { counts[session] = try await count(session, counts[session] + 1) }
        await subject.kill()
        guard try await subject.audit(sessions: sessions) == counts else {
            throw Failure(description: "what is stored is not what was acknowledged")
        }
        return (counts.reduce(0, +), repeated)
    }

    private func driveAll(from counts: [Int]) async throws -> [Int] {
        try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for session in 0..<sessions {
                group.addTask {
                    var count = counts[session]
                    do {
                        while true { count = try await self.count(session, count + 1) }
                    } catch is SubjectDied {
                        return (session, count)
                    }
                }
            }
            var after = counts
            for try await (session, count) in group { after[session] = count }
            return after
        }
    }

    private func count(_ session: Int, _ expected: Int) async throws -> Int {
        let answer = try await subject.count(session: session, key: "key-\(session)-\(expected)")
        guard answer == expected else {
            throw Failure(description: "session \(session): action \(expected) was answered with the count \(answer)")
        }
        return answer
    }
}
