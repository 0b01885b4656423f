import Foundation
import Synchronization

/// What the clients of a soak have done and been told, all of them together.
final class SoakLedger: Sendable {
    private let state = Mutex(State())
    private let stopped = Atomic<Bool>(false)

    private struct State {
        var counts = Counts()
        var latencies: [UInt32] = []
        var kept: [Kept] = []
        var failures: [String] = []
        var days = 0
    }

    /// How much of everything.
    struct Counts {
        var sessions = 0, actions = 0, repeats = 0, walks = 0, events = 0, polls = 0
    }

    /// A session that is left as it is, to be looked at in the end.
    struct Kept: Sendable {
        var server: SoakServer
        var session: String
        var token: String
        var count: Int
    }

    /// So many sessions are looked at in the end.
    private static let mostKept = 2_000
    private static let mostFailures = 20

    /// Whether clients are to come to an end.
    var isStopped: Bool { stopped.load(ordering: .relaxed) }
    func stop() { stopped.store(true, ordering: .relaxed) }

    func count(_ change: (inout Counts) -> Void) { state.withLock { change(&$0.counts) } }

    /// A day that nobody else has, for what is sold once.
    func takeDay() -> String {
        let day = state.withLock { state in
            state.days += 1
            return state.days
        }
        let moment = Date(timeIntervalSince1970: 3_800_000_000 + Double(day) * 86_400)
        return moment.formatted(.iso8601.year().month().day())
    }

    /// An action was answered.
    func note(nanoseconds: UInt64) { state.withLock { $0.latencies.append(UInt32(clamping: nanoseconds)) } }

    func keep(_ session: Kept) {
        state.withLock { state in if state.kept.count < Self.mostKept { state.kept.append(session) } }
    }

    /// Something was not as it has to be.
    func fail(_ text: String) {
        state.withLock { state in if state.failures.count < Self.mostFailures { state.failures.append(text) } }
    }

    /// What took so long since the last time.
    func takeLatencies() -> LoadResult {
        let latencies = state.withLock { state in
            defer { state.latencies = [] }
            return state.latencies
        }
        return LoadResult(latencies, inTime: latencies.count, seconds: 1)
    }

    var counts: Counts { state.withLock(\.counts) }
    var kept: [Kept] { state.withLock(\.kept) }
    var failures: [String] { state.withLock(\.failures) }
}
