import Fairway
import FairwayDoubles
import FairwaySQLite
import FairwayWire
import Foundation
import Synchronization

/// The process that is killed in the middle of background work, by itself at a given point or by who started it.
enum WorkCrashChild {
    /// Where it ends.
    enum Point: String, CaseIterable {
        /// The work has been asked for; nobody has begun with it.
        case beforePerforming = "before-performing"
        /// The outside knows of it; the performer has not returned.
        case performing
        /// The performer has returned; the flow's change is not committed.
        case beforeTelling = "before-telling"
        /// Wherever the kill meets it.
        case anywhere
        /// All is done: the flow is printed.
        case end
    }

    /// Arguments: the store, the file that is the world outside, the point, and after how many deliveries.
    static func run(_ arguments: ArraySlice<String>) async throws {
        let arguments = Array(arguments)
        guard arguments.count == 4, let point = Point(rawValue: arguments[2]), let count = Int(arguments[3]) else {
            exit(64)
        }
        let store = try SQLiteStore(arguments[0])
        let faulty = FaultyStore(store)
        let outside = open(arguments[1], O_WRONLY | O_APPEND | O_CREAT, 0o600)
        let performed = Atomic<Int>(0)
        let app = App(initial: Courier()) {
            Performer(Courier.Delivery.self, concurrency: 3, retry: RetryPolicy(attempts: 1_000)) { job, attempt in
                // One call for one line: lines do not mix, and none is cut.
                let line = Array("\(job.parcel) \(attempt.id)\n".utf8)
                _ = write(outside, line, line.count)
                let isLast = performed.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue == count
                if isLast, point == .performing { die() }
                if isLast, point == .beforeTelling {
                    let id = attempt.id.split(separator: "/").last.map(String.init) ?? ""
                    let hold = faulty.holdNext { $0.work.contains(.finish(id: id)) }
                    Task {
                        await hold.reached()
                        die()
                    }
                }
                return job.parcel
            }
        }
        let engine = try Engine(app, store: faulty)
        if try await store.summary().activeSessions == 0 {
            let started = try JSON.decode(StateDocument.self, from: await engine.start().body)
            let sending = Change.action(name: "sendButtonPressed", params: nil, screen: nil, draft: nil)
            guard await engine.perform(sending, on: started.session, by: Caller(.operator)).code == nil else { exit(1) }
        }
        if point == .beforePerforming { die() }
        let worker = try Worker(engine)
        worker.start()
        // Written, not printed: whoever waits for it must not wait for a full buffer.
        _ = write(STDOUT_FILENO, "working\n", 8)
        let session = try await store.sessions(SessionsQuery(limit: 1)).rows[0].id
        while try await !store.work(session).isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        await worker.stop(withinSeconds: 10)
        guard let flow = try await store.load(session)?.flows.first else { exit(1) }
        print(String(decoding: flow.state.bytes, as: UTF8.self))
        await store.close()
        withExtendedLifetime(worker) {}
    }

    private static func die() -> Never {
        kill(getpid(), SIGKILL)
        while true { pause() }
    }
}
