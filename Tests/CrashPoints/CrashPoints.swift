import Fairway
import FairwayDoubles
import FairwaySQLite

/// Records the file operations of a store's run, and tries crashes and disk faults at each of them.
struct CrashPoints: Sendable {
    let seed: Seed
    /// The interval of the points at which a kill is tried. The other intervals that begin with `every` work the same
    /// way. The seed chooses the first point.
    var everyKill = 1
    var everyPowerCut = 1
    var powerCutsAtEach = 1
    var everyCommand = 8
    var everyStart = 60
    var everyFault = 1
    /// The tool's executable. If set, separate processes of the tool also check the store, at some of the points.
    var executable: String?
    var everyProcess = 400
    /// A flaw that the crash points must find, to test the harness.
    var flaw: Flaw?

    /// A flaw of the store or the disk.
    enum Flaw: Sendable {
        /// Syncs have no effect.
        case forgetsSyncs
        /// A crash deletes the log.
        case losesLog
    }

    private static let workers = 2

    /// The number of points tried, by kind, and the findings.
    struct Report: Sendable {
        private(set) var tried: [String: Int] = [:]
        private(set) var findings: [(at: String, Finding)] = []

        var count: Int { tried.values.reduce(0, +) }

        mutating func note(_ kind: String, at place: @autoclosure () -> String, _ found: [Finding]) {
            tried[kind, default: 0] += 1
            for finding in found { findings.append((place(), finding)) }
        }

        mutating func add(_ other: Report) {
            tried.merge(other.tried, uniquingKeysWith: +)
            findings += other.findings
        }
    }

    // MARK: Crashes

    /// Tries a kill and power cuts at every operation of a run.
    func crash(_ steps: [StoreScenario.Step], laterMigrations: [Migration] = []) async throws -> Report {
        let folder = Disk.makeFolder()
        defer { Disk.removeFolder(folder) }
        let recording = FileRecording(folder)
        do {
            _ = try await StoreScenario(folder: folder, recording: recording, steps: steps).run()
        } catch {
            _ = recording.finish()
            throw error
        }
        return await tryAll(recording.finish(), from: Disk(), ClientLedger(), laterMigrations)
    }

    private func tryAll(
        _ operations: [FileOperation],
        from disk: Disk,
        _ ledger: ClientLedger,
        _ laterMigrations: [Migration]
    ) async -> Report {
        await withTaskGroup(of: Report.self) { group in
            for worker in 0..<Self.workers {
                group.addTask {
                    let folder = Disk.makeFolder()
                    defer { Disk.removeFolder(folder) }
                    var share = CrashWorker(self, worker, folder, laterMigrations, ledger)
                    await share.tryPoints(operations, from: disk, workers: Self.workers, isNested: false)
                    return share.report
                }
            }
            return await group.reduce(into: Report()) { $0.add($1) }
        }
    }

    /// A worker's share of the operations.
    private struct CrashWorker {
        let points: CrashPoints
        let worker: Int
        let folder: String
        let laterMigrations: [Migration]
        var ledger: ClientLedger
        var random: SeededGenerator
        var report = Report()

        init(
            _ points: CrashPoints,
            _ worker: Int,
            _ folder: String,
            _ laterMigrations: [Migration],
            _ ledger: ClientLedger
        ) {
            (self.points, self.worker, self.folder) = (points, worker, folder)
            (self.laterMigrations, self.ledger) = (laterMigrations, ledger)
            random = Seed(points.seed.value &+ UInt64(worker)).makeGenerator()
        }

        mutating func tryPoints(
            _ operations: [FileOperation],
            from disk: Disk,
            workers: Int,
            isNested: Bool
        ) async {
            var disk = PoweredDisk(disk)
            // The seed chooses the first point.
            var point = Int(points.seed.value % 1_000)
            for (place, operation) in operations.enumerated() {
                if case .note(let note) = operation { ledger.note(note) }
                // A crash before this operation.
                if operation.changesFiles {
                    point += 1
                    if point % workers == worker {
                        await tryPoint(point / workers, place, operation.kind ?? "", disk, isNested: isNested)
                    }
                } else if case .sync = operation, place % workers == worker {
                    await cutPower(place / workers, place, "sync", disk)
                }
                if points.flaw == .forgetsSyncs, case .sync = operation { continue }
                disk.apply(operation)
            }
            if worker == 0 { await tryPoint(0, operations.count, "end", disk, isNested: isNested) }
        }

        private mutating func tryPoint(
            _ number: Int,
            _ place: Int,
            _ kind: String,
            _ disk: PoweredDisk,
            isNested: Bool
        ) async {
            if number % points.everyKill == 0 {
                let name = isNested ? "kill during the start after a crash" : "kill before a \(kind)"
                write(disk.shown)
                if !isNested, number % points.everyCommand == 0 { await runCommands(place) }
                if !isNested, number % points.everyProcess == 0 { await runProcesses(place) }
                await serve(name, place)
                if !isNested, number % points.everyStart == 0 { await crashAgain(disk.shown) }
            }
            await cutPower(number, place, isNested ? "start after a crash" : kind, disk)
        }

