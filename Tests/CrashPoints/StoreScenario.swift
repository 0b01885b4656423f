import Fairway
import FairwayDoubles
import FairwayOperators
import FairwaySQLite
import Foundation

/// A scripted run of a store with its server, commands, clients and operator, on a disk that may fail.
///
/// The clients and the operator repeat calls that fail because the store is unavailable.
struct StoreScenario: Sendable {
    let folder: String
    let recording: FileRecording
    let steps: [Step]
    var laterMigrations: [Migration] = []

    /// The steps, in order.
    enum Step: String, Sendable {
        case start, load, readBeside, backUp, loadOnFullDisk, stop, stopOnFullDisk, upgrade, restore
    }

    /// A run with all steps.
    static let whole: [Step] = [
        .start, .load, .readBeside, .load, .backUp, .load, .stop, .start, .load, .loadOnFullDisk, .load,
        .stopOnFullDisk, .start, .load, .stop, .restore, .start, .load, .stop,
    ]

    /// A short run. It is repeated for each of its operations on files, with faults that begin at that operation.
    static let short: [Step] = [.start, .load, .readBeside, .backUp, .load, .stop, .start, .load, .stop]

    /// An upgrade by a later build.
    static let upgraded: [Step] = [.start, .load, .stop, .upgrade, .start, .load, .stop]

    static let store = "store.sqlite"
    static let backup = "backup.sqlite"
    static let sessions = 4
    /// The migration of a later build.
    static let laterMigration = Migration(
        number: Migration.all.count + 1,
        name: "later.sql",
        sql: Array("CREATE TABLE later (bytes BLOB); INSERT INTO later VALUES (zeroblob(20000));".utf8)
    )

    private static let actionsInLoad = 10
    private static let mostFramesInLog = 40
    /// The number of attempts after which an unavailable store counts as a failure.
    private static let mostAttempts = 400

    /// A step ended in a way that no disk error may cause.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs the steps and returns the clients' ledger.
    func run() async throws -> ClientLedger {
        let file = recording.file("\(folder)/\(Self.store)", migrations: Migration.all + laterMigrations)
        var state = State(ledger: ClientLedger(), file: file)
        state.file.mostFramesInLog = Self.mostFramesInLog
        for step in steps {
            do {
                try await run(step, &state)
            } catch {
                await state.store?.close()
                throw Failure(description: "\(step.rawValue): \(error)")
            }
        }
        return state.ledger
    }

    private struct State {
        var ledger: ClientLedger
        var file: DatabaseFile
        var store: SQLiteStore?
        var engine: Engine?
    }

    private func run(_ step: Step, _ state: inout State) async throws {
        switch step {
        case .start: try await start(&state)
        case .load: try await load(&state)
        case .readBeside: try await readBeside(state.file)
        case .backUp: try await backUp(&state)
        case .loadOnFullDisk: try await loadOnFullDisk(&state)
        case .stop: await stop(&state)
        case .stopOnFullDisk:
            recording.setDiskIsFull(true)
            await stop(&state)
            recording.setDiskIsFull(false)
        case .upgrade: state.file.migrations = Migration.all + [Self.laterMigration]
        case .restore: try restore(&state)
        }
    }

    private func start(_ state: inout State) async throws {
        let file = state.file
        let store = try await again { try SQLiteStore(file) }
        state.store = store
        state.engine = try Engine(CrashPointsApp.app, store: store, clock: ManualClock())
        if !state.ledger.storeIsMade { note(.storeWasMade, &state) }
    }

    private func stop(_ state: inout State) async {
        await state.store?.close()
        (state.store, state.engine) = (nil, nil)
    }

    private func note(_ note: ClientEvent, _ state: inout State) {
        recording.note(note)
        state.ledger.note(note)
    }

    // MARK: Clients

    private func load(_ state: inout State) async throws {
        guard let engine = state.engine else { return }
        for session in 0..<Self.sessions where session >= state.ledger.sessions.count {
            note(.startRequested(session: session), &state)
            let credentials: ClientEvent.Credentials = try await again {
                let (answer, credentials) = await CountingClient.start(session, in: engine)
                if let credentials { return credentials }
                throw Self.error(CountingClient.reply(answer))
            }
            note(.started(session: session, credentials), &state)
        }
        let before = state.ledger.sessions
        let notes = try await withThrowingTaskGroup(of: ClientEvent?.self) { group in
            for (session, known) in before.enumerated() {
                guard let credentials = known.credentials else { continue }
                group.addTask { try await count(session, credentials, from: known.acknowledged, engine) }
            }
            return try await group.reduce(into: [ClientEvent]()) { notes, note in notes += note.map { [$0] } ?? [] }
        }
        for note in notes { state.ledger.note(note) }
    }

