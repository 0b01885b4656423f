import Dispatch
import FairwayHTTP
import Synchronization

/// A clock that stands still until it is advanced. The servers that use it are ticked on their queues before `advance`
/// returns.
final class ManualClock: ServerClock {
    private struct Ticker {
        let id: Int
        let queue: DispatchQueue
        let tick: @Sendable () -> Void
    }

    private struct State {
        var nanoseconds: UInt64 = 1_000_000_000
        var nextID = 0
        var tickers: [Ticker] = []
    }

    private let state = Mutex(State())

    var nanoseconds: UInt64 { state.withLock { $0.nanoseconds } }
    var secondsSince1970: Int { 784_111_777 }

    func everySecond(
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

    func advance(seconds: Int) {
        for _ in 0..<seconds {
            let tickers = state.withLock { state in
                state.nanoseconds += 1_000_000_000
                return state.tickers
            }
            for ticker in tickers { ticker.queue.sync { ticker.tick() } }
        }
    }
}
