import Dispatch
import Synchronization
import TestWaits

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
    func reached() async throws {
        try await until { isReached.load(ordering: .acquiring) }
    }

    /// Lets one thread pass.
    func release() { opening.signal() }
}
