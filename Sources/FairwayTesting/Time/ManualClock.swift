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
        var calls: [(due: Date, call: @Sendable () -> Void)] = []
    }

    /// A clock at a moment; by default the same one in every run.
    public init(at now: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        state = Mutex(State(now: now))
    }

    /// The moment it stands at.
    public var now: Date { state.withLock(\.now) }

    /// Calls back when the clock has been moved that far.
    public func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) {
        state.withLock { $0.calls.append((due: $0.now.addingTimeInterval(seconds), call: call)) }
    }

    /// Moves the clock and calls back whoever waited for a moment passed, earliest first.
    public func advance(by seconds: Double) {
        let due = state.withLock { state in
            state.now += seconds
            let due = state.calls.filter { $0.due <= state.now }.sorted { $0.due < $1.due }
            state.calls.removeAll { $0.due <= state.now }
            return due
        }
        for call in due { call.call() }
    }
}
