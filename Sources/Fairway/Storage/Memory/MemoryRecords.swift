#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// All that a memory store holds. Sessions and flows are numbered as they come, which is the order of lists.
struct MemoryRecords {
    var sessions: [String: MemoryRecord] = [:]
    var handoffs: [[UInt8]: StoredHandoff] = [:]
    var creations: [[UInt8]: StoredCreation] = [:]
    var edges: [EdgeCount] = []
    var duties: [DutyClaim.Duty: DutyClaim] = [:]
    private var nextNumber = 1

    mutating func commit(_ commit: Commit) -> CommitOutcome {
        if let new = commit.creation, let old = creations[new.key] { return .created(old) }
        if let code = commit.handoff, handoffs[code] == nil { return .conflict }
        // In place: a copy of a record would copy the whole journal with every commit.
        if let place = sessions.index(forKey: commit.session) {
            if let key = commit.reply?.key, let reply = sessions.values[place].replies[key] { return .answered(reply) }
            guard sessions.values[place].isExpected(by: commit) else { return .conflict }
            sessions.values[place].apply(commit, numberingFrom: &nextNumber)
        } else {
            guard commit.expectedRevision == nil, commit.row != nil || commit.creation != nil else { return .conflict }
            if let row = commit.row {
                var record = MemoryRecord(row: row, number: nextNumber)
                nextNumber += 1
                record.apply(commit, numberingFrom: &nextNumber)
                sessions[commit.session] = record
            }
        }
        if let code = commit.handoff { handoffs[code] = nil }
        if let creation = commit.creation { creations[creation.key] = creation }
        return .committed
    }
}

extension MemoryRecords {
    /// The next entries of the journal that have not been folded: whose they are, how many, and what they come to.
    func unfolded(_ limit: Int) -> [(session: String, entries: Int, counts: [EdgeCount])] {
        var left = limit
        var unfolded: [(session: String, entries: Int, counts: [EdgeCount])] = []
        for (session, record) in sessions where left > 0 {
            let end = min(record.journal.count, record.folded + left)
            let counts = (record.folded..<end).compactMap { index in
                EdgeCount(record.journal[index], after: index > 0 ? record.journal[index - 1] : nil)
            }
            unfolded.append((session, end - record.folded, counts))
            left -= end - record.folded
        }
        return unfolded
    }
}
