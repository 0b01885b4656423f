import Dispatch
import Synchronization

/// A place where a thread stands still until the test lets it pass.
final class Gate: Sendable {
    private let opening = DispatchSemaphore(value: 0)
    private let isReached = Atomic<Bool>(false)

    /// Returns once the gate has been opened. Keeps the thread, as a slow disk would.
    func pass() {
        isReached.store(true, ordering: .releasing)
        opening.wait()
    }

    /// Returns once a thread stands here.
    func reached() async {
        while !isReached.load(ordering: .acquiring) { await Task.yield() }
    }

    /// Opens the gate, for one to pass.
    func release() { opening.signal() }
}
