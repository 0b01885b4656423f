public import Fairway
public import Foundation
import Synchronization

/// A clock that moves only when a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// await clock.waiting(1)          // until the engine waits for a timer
/// clock.advance(by: 60)
/// ```
public final class ManualClock: WallClock {
    private let state: Mutex<State>

    private struct State {
        var now: Date
        var passed = 0.0
        var calls: [(number: Int, due: Double, call: @Sendable () -> Void)] = []
        var callsScheduled = 0
        var watchers: [(count: Int, watcher: Watcher)] = []
    }

    /// Creates a clock. The default time is the same in every run.
    public init(at now: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        state = Mutex(State(now: now))
    }

    /// The current time.
    public var now: Date { state.withLock(\.now) }

    /// The sum of all advances of the clock.
    public var secondsPassed: Double { state.withLock(\.passed) }

    /// The number of pending calls.
    public var waitingCount: Int { state.withLock(\.calls.count) }

    /// Schedules a call, which ``advance(by:)`` makes once the clock has been advanced by `seconds`.
    @discardableResult
    public func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) -> ScheduledCall {
        let (number, watchers) = state.withLock { state in
            state.callsScheduled += 1
            state.calls.append((number: state.callsScheduled, due: state.passed + seconds, call: call))
            let ready = state.watchers.filter { $0.count <= state.calls.count }
            state.watchers.removeAll { $0.count <= state.calls.count }
            return (state.callsScheduled, ready)
        }
        for (_, watcher) in watchers { watcher.resume() }
        return ScheduledCall { [weak self] in
            self?.state.withLock { $0.calls.removeAll { $0.number == number } }
        }
    }

    /// Waits until at least `count` calls are pending, so that ``advance(by:)`` can make them. Returns early if the task
    /// is cancelled.
    public func waiting(_ count: Int) async {
        let watcher = state.withLock { state -> Watcher? in
            guard state.calls.count < count else { return nil }
            let watcher = Watcher()
            state.watchers.append((count, watcher))
            return watcher
        }
        await watcher?.wait()
    }

    /// Advances the clock and makes the calls that are due, earliest first.
    public func advance(by seconds: Double) {
        let due = state.withLock { state in
            state.now += seconds
            state.passed += seconds
            let due = state.calls.filter { $0.due <= state.passed }.sorted { $0.due < $1.due }
            state.calls.removeAll { $0.due <= state.passed }
            return due
        }
        for call in due { call.call() }
    }

    /// Changes the time of day without advancing the clock, like an adjustment of the system clock.
    public func set(forwardBy seconds: Double) { state.withLock { $0.now += seconds } }
}

/// Deterministic ids and tokens: consecutive numbers.
public final class CountedIdentifiers: IdentifierSource {
    private let count = Mutex<UInt64>(0)

    /// Creates a source that starts at one.
    public init() {}

    /// The next number, in `count` little-endian bytes.
    public func bytes(_ count: Int) -> [UInt8] {
        let number = self.count.withLock { number in
            number += 1
            return number
        }
        return (0..<count).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> UInt64(8 * $0) : 0) }
    }
}
