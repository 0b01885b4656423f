#if Postgres
import CPostgres
import FairwayWire

extension LibpqConnection {
    /// What is to be answered next.
    enum Expected {
        /// A statement that was prepared: its text.
        case preparation(String)
        /// A batch, and what has been answered of it.
        case batch(Batch, Answer)
    }

    /// What has been answered of a batch.
    struct Answer {
        var rows: [Rows] = []
        /// The first thing that went wrong; what comes behind it is not run.
        var failure: PostgresFailure?
    }

    /// Sends a batch with one sync behind it.
    func submit(_ batch: Batch) {
        for call in batch.calls where prepared[call.sql] == nil { prepare(call) }
        // It may have been lost over that.
        guard phase == .open else { return refuse(batch) }
        // From here on it is lost with the connection.
        underWay.append(.batch(batch, Answer()))
        for call in batch.calls {
            guard send(call) else { return lose(complaint) }
        }
        guard PQpipelineSync(handle) == 1 else { return lose(complaint) }
        expectAnswer()
        flush()
    }

    /// Prepares a statement, behind a sync of its own: one that cannot be prepared spoils nothing else.
    private func prepare(_ call: Call) {
        preparations += 1
        let name = "s\(preparations)"
        prepared[call.sql] = name
        underWay.append(.preparation(call.sql))
        guard PQsendPrepare(handle, name, call.sql, Int32(call.types.count), call.types) == 1,
            PQpipelineSync(handle) == 1
        else { return lose(complaint) }
    }

    private func send(_ call: Call) -> Bool {
        guard phase == .open, let name = prepared[call.sql] else { return false }
        return call.withValues { values, lengths, formats in
            PQsendQueryPrepared(handle, name, Int32(values.count), values, lengths, formats, 1) == 1
        }
    }

    // MARK: Answers

    /// The socket has something: takes all answers that are whole.
    func readable() {
        let isAlive = PQconsumeInput(handle) == 1
        switch phase {
        case .settingUp: takeSetup()
        case .open: takeAnswers()
        case .connecting, .ended: break
        }
        guard phase != .ended else { return }
        takeNotifications()
        // What was read before the connection broke has been taken.
        if !isAlive || PQstatus(handle) == CONNECTION_BAD { lose(complaint) }
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
        // An answer ends with a null, and a sync has none: two in a row, and there is nothing more.
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
        hearAnswer()
        switch (PQresultStatus(result), underWay[0]) {
        case (PGRES_PIPELINE_SYNC, .preparation): underWay.removeFirst()
        case (PGRES_PIPELINE_SYNC, .batch(let batch, let answer)):
            underWay.removeFirst()
            batch.finish(answer.failure.map { .failure($0) } ?? .success(answer.rows))
            tell(.answered)
            if answer.failure?.endsItsConnection == true { lose(answer.failure?.message ?? "") }
            endIfIdle()
        case (PGRES_PIPELINE_ABORTED, _): break
        case (_, .preparation(let sql)):
            guard let failure = PostgresFailure(result) else { return }
            // It will be tried again by the next batch that needs it. This one is told why.
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
