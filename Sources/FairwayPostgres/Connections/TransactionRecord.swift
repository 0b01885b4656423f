/// What became of one transaction.
struct TransactionRecord: Sendable {
    /// How many batches shared it.
    let batches: Int
    /// From when it was sent to when it was answered.
    let duration: Duration
    /// Whether nothing of it was written, or nobody knows.
    let hasFailed: Bool

    init(batches: Int, duration: Duration, _ result: Result<[Rows], PostgresFailure>) {
        self.batches = batches
        self.duration = duration
        if case .failure = result { hasFailed = true } else { hasFailed = false }
    }
}