    /// Increments a client's counter several times, and records the requests and replies.
    private func count(
        _ session: Int,
        _ credentials: ClientEvent.Credentials,
        from first: Int,
        _ engine: Engine
    ) async throws -> ClientEvent? {
        let client = CountingClient(engine: engine, session: session)
        var last: ClientEvent?
        for count in first + 1...first + Self.actionsInLoad {
            recording.note(.requested(session: session, count: count))
            let answer = try await again {
                let answer = await client.count(to: count, credentials)
                guard case .count(count, _) = CountingClient.reply(answer) else {
                    throw Self.error(CountingClient.reply(answer))
                }
                return answer
            }
            let note = ClientEvent.acknowledged(session: session, count: count, answer: answer.body)
            recording.note(note)
            last = note
        }
        return last
    }

    /// Fills the disk: each change is rejected. Then frees the disk and continues the load.
    private func loadOnFullDisk(_ state: inout State) async throws {
        guard let engine = state.engine else { return }
        recording.setDiskIsFull(true)
        for (session, known) in state.ledger.sessions.enumerated() {
            guard let credentials = known.credentials else { continue }
            let count = known.acknowledged + 1
            note(.requested(session: session, count: count), &state)
            let reply = CountingClient.reply(
                await CountingClient(engine: engine, session: session).count(to: count, credentials)
            )
            guard case .unavailable = reply else {
                throw Failure(description: "a change on a full disk was answered with \(reply)")
            }
        }
        recording.setDiskIsFull(false)
        try await load(&state)
    }

    // MARK: Operators

    /// Reads the store as the commands `check` and `flows` do, while the server runs.
    private func readBeside(_ file: DatabaseFile) async throws {
        let problems = try await again {
            let reader = try SQLiteStore(file, for: .reading)
            do {
                _ = try await reader.flows(FlowsQuery())
                let report = try await Operators(CrashPointsApp.app, store: reader).check()
                await reader.close()
                return report.isClean ? [] : report.problems + report.stranded.keys.map(\.reason)
            } catch {
                await reader.close()
                throw error
            }
        }
        guard problems.isEmpty else { throw Failure(description: problems.joined(separator: "; ")) }
    }

    private func backUp(_ state: inout State) async throws {
        let file = state.file
        note(.backupRequested, &state)
        try await again {
            try removeBackup()
            let reader = try SQLiteStore(file, for: .reading)
            do {
                try await reader.backup(to: "\(folder)/\(Self.backup)")
                await reader.close()
            } catch {
                await reader.close()
                throw error
            }
        }
        note(.backupAcknowledged, &state)
    }

    /// Removes the copy that an earlier attempt has left. An attempt leaves its copy if its last operation failed, the sync of
    /// the folder.
    private func removeBackup() throws {
        let code = recording.remove("\(folder)/\(Self.backup)")
        guard code == 0 || code == ENOENT else {
            throw StoreError(.unavailable, "The copy of an earlier backup cannot be removed.")
        }
    }

    /// Replaces the stopped server's file by the backup.
    private func restore(_ state: inout State) throws {
        note(.restoreBegan, &state)
        try recording.rename(Self.backup, to: Self.store)
        state.ledger.takeBackup()
    }

    // MARK: Retries

    /// Repeats a call until the store is available.
    @discardableResult
    private func again<Result>(_ body: () async throws -> Result) async throws -> Result {
        for _ in 0..<Self.mostAttempts {
            do {
                return try await body()
            } catch let error as StoreError where error.code == .unavailable {
                await Task.yield()
            }
        }
        throw Failure(description: "the store does not recover")
    }

    private static func error(_ reply: CountingClient.Reply) -> any Error {
        if case .unavailable = reply { return StoreError(.unavailable, "answered with 503") }
        return Failure(description: "\(reply)")
    }
}