        private mutating func cutPower(_ number: Int, _ place: Int, _ kind: String, _ disk: PoweredDisk) async {
            guard number % points.everyPowerCut == 0, !disk.isSynced else { return }
            for _ in 0..<points.powerCutsAtEach {
                let cut = PoweredDisk.Cut.allCases.randomElement(using: &random) ?? .nothing
                write(disk.cut(cut, &random))
                if Int.random(in: 0..<points.everyCommand, using: &random) == 0 { await runCommands(place) }
                await serve("power cut before a \(kind)", place)
            }
        }

        private mutating func write(_ disk: Disk) {
            var disk = disk
            if points.flaw == .losesLog { disk.names[StoreScenario.store + "-wal"] = nil }
            disk.write(to: folder, Disk.Index.allCases.randomElement(using: &random) ?? .absent)
        }

        private var store: CrashedStore {
            CrashedStore(folder: folder, ledger: ledger, laterMigrations: laterMigrations)
        }

        private mutating func serve(_ kind: String, _ place: Int) async {
            do {
                report.note(kind, at: "\(kind), operation \(place), \(points.seed)", try await store.serve())
            } catch {
                report.note(kind, at: "\(kind), operation \(place), \(points.seed)", [Finding(.refused, "\(error)")])
            }
        }

        private mutating func runCommands(_ place: Int) async {
            guard laterMigrations.isEmpty else { return }
            report.note("commands", at: "commands, operation \(place), \(points.seed)", await store.runCommands())
            report.note("backups", at: "backup, operation \(place), \(points.seed)", await store.checkBackup())
        }

        private mutating func runProcesses(_ place: Int) async {
            guard laterMigrations.isEmpty, let executable = points.executable else { return }
            let found = await CrashedProcess(executable: executable, store: store).run()
            report.note("processes", at: "processes, operation \(place), \(points.seed)", found)
        }

        /// Tries a crash during the start after a crash.
        private mutating func crashAgain(_ disk: Disk) async {
            let inner = Disk.makeFolder()
            defer { Disk.removeFolder(inner) }
            disk.write(to: inner, .asItWas)
            let before = Disk(readingFrom: inner)
            let recording = FileRecording(inner, from: before)
            let file = recording.file("\(inner)/\(StoreScenario.store)", migrations: Migration.all + laterMigrations)
            if let store = try? SQLiteStore(file) { await store.close() }
            var nested = CrashWorker(points, 0, folder, laterMigrations, ledger)
            await nested.tryPoints(recording.finish(), from: before, workers: 1, isNested: true)
            report.add(nested.report)
        }
    }

    // MARK: Faults

    /// Repeats a run twice for each operation, with a fault that begins there. The fault affects one operation in one
    /// run, and 25 operations in the other.
    func fail(_ steps: [StoreScenario.Step]) async throws -> Report {
        let count = try await operations(of: steps)
        let faults = FileRecording.Fault.Kind.allCases.flatMap { kind in
            [1, 25].flatMap { length in
                stride(from: Int(seed.value % UInt64(everyFault)), to: count, by: everyFault).map {
                    FileRecording.Fault(kind: kind, first: $0, count: length)
                }
            }
        }
        return await withTaskGroup(of: Report.self) { group in
            for worker in 0..<Self.workers {
                group.addTask {
                    var report = Report()
                    for index in stride(from: worker, to: faults.count, by: Self.workers) {
                        await run(steps, with: faults[index], &report)
                    }
                    return report
                }
            }
            return await group.reduce(into: Report()) { $0.add($1) }
        }
    }

    private func operations(of steps: [StoreScenario.Step]) async throws -> Int {
        let folder = Disk.makeFolder()
        defer { Disk.removeFolder(folder) }
        let recording = FileRecording(folder, keepsOperations: false)
        defer { _ = recording.finish() }
        _ = try await StoreScenario(folder: folder, recording: recording, steps: steps).run()
        return recording.counts.operations
    }

    private func run(_ steps: [StoreScenario.Step], with fault: FileRecording.Fault, _ report: inout Report) async {
        let folder = Disk.makeFolder()
        defer { Disk.removeFolder(folder) }
        let recording = FileRecording(folder, failing: fault)
        let place = "\(fault), \(seed)"
        do {
            let ledger = try await StoreScenario(folder: folder, recording: recording, steps: steps).run()
            let operations = recording.finish()
            report.note(fault.kind.rawValue, at: place, try await CrashedStore(folder: folder, ledger: ledger).serve())
            try await killAfterFault(operations, fault, folder, place, &report)
        } catch {
            _ = recording.finish()
            report.note(fault.kind.rawValue, at: place, [Finding(.refused, "\(error)")])
        }
    }

    /// Kills the process during the fault or some time after it.
    private func killAfterFault(
        _ operations: [FileOperation],
        _ fault: FileRecording.Fault,
        _ folder: String,
        _ place: String,
        _ report: inout Report
    ) async throws {
        var random = Seed(seed.value &+ UInt64(fault.first)).makeGenerator()
        let end = min(operations.count, fault.first + Int.random(in: 0..<60, using: &random))
        var (disk, ledger) = (PoweredDisk(), ClientLedger())
        for operation in operations.prefix(end) {
            if case .note(let note) = operation { ledger.note(note) }
            disk.apply(operation)
        }
        disk.shown.write(to: folder, .asItWas)
        let kill = "kill after a fault"
        report.note(kill, at: "\(kill), \(place)", try await CrashedStore(folder: folder, ledger: ledger).serve())
    }
}
