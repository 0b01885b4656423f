import Fairway

/// Something that waits to be written.
struct PendingWrite: Sendable {
    /// Writes it. It can be called again after what it wrote has been rolled back.
    let run: @Sendable (CommitWriter) throws -> Void
    /// Who waits for it. Unchecked: it is finished once, and a checked continuation would be one more piece of memory, given back
    /// by another thread than asked for it.
    private let writer: UnsafeContinuation<StoreError?, Never>

    init(for writer: UnsafeContinuation<StoreError?, Never>, _ run: @escaping @Sendable (CommitWriter) throws -> Void) {
        self.writer = writer
        self.run = run
    }

    /// Tells whoever waits that it is on disk, or what went wrong.
    func finish(_ failure: StoreError?) { writer.resume(returning: failure) }
}
