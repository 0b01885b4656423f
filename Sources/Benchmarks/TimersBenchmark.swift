import Fairway
import FairwaySQLite
import FairwayWire
import Foundation

/// `fairway-benchmarks timers [count]`: what users notice while very many timers come due at once, on SQLite with full
/// durability. Eight users act one action after the other, in the same run without and with timers being delivered.
enum TimersBenchmark {
    private static let users = 8

    static func run(_ arguments: ArraySlice<String>) async throws {
        let count = arguments.first.flatMap { Int($0) } ?? 100_000
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-timers-\(getpid())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try SQLiteStore("\(folder)/timers.sqlite")
        let engine = try Engine(App(initial: Gate()) { Flow(Tally()) }, store: store)
        let waiting = await startWaiting(count, engine)
        let sessions = try await startUsers(engine)

        let quiet = try await act(sessions, engine, until: { $0 >= 3 })
        let worker = try Worker(engine)
        let began = ContinuousClock.now
        worker.start()
        let busy = try await act(sessions, engine) { _ in Self.delivered(worker) >= waiting }
        let took = ContinuousClock.now - began
        await worker.stop(withinSeconds: 60)
        // Again afterwards: on a machine that is shared the first look may have met a bad moment.
        let quietAgain = try await act(sessions, engine, until: { $0 >= 3 })
        let left = try await store.nextWork(in: [.timers])
        precondition(left == nil, "not all timers were delivered")
        await store.close()

        let rate = Double(waiting) / (took / .seconds(1))
        print("\(waiting) timers due at once: delivered in \(took), \(Int(rate)) a second")
        print("an action before them:  \(quiet)")
        print("an action beside them:  \(busy)")
        print("an action after them:   \(quietAgain)")
        let usual = min(quiet.median, quietAgain.median)
        let ratio = ((busy.median / usual) * 100).rounded() / 100
        print("ratio of the medians:   \(ratio)")
        if ratio > 2 {
            print("users wait more than twice as long as usual")
            exit(1)
        }
    }

    private static func delivered(_ worker: Worker) -> Int {
        worker.counts.first { $0.key.outcome == .done }?.count ?? 0
    }

    /// Sessions that each have a timer which is due by now. Returns how many.
    private static func startWaiting(_ count: Int, _ engine: Engine) async -> Int {
        let starters = 64
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<starters {
                group.addTask {
                    for _ in 0..<count / starters {
                        let answer = await engine.start()
                        precondition(answer.status == 201, "the benchmark's sessions must start")
                    }
                }
            }
        }
        return count / starters * starters
    }

    private static func startUsers(_ engine: Engine) async throws -> [String] {
        var sessions: [String] = []
        for _ in 0..<users {
            let answer = await engine.start(StartRequest(flow: Tally.name))
            sessions.append(try JSON.decode(StateDocument.self, from: answer.body).session)
        }
        return sessions
    }

    /// How long the actions took of users who act until told that it is enough, by the seconds gone.
    private static func act(
        _ sessions: [String],
        _ engine: Engine,
        until isEnough: @escaping @Sendable (Double) -> Bool
    ) async throws -> Latencies {
        let began = ContinuousClock.now
        let all = try await withThrowingTaskGroup(of: [Double].self) { group in
            for session in sessions {
                group.addTask {
                    var latencies: [Double] = []
                    while !isEnough((ContinuousClock.now - began) / .seconds(1)) {
                        let start = ContinuousClock.now
                        let answer = await engine.perform(
                            .action(name: "incrementButtonPressed", params: nil, screen: nil, draft: nil),
                            on: session,
                            by: Caller(.operator)
                        )
                        precondition(answer.status == 200, "the benchmark's action must succeed")
                        latencies.append((ContinuousClock.now - start) / .microseconds(1))
                    }
                    return latencies
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return Latencies(all.sorted())
    }
}

/// How long actions took.
private struct Latencies: CustomStringConvertible {
    let sorted: [Double]

    init(_ sorted: [Double]) { self.sorted = sorted }

    var median: Double { sorted[sorted.count / 2] }

    var description: String {
        "median \(Int(median)) µs, 99 % \(Int(sorted[sorted.count * 99 / 100])) µs, \(sorted.count) actions"
    }
}

/// A flow that waits for a moment that has come.
private struct Gate: FlowController {
    var isOpen = false

    func start(_ nav: Navigator<Self>) {
        nav.show(Door())
        nav.schedule(Opening(), after: .zero)
    }

    static var routes: Routes<Self> {
        screen(Door.self)
        on(event: Opening.self) { flow, _, nav in
            flow.isOpen = true
            nav.update(Door.self) { $0.isOpen = true }
        }
    }

    struct Opening: Event {}

    struct Door: Screen { var isOpen = false }
}
