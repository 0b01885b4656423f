import Fairway
import FairwayWire
import Foundation

/// What operators keep in a store in memory.
struct OperatorRecords: MemoryPart {
    var sessions: [String: OperatorRecord] = [:]
    var edges: [EdgeCount] = []
    /// By number.
    var runs: [Int: MemoryRun] = [:]
    /// Oldest first.
    var audit: [(number: Int, entry: AuditEntry)] = []
    var batches: [(number: Int, batch: SessionBatch)] = []
    /// By id.
    var problems: [String: MemoryProblem] = [:]
    /// The writers of problems with their last batches, oldest first.
    var problemWriters: [(writer: String, batch: Int)] = []
    var builds = MemoryBuilds()

    mutating func willDelete(_ gone: Set<String>) {
        for session in gone {
            for number in sessions[session]?.runs ?? [] {
                runs[number]?.session = nil
                runs[number]?.run.endWithSession()
            }
            sessions[session] = nil
        }
        for id in problems.keys { problems[id]?.sessions.subtract(gone) }
    }

    /// The next journal entries to fold, by session.
    func unfolded(_ limit: Int, in records: MemoryRecords) -> [(session: String, entries: [UnfoldedEntry])] {
        var left = limit
        var unfolded: [(session: String, entries: [UnfoldedEntry])] = []
        for session in records.sessions.keys where left > 0 {
            let entries = self.unfolded(left, of: session, in: records)
            unfolded.append((session, entries))
            left -= entries.count
        }
        return unfolded
    }

    private func unfolded(_ limit: Int, of session: String, in records: MemoryRecords) -> [UnfoldedEntry] {
        guard let record = records.sessions[session] else { return [] }
        return (record.counted..<record.counted + min(record.journal.count - record.counted, limit)).map { index in
            UnfoldedEntry(
                record.journal[index],
                after: index > 0 ? record.journal[index - 1] : nil,
                by: builds.present,
                ofSandbox: record.row.isSandbox
            )
        }
    }

    /// Folds the journals of sessions to their ends, and their incidents.
    mutating func foldAll(of ids: Set<String>, in records: inout MemoryRecords) {
        fold(ids.map { ($0, unfolded(.max, of: $0, in: records)) }, in: &records)
        foldIncidents(of: ids, numberingFrom: &records.nextNumber)
    }

    /// Adds the next journal entries of sessions to the hourly counts and to the runs.
    mutating func fold(
        _ unfolded: [(session: String, entries: [UnfoldedEntry])],
        in records: inout MemoryRecords
    ) {
        let new = unfolded.flatMap { $0.entries.compactMap(\.edge) }
        if !new.isEmpty { edges = EdgeCount.sum(edges + new) }
        builds.add(unfolded.flatMap { $0.entries.flatMap(\.counts) })
        for (session, entries) in unfolded {
            records.sessions[session]?.counted += entries.count
            let app = records.sessions[session]?.row.device.app.flatMap(Device.tag)
            for seen in entries.compactMap({ $0.problem(in: session) }) { add(seen, app: app, in: records) }
            let trails = entries.compactMap(\.trail)
            guard !trails.isEmpty else { continue }
            updateRuns(of: session, numberingFrom: &records.nextNumber) { runs in
                for trail in trails { runs.apply(trail) }
            }
        }
        deleteProblemsBeyondLimit()
    }

    /// Notes the kept incidents in the runs. To note an incident again has no effect.
    mutating func foldIncidents(of ids: some Sequence<String>, numberingFrom next: inout Int) {
        for session in ids {
            let incidents = sessions[session]?.incidents ?? []
            guard !incidents.isEmpty else { continue }
            updateRuns(of: session, numberingFrom: &next) { runs in
                for incident in incidents { runs.refuse(incident.screen ?? "", of: incident.node ?? 0) }
            }
        }
    }

    private mutating func updateRuns(
        of session: String,
        numberingFrom next: inout Int,
        _ update: (inout SessionRuns) -> Void
    ) {
        let numbers = sessions[session]?.runs ?? []
        var changes = SessionRuns(numbers.compactMap { number in runs[number].map { (number, $0.run) } })
        update(&changes)
        for (number, run) in changes.changed {
            runs[number ?? next] = MemoryRun(session: session, run: run)
            guard number == nil else { continue }
            sessions[session, default: OperatorRecord()].runs.append(next)
            next += 1
        }
    }
}

/// What operators keep of a session.
struct OperatorRecord {
    /// The numbers of the session's runs.
    var runs: [Int] = []
    /// The newest incidents, oldest first.
    var incidents: [Incident] = []
    var keptStates: [Int: KeptState] = [:]
}

/// A run of a flow.
struct MemoryRun {
    /// Nil once the session was deleted.
    var session: String?
    var run: FlowRun
}

extension MemoryStore {
    /// Runs `body` on the store's content and on what operators keep in it.
    func use<Result>(
        _ body: (inout MemoryRecords, inout OperatorRecords) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try use { records throws(StoreError) in
            var own = records[part: OperatorRecords.self] ?? OperatorRecords()
            // Taken out, because a copy of it would copy all rows at the first change.
            records[part: OperatorRecords.self] = nil
            defer { records[part: OperatorRecords.self] = own }
            return try body(&records, &own)
        }
    }
}
