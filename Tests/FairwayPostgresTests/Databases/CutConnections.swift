#if Postgres
import Fairway
import Synchronization

@testable import FairwayPostgres

/// Simulates connections that are lost after the server has executed a change and before its answer arrives.
final class CutConnections: Sendable {
    let string: ConnectionString
    private let state = Mutex((losesNext: false, lost: 0))

    init(_ uri: String) { string = ConnectionString(text: uri) }

    /// The number of lost answers.
    var answersLost: Int { state.withLock(\.lost) }

    /// Makes the connections lose the answer to the next change.
    func loseNextAnswer() { state.withLock { $0.losesNext = true } }

    /// Whether to lose the current answer. Each call of ``loseNextAnswer()`` affects one answer.
    fileprivate func isLost() -> Bool {
        state.withLock { state in
            defer { state.losesNext = false }
            if state.losesNext { state.lost += 1 }
            return state.losesNext
        }
    }
}

extension PostgresStore {
    /// Creates a store that loses the answers to changes that `cut` selects.
    convenience init(cutting cut: CutConnections) throws {
        try PostgresMigrator(try BlockingConnection(cut.string), migrations: Migration.all).migrate()
        let clock = SystemClock()
        let time = DatabaseClock.Reading(clock.now)
        self.init(place: "the test's PostgreSQL", access: .serving, clock: clock, time: time) { role, onEvent in
            let connection = LibpqConnection(cut.string, for: role, clock: clock, onEvent: onEvent)
            return role == .writing ? CutConnection(connection, cut) : connection
        }
    }
}

/// A connection that loses the answers that ``CutConnections`` selects.
private final class CutConnection: DatabaseConnection {
    private let connection: LibpqConnection
    private let cut: CutConnections

    init(_ connection: LibpqConnection, _ cut: CutConnections) {
        self.connection = connection
        self.cut = cut
    }

    func send(_ batch: StatementBatch) {
        let cut = cut
        connection.send(
            StatementBatch(calls: batch.calls) { result in
                let failure = PostgresFailure(kind: .cut, message: "the test has closed the connection")
                batch.finish(cut.isLost() ? .failure(failure) : result)
            }
        )
    }

    func close() { connection.close() }
}
#endif
