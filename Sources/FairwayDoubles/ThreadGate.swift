import Dispatch
import Synchronization

/// Blocks threads until a test opens the gate, and lets the test wait for their arrival.
public final class ThreadGate: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isOpen = false
        var arrivals = 0
        var blocked: [DispatchSemaphore] = []
        var watchers: [(count: Int, watcher: Watcher)] = []
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

    /// Waits until at least `count` threads have arrived. Returns early if the task is cancelled.
    public func arrivals(_ count: Int) async {
        let watcher = state.withLock { state -> Watcher? in
            guard state.arrivals < count else { return nil }
            let watcher = Watcher()
            state.watchers.append((count, watcher))
            return watcher
        }
        await watcher?.wait()
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

/// A task of a test that waits for an event. The task also continues if it is cancelled, as by the test's time limit.
package final class Watcher: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isOver = false
        var continuation: CheckedContinuation<Void, Never>?
    }

    package init() {}

    /// Waits until ``resume()`` is called or the task is cancelled.
    package func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.isOver { state.continuation = continuation }
                    return state.isOver
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            resume()
        }
    }

    /// Ends the wait. Further calls have no effect.
    package func resume() {
        let continuation = state.withLock { state in
            state.isOver = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume()
    }
}
