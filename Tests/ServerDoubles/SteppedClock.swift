package import Dispatch
import FairwayHTTP
import Synchronization

/// A clock that stands still until a test advances it. The ticks and delayed calls that are due run before `advance`
/// returns.
package final class SteppedClock: ServerClock {
    private struct Ticker {
        let id: Int
        let queue: DispatchQueue
        let tick: @Sendable () -> Void
    }

    private struct Call {
        let nanosecond: UInt64
        let queue: DispatchQueue
        let body: @Sendable () -> Void
    }

    private struct State {
        var nanoseconds: UInt64 = 1_000_000_000
        var nanosecondsSinceData: UInt64 = 0
        var nextID = 0
        var tickers: [Ticker] = []
        var calls: [Call] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var nanoseconds: UInt64 { state.withLock { $0.nanoseconds } }
    package var secondsSince1970: Int { 784_111_777 }

    package func everySecond(
        on queue: DispatchQueue,
        _ tick: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let id = state.withLock { state in
            state.nextID += 1
            state.tickers.append(Ticker(id: state.nextID, queue: queue, tick: tick))
            return state.nextID
        }
        return { [self] in state.withLock { $0.tickers.removeAll { $0.id == id } } }
    }

    package func after(milliseconds: Int, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            let nanosecond = state.nanoseconds + UInt64(milliseconds) * 1_000_000
            state.calls.append(Call(nanosecond: nanosecond, queue: queue, body: body))
        }
    }

    /// The number of delayed calls. Wait for a call to be scheduled before advancing the clock.
    package var scheduledCallCount: Int { state.withLock { $0.calls.count } }

    package func nanosecondsSinceData(inSocket descriptor: Int32) -> UInt64? { state.withLock(\.nanosecondsSinceData) }

    /// Sets the time since every socket last received data.
    package func setSecondsSinceData(_ seconds: Int) {
        state.withLock { $0.nanosecondsSinceData = UInt64(seconds) * 1_000_000_000 }
    }

    /// Advances the clock without ticks.
    package func jump(seconds: Int) { state.withLock { $0.nanoseconds += UInt64(seconds) * 1_000_000_000 } }

    package func advance(seconds: Int) {
        for _ in 0..<seconds {
            let (tickers, calls) = state.withLock { state in
                state.nanoseconds += 1_000_000_000
                let now = state.nanoseconds
                defer { state.calls.removeAll { $0.nanosecond <= now } }
                return (state.tickers, state.calls.filter { $0.nanosecond <= now })
            }
            for ticker in tickers { ticker.queue.sync { ticker.tick() } }
            for call in calls { call.queue.sync { call.body() } }
        }
    }
}
