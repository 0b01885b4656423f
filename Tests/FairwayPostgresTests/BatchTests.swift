import Synchronization
import Testing

@testable import FairwayPostgres

/// Batches that share a transaction.
struct BatchTests {
    /// Creates batches and records their results, in order.
    private final class Results: Sendable {
        private let texts = Mutex<[String]>([])

        var all: [String] { texts.withLock(\.self) }

        func add(_ text: String) { texts.withLock { $0.append(text) } }

        func batch(_ session: String, _ number: Int = 1, calls: Int = 1) -> StatementBatch {
            StatementBatch(calls: (1...calls).map { SQLStatement("\(session)\(number).\($0)") }, session: session) {
                result in
                switch result {
                case .success(let rows): self.add("\(session)\(number) got \(rows.map(\.affected))")
                case .failure(let failure): self.add("\(session)\(number) \(failure.kind)")
                }
            }
        }
    }

    private let results = Results()

    private func combinedBatch() -> StatementBatch {
        let results = results
        return .together([
            results.batch("c"), results.batch("a", 1, calls: 2), results.batch("b"), results.batch("a", 2),
        ]) {
            batch in
            results.add("alone \(batch.calls.map(\.sql)) \(batch.session ?? "no session")")
        }
    }

    @Test func sessionsAreLockedInOrderAndRowsAreDistributed() {
        let batch = combinedBatch()
        #expect(batch.calls.map(\.sql) == ["a1.1", "a1.2", "a2.1", "b1.1", "c1.1"])
        batch.finish(.success((1...5).map { Rows(count: 0, width: 0, affected: $0) }))
        #expect(results.all == ["a1 got [1, 2]", "a2 got [3]", "b1 got [4]", "c1 got [5]"])
    }

    @Test func rejectedTransactionIsRepeatedAsSingleBatches() {
        combinedBatch().finish(.failure(PostgresFailure(kind: .refused(state: "22021"), message: "")))
        #expect(
            results.all == [
                #"alone ["a1.1", "a1.2"] no session"#, #"alone ["a2.1"] no session"#, #"alone ["b1.1"] no session"#,
                #"alone ["c1.1"] no session"#,
            ]
        )
    }

    @Test func cutTransactionFailsAllBatches() {
        combinedBatch().finish(.failure(PostgresFailure(kind: .cut, message: "")))
        #expect(results.all == ["a1 cut", "a2 cut", "b1 cut", "c1 cut"])
    }
}
