import Fairway

/// Something that waits to be written.
struct PendingWrite: Sendable {
    /// Writes it. It can be called again after what it wrote has been rolled back.
    let run: @Sendable (CommitWriter) throws -> Void
    /// Who waits for it. Unchecked: it is finished once, and a checked continuation would be one more piece of memory, given back
    /// by another thread than asked for it.
    private let waiter: UnsafeContinuation<StoreError?, Never>

    init(for waiter: UnsafeContinuation<StoreError?, Never>, _ run: @escaping @Sendable (CommitWriter) throws -> Void) {
        self.waiter = waiter
        self.run = run
    }

    /// Tells whoever waits that it is on disk, or what went wrong.
    func finish(_ failure: StoreError?) { waiter.resume(returning: failure) }
}
