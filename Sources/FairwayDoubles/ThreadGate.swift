import Dispatch
import Synchronization

/// Blocks threads until a test opens the gate, and lets the test wait for their arrival.
public final class ThreadGate: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isOpen = false
        var arrivals = 0
        var blocked: [DispatchSemaphore] = []
        var watchers: [(count: Int, watcher: CheckedContinuation<Void, Never>)] = []
    }

    /// Creates a closed gate.
    public init() {}

    /// Blocks the calling thread until the gate is open.
    public func block() {
        let opened = DispatchSemaphore(value: 0)
        arrive { state in
            if state.isOpen { opened.signal() } else { state.blocked.append(opened) }
        }
        opened.wait()
    }

    /// Keeps the calling thread busy until the gate is open.
    public func compute() {
        arrive { _ in }
        while !isOpen {}
    }

    /// Waits until at least `count` threads have arrived.
    public func arrivals(_ count: Int) async {
        await withCheckedContinuation { watcher in
            let isThere = state.withLock { state in
                if state.arrivals < count { state.watchers.append((count, watcher)) }
                return state.arrivals >= count
            }
            if isThere { watcher.resume() }
        }
    }

    /// Opens the gate for the waiting threads and for all that arrive later.
    public func open() {
        let blocked = state.withLock { state in
            state.isOpen = true
            defer { state.blocked = [] }
            return state.blocked
        }
        for opened in blocked { opened.signal() }
    }

    private var isOpen: Bool { state.withLock(\.isOpen) }

    private func arrive(_ note: (inout State) -> Void) {
        let watchers = state.withLock { state in
            state.arrivals += 1
            note(&state)
            let (arrivals, all) = (state.arrivals, state.watchers)
            state.watchers = all.filter { $0.count > arrivals }
            return all.filter { $0.count <= arrivals }
        }
        for (_, watcher) in watchers { watcher.resume() }
    }
}
