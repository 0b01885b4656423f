public import Fairway
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A clock that stands still until a test moves it.
public final class ManualClock: WallClock {
    private let state: Mutex<State>

    private struct State {
        var now: Date
        var passed = 0.0
        var calls: [(number: Int, due: Double, call: @Sendable () -> Void)] = []
        var callsMade = 0
        var watchers: [(count: Int, watcher: CheckedContinuation<Void, Never>)] = []
    }

    /// A clock at a moment; by default the same one in every run.
    public init(at now: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        state = Mutex(State(now: now))
    }

    /// The moment it stands at.
    public var now: Date { state.withLock(\.now) }

    /// How far it has been moved.
    public var secondsPassed: Double { state.withLock(\.passed) }

    /// How many wait for a later moment.
    public var waitingCount: Int { state.withLock(\.calls.count) }

    /// Calls back when the clock has been moved that far.
    @discardableResult
    public func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) -> ScheduledCall {
        let (number, watchers) = state.withLock { state in
            state.callsMade += 1
            state.calls.append((number: state.callsMade, due: state.passed + seconds, call: call))
            let ready = state.watchers.filter { $0.count <= state.calls.count }
            state.watchers.removeAll { $0.count <= state.calls.count }
            return (state.callsMade, ready)
        }
        for (_, watcher) in watchers { watcher.resume() }
        return ScheduledCall { [weak self] in
            self?.state.withLock { $0.calls.removeAll { $0.number == number } }
        }
    }

    /// Waits until so many wait for a later moment, so that moving the clock is not too early.
    public func waiting(_ count: Int) async {
        await withCheckedContinuation { watcher in
            let isReady = state.withLock { state in
                if state.calls.count < count { state.watchers.append((count, watcher)) }
                return state.calls.count >= count
            }
            if isReady { watcher.resume() }
        }
    }

    /// Moves the clock and calls back whoever waited for a moment passed, earliest first.
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

    /// Sets the time of day forward, or back, as somebody sets a clock: no time passes.
    public func set(forwardBy seconds: Double) { state.withLock { $0.now += seconds } }
}
