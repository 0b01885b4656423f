#if Postgres
import CPostgres
import FairwayWire

extension LibpqConnection {
    /// A request that was sent and has no complete answer.
    enum Expected {
        /// The preparation of a statement with this text.
        case preparation(String)
        /// A batch, and the part of its answer that has arrived.
        case batch(StatementBatch, PartialResult)
    }

    struct PartialResult {
        var rows: [Rows] = []
        /// The first failure. Later statements of the batch do not run.
        var failure: PostgresFailure?
    }

    /// Sends a batch followed by a sync.
    func submit(_ batch: StatementBatch) {
        for call in batch.calls where prepared[call.sql] == nil { prepare(call) }
        // Preparing may have closed the connection.
        guard phase == .open else { return refuse(batch) }
        // From here, `lose` fails the batch if the connection is lost.
        underWay.append(.batch(batch, PartialResult()))
        for call in batch.calls {
            guard send(call) else { return lose(errorMessage) }
        }
        guard PQpipelineSync(handle) == 1 else { return lose(errorMessage) }
        expectAnswer()
        flush()
    }

    /// Prepares a statement with a sync of its own, so a failure affects no other statement.
    private func prepare(_ call: SQLStatement) {
        preparations += 1
        let name = "s\(preparations)"
        prepared[call.sql] = name
        underWay.append(.preparation(call.sql))
        guard PQsendPrepare(handle, name, call.sql, Int32(call.types.count), call.types) == 1,
            PQpipelineSync(handle) == 1
        else { return lose(errorMessage) }
    }

    private func send(_ call: SQLStatement) -> Bool {
        guard phase == .open, let name = prepared[call.sql] else { return false }
        return call.withValues { values, lengths, formats in
            PQsendQueryPrepared(handle, name, Int32(values.count), values, lengths, formats, 1) == 1
        }
    }

    // MARK: Answers

    /// Handles a readable socket: reads all complete answers and notifications.
    func readable() {
        let isAlive = PQconsumeInput(handle) == 1
        switch phase {
        case .settingUp: takeSetup()
        case .open: takeAnswers()
        case .connecting, .ended: break
        }
        guard phase != .ended else { return }
        takeNotifications()
        // Close only now, because complete answers can arrive before the connection breaks.
        if !isAlive || PQstatus(handle) == CONNECTION_BAD { lose(errorMessage) }
    }

    private func takeSetup() {
        while phase == .settingUp, PQisBusy(handle) == 0 {
            guard let result = PQgetResult(handle) else { return becomeOpen() }
            let failure = PostgresFailure(result)
            PQclear(result)
            if let failure { lose(failure.description) }
        }
    }

    private func takeAnswers() {
        // PQgetResult returns nil after each statement's results, but not after a sync. After two nils in a row, no
        // result is left.
        var nulls = 0
        while phase == .open, !underWay.isEmpty, nulls < 2, PQisBusy(handle) == 0 {
            guard let result = PQgetResult(handle) else {
                nulls += 1
                continue
            }
            nulls = 0
            take(result)
            PQclear(result)
        }
    }

    private func take(_ result: OpaquePointer) {
        answerArrived()
        switch (PQresultStatus(result), underWay[0]) {
        case (PGRES_PIPELINE_SYNC, .preparation): underWay.removeFirst()
        case (PGRES_PIPELINE_SYNC, .batch(let batch, let answer)):
            underWay.removeFirst()
            batch.finish(answer.failure.map { .failure($0) } ?? .success(answer.rows))
            onEvent(.answered)
            if answer.failure?.endsItsConnection == true { lose(answer.failure?.message ?? "") }
            endIfIdle()
        case (PGRES_PIPELINE_ABORTED, _): break
        case (_, .preparation(let sql)):
            guard let failure = PostgresFailure(result) else { return }
            // Batches that were sent with this statement fail, the first of them with this error. A batch that is
            // submitted later prepares the statement again.
            prepared[sql] = nil
            failedPreparations[sql] = failure
        case (_, .batch(let batch, var answer)):
            if let failure = PostgresFailure(result) {
                let cause = batch.calls.firstNonNil { failedPreparations.removeValue(forKey: $0.sql) }
                answer.failure = answer.failure ?? cause ?? failure
            } else {
                answer.rows.append(Rows(result))
            }
            underWay[0] = .batch(batch, answer)
        }
    }
}
#endif
