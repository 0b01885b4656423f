import Dispatch
import Synchronization

/// Blocks the threads that come to it until a test opens it, and tells the test when they are there.
public final class ThreadGate: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isOpen = false
        var arrivals = 0
        var blocked: [DispatchSemaphore] = []
        var watchers: [(count: Int, watcher: CheckedContinuation<Void, Never>)] = []
    }

    /// A gate that is closed.
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

    /// Waits until so many threads have come.
    public func arrivals(_ count: Int) async {
        await withCheckedContinuation { watcher in
            let isThere = state.withLock { state in
                if state.arrivals < count { state.watchers.append((count, watcher)) }
                return state.arrivals >= count
            }
            if isThere { watcher.resume() }
        }
    }

    /// Lets all threads go on that have come, and that come later.
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
