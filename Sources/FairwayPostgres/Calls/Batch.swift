/// Statements that are one transaction: they are sent together, with one sync behind them
/// (https://www.postgresql.org/docs/current/libpq-pipeline-mode.html).
struct Batch: Sendable {
    /// The statements.
    let calls: [Call]
    /// Told once, what each statement gave, or what went wrong; then nothing was written, unless that is not known.
    let finish: @Sendable (Result<[Rows], PostgresFailure>) -> Void
}
