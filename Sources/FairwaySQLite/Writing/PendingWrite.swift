import Fairway

/// Something that waits to be written.
///
/// Its result's type is known only where it is made: a generic class would look its types up whenever it is run.
struct PendingWrite: Sendable {
    /// Writes it. It can be called again after what it wrote has been rolled back.
    let run: @Sendable (CommitWriter) throws -> Void
    /// Tells whoever waits that it is on disk, or what went wrong.
    let finish: @Sendable (StoreError?) -> Void

    init<Result: Sendable>(
        _ body: @escaping @Sendable (CommitWriter) throws -> Result,
        _ continuation: CheckedContinuation<Swift.Result<Result, StoreError>, Never>
    ) {
        // Unsafe: it is written and read on the writer's queue only. Who is told that the store is closed, by its own thread,
        // reads none.
        nonisolated(unsafe) var result: Result?
        run = { result = try body($0) }
        finish = { failure in
            if let failure {
                continuation.resume(returning: .failure(failure))
            } else if let result {
                continuation.resume(returning: .success(result))
            } else {
                preconditionFailure("a write was finished that had not been run")
            }
        }
    }
}
