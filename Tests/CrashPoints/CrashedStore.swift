import Fairway
import FairwayDoubles
import FairwayOperators
import FairwaySQLite
import FairwayServer
import Synchronization

/// Opens a store's files after a crash, as the server and its commands do, and compares them with the clients' ledger.
struct CrashedStore: Sendable {
    let folder: String
    let ledger: ClientLedger
    var laterMigrations: [Migration] = []

    private var path: String { "\(folder)/\(StoreScenario.store)" }

    // MARK: The server

    /// Starts the server, reads every session, increments each counter, and returns the findings.
    func serve() async throws -> [Finding] {
        let store: SQLiteStore
        do {
            store = try SQLiteStore(DatabaseFile(path: path, migrations: Migration.all + laterMigrations))
        } catch {
            return [Finding(.refused, "\(error)")]
        }
        let engine = try Engine(CrashPointsApp.app, store: store, clock: ManualClock())
        var findings = await self.findings(in: engine)
        do {
            findings += try await store.integrityProblems().map { Finding(.damaged, $0) }
            let stored = try await store.summary().activeSessions
            if stored > ledger.sessions.count {
                findings.append(Finding(.doubled, "\(stored) sessions, \(ledger.sessions.count) requested"))
            }
        } catch {
            findings.append(Finding(.refused, "\(error)"))
        }
        await store.close()
        return findings
    }

    private func findings(in engine: Engine) async -> [Finding] {
        var sessions = ledger.sessions
        if let alternative = ledger.alternative {
            // Either all sessions match the old store, or all match the backup.
            var found = await Self.found(ledger.sessions, in: engine)
            if zip(sessions, found).contains(where: { !$0.includes($1) }) { (sessions, found) = (alternative, []) }
        }
        var findings: [Finding] = []
        for (session, known) in sessions.enumerated() { findings += await Self.check(session, known, engine) }
        return findings
    }

    private static func found(_ sessions: [ClientLedger.Session], in engine: Engine) async -> [Int?] {
        var found: [Int?] = []
        for (session, known) in sessions.enumerated() {
            guard let credentials = known.credentials,
                case .count(let count, _) = CountingClient.reply(
                    await CountingClient(engine: engine, session: session).state(credentials)
                )
            else {
                found.append(nil)
                continue
            }
            found.append(count)
        }
        return found
    }

    private static func check(_ session: Int, _ known: ClientLedger.Session, _ engine: Engine) async -> [Finding] {
        let client = CountingClient(engine: engine, session: session)
        guard let credentials = known.credentials else {
            // The start was not acknowledged, so repeat its request.
            let (answer, credentials) = await CountingClient.start(session, in: engine)
            return credentials == nil
                ? [Finding(.refused, "start of session \(session): \(CountingClient.reply(answer))")] : []
        }
        let reply = CountingClient.reply(await client.state(credentials))
        guard case .count(let count, _) = reply else { return [Finding(.lost, "session \(session): \(reply)")] }
        if count < known.acknowledged {
            return [Finding(.lost, "session \(session): \(known.acknowledged) acknowledged, \(count) stored")]
        }
        if count > max(known.requested, known.acknowledged) {
            return [Finding(.doubled, "session \(session): \(known.requested) requested, \(count) stored")]
        }
        var findings: [Finding] = []
        if let answer = known.answer {
            let again = await client.count(to: known.acknowledged, credentials)
            if again.body != answer || !again.isReplay {
                findings.append(Finding(.lost, "session \(session): the answer to \(known.acknowledged) has changed"))
            }
        }
        // Repeat the pending request with its key. It must be performed only once.
        let next = max(known.requested, known.acknowledged + 1)
        let last = CountingClient.reply(await client.count(to: next, credentials))
        guard case .count(next, _) = last else {
            return findings + [Finding(.doubled, "session \(session): count \(next) requested at \(count): \(last)")]
        }
        return findings
    }

    // MARK: The commands

    /// Runs the read-only commands within this process. They may report a missing store if it was not created yet.
    func runCommands() async -> [Finding] {
        var findings: [Finding] = []
        for arguments in commands {
            let printed = Mutex<[UInt8]>([])
            let console = Console(
                output: { bytes in printed.withLock { $0 += bytes } },
                errors: { bytes in printed.withLock { $0 += bytes } },
                errorsAreRead: false
            )
            let tool = CrashPointsApp.commandLineTool
            let code = await tool.run(arguments: arguments, environment: [:], console: console)
            let text = printed.withLock { String(decoding: $0, as: UTF8.self) }
            findings += finding(arguments[0], code.rawValue, text).map { [$0] } ?? []
        }
        Disk.remove(copy)
        return findings
    }

    /// Checks the operator's backup. It may be missing until the backup command has succeeded.
    func checkBackup() async -> [Finding] {
        let backup = "\(folder)/\(StoreScenario.backup)"
        guard Disk.isThere(backup) else {
            guard ledger.backup?.isAcknowledged == true, ledger.alternative == nil else { return [] }
            return [Finding(.lost, "the backup was acknowledged and is missing")]
        }
        do {
            let store = try SQLiteStore(backup, for: .reading)
            let problems = try await store.integrityProblems()
            let sessions = try await store.summary().activeSessions
            await store.close()
            var findings = problems.map { Finding(.damaged, "backup: \($0)") }
            if let expected = ledger.backup?.sessions.count, sessions != expected {
                findings.append(Finding(.lost, "backup: \(sessions) sessions of \(expected)"))
            }
            return findings
        } catch {
            return [Finding(.refused, "backup: \(error)")]
        }
    }

    var commands: [[String]] {
        ["check", "flows", "backup"].map { name in
            [name] + (name == "backup" ? [copy] : []) + ["--store", "sqlite:\(path)"]
        }
    }

    /// The finding for a command's exit code, or nil if the code is acceptable.
    func finding(_ command: String, _ code: Int32, _ text: String) -> Finding? {
        if code == 0 { return nil }
        if code == 78, !ledger.storeIsMade, !text.contains("damaged") { return nil }
        return Finding(.refused, "\(command): exit code \(code): \(text)")
    }

    private var copy: String { "\(folder)/copy.sqlite" }
}

/// An effect that a crash must not have.
struct Finding: Sendable, CustomStringConvertible {
    enum Kind: String, CaseIterable, Sendable {
        /// The server or a command failed, for example because it could not open the store.
        case refused
        /// An acknowledged change is missing.
        case lost
        /// A request was performed twice.
        case doubled
        /// The file is inconsistent.
        case damaged
    }

    let kind: Kind
    let text: String

    init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }

    var description: String { "\(kind.rawValue): \(text)" }
}

extension ClientLedger.Session {
    /// Whether the session may have this count.
    func includes(_ count: Int?) -> Bool {
        guard credentials != nil else { return true }
        guard let count else { return false }
        return (acknowledged...max(acknowledged, requested)).contains(count)
    }
}
