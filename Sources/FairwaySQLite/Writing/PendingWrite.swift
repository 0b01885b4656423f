import Fairway

/// Something that waits to be written.
protocol PendingWrite: AnyObject, Sendable {
    /// Writes it. It can be called again after what it wrote has been rolled back.
    func run(_ writer: CommitWriter) throws
    /// Tells whoever waits that it is on disk, or what went wrong.
    func finish(_ failure: StoreError?)
}

/// Something that waits to be written, and its result.
final class PendingWriteOf<Result: Sendable>: PendingWrite, @unchecked Sendable {
    // Unchecked: `result` is written and read on the writer's queue only.
    private var result: Result?
    private let body: @Sendable (CommitWriter) throws -> Result
    private let continuation: CheckedContinuation<Swift.Result<Result, StoreError>, Never>

    init(
        _ body: @escaping @Sendable (CommitWriter) throws -> Result,
        _ continuation: CheckedContinuation<Swift.Result<Result, StoreError>, Never>
    ) {
        self.body = body
        self.continuation = continuation
    }

    func run(_ writer: CommitWriter) throws { result = try body(writer) }

    func finish(_ failure: StoreError?) {
        if let failure {
            continuation.resume(returning: .failure(failure))
        } else if let result {
            continuation.resume(returning: .success(result))
        } else {
            preconditionFailure("a write was finished that had not been run")
        }
    }
}
