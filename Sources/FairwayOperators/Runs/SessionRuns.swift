import Fairway
import Foundation

/// The active runs of a session, to which trails are applied in the order of the journal.
package struct SessionRuns {
    private var runs: [Row]

    private struct Row {
        var number: Int?
        var run: FlowRun
        var isChanged = false
    }

    /// The stored runs of a session.
    package init(_ stored: [(number: Int, run: FlowRun)]) { runs = stored.map { Row(number: $0.number, run: $0.run) } }

    /// Applies a journal entry with a trail.
    package mutating func apply(_ entry: TrailEntry) {
        for start in entry.trail.started { runs.append(Row(run: FlowRun(start, entry.trail, at: entry.at))) }
        for index in runs.indices where runs[index].run.outcome == nil {
            let before = runs[index].run
            runs[index].run.apply(entry.trail, of: entry.action, at: entry.at)
            if runs[index].run != before { runs[index].isChanged = true }
        }
    }

    /// Notes an incident on a screen of a flow.
    package mutating func refuse(_ screen: String, of node: Int) {
        for index in runs.indices where runs[index].run.refuse(screen, of: node) { runs[index].isChanged = true }
    }

    /// The runs to store, with the numbers of those that are stored already.
    package var changed: [(number: Int?, run: FlowRun)] {
        runs.filter { row in
            guard row.number == nil else { return row.isChanged }
            // A flow that left before it showed a screen does not count as a run.
            return row.run.outcome == nil || row.run.hasShownScreen
        }.map { ($0.number, $0.run) }
    }
}

/// The part of a journal entry from which runs are computed.
package struct TrailEntry: Sendable {
    let at: Date
    let action: String
    let trail: Trail
}

extension TrailEntry {
    /// Nil for an entry without a trail.
    init?(_ entry: JournalEntry) {
        guard let trail = entry.trail else { return nil }
        self.init(at: entry.at, action: entry.name ?? entry.kind, trail: trail)
    }
}
