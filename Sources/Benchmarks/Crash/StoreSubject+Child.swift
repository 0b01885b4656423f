import Fairway
import FairwayDoubles
import FairwaySQLite
import Foundation

extension StoreSubject {
    /// The process that is killed. What it answers it has been told is committed.
    static func runChild(_ path: String) async throws {
        let store = try SQLiteStore(path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for await line in lines() {
                let parts = line.split(separator: " ").map(String.init)
                guard parts.count == 2 else { continue }
                group.addTask {
                    let count = try await count("s\(parts[0])", key: parts[1], in: store)
                    // One call for one line: lines do not mix, and none is cut.
                    let answer = Array("\(parts[0]) \(count)\n".utf8)
                    _ = write(STDOUT_FILENO, answer, answer.count)
                }
            }
            try await group.waitForAll()
        }
        await store.close()
    }

    /// What comes in, read by a thread that may stand still.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { stream in
            Thread.detachNewThread {
                while let line = readLine() { stream.yield(line) }
                stream.finish()
            }
        }
    }

    /// As the engine does it: look the key up, change what is stored, and start over when another was faster.
    private static func count(_ session: String, key: String, in store: SQLiteStore) async throws -> Int {
        let sample = StoredSample(session)
        while true {
            if let reply = try await store.reply(session, key: key) { return reply.revision - 1 }
            guard let revision = try await store.load(session)?.session.revision else {
                _ = try await store.commit(sample.starting())
                continue
            }
            switch try await store.commit(sample.counting(from: revision, key: key)) {
            case .committed: return revision
            case .answered(let reply): return reply.revision - 1
            case .conflict, .created: continue
            }
        }
    }
}
