/// Statements that are one transaction: they are sent together, with one sync behind them
/// (https://www.postgresql.org/docs/current/libpq-pipeline-mode.html).
struct Batch: Sendable {
    /// The statements.
    let calls: [Call]
    /// The session that a change is of, and no row but whose it takes hold of: one that may share its transaction with
    /// changes of others. Nil for what has to be alone.
    var session: String?
    /// Told once, what each statement gave, or what went wrong; then nothing was written, unless that is not known.
    let finish: @Sendable (Result<[Rows], PostgresFailure>) -> Void
}

extension Batch {
    /// Several as one transaction. Where PostgreSQL refuses one, it refuses all: each is then handed back, to be made alone.
    ///
    /// Sessions are taken hold of in the order of their ids, so that of two such transactions neither waits for the other
    /// to let go of what it took first.
    static func together(_ batches: [Batch], alone: @escaping @Sendable (Batch) -> Void) -> Batch {
        guard batches.count > 1 else { return batches[0] }
        // Of one session, what came first stays first.
        let ordered = batches.enumerated().sorted {
            ($0.element.session ?? "", $0.offset) < ($1.element.session ?? "", $1.offset)
        }.map(\.element)
        return Batch(calls: ordered.flatMap(\.calls)) { result in
            switch result {
            case .success(let rows):
                var rest = rows[...]
                for batch in ordered {
                    batch.finish(.success(Array(rest.prefix(batch.calls.count))))
                    rest = rest.dropFirst(batch.calls.count)
                }
            case .failure(let failure):
                guard case .refused = failure.kind else {
                    for batch in ordered { batch.finish(result) }
                    return
                }
                for batch in ordered { alone(Batch(calls: batch.calls, finish: batch.finish)) }
            }
        }
    }
}
