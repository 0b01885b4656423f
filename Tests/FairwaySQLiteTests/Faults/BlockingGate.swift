import Dispatch
import Synchronization

/// Blocks a thread until the test releases it.
final class BlockingGate: Sendable {
    private let opening = DispatchSemaphore(value: 0)
    private let isReached = Atomic<Bool>(false)

    /// Blocks the thread until the gate is released, like a slow disk.
    func pass() {
        isReached.store(true, ordering: .releasing)
        opening.wait()
    }

    /// Waits for a thread to reach the gate.
    func reached() async {
        while !isReached.load(ordering: .acquiring) { await Task.yield() }
    }

    /// Lets one thread pass.
    func release() { opening.signal() }
}
