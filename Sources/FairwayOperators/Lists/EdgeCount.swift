package import Fairway
import Foundation

/// How often users went from one screen to another in one hour, after stays of about the same length. An aggregate of the journal.
package struct EdgeCount: Hashable, Sendable {
    /// Hours since 1970.
    package var hour: Int
    /// The flow that the screen belonged to.
    package var flow: String?
    package var from: String?
    package var action: String
    package var to: String?
    package var stay: StayLength
    package var count: Int
}

extension EdgeCount {
    /// Counts a journal entry; nil for a refresh or a change of the device.
    package init?(_ entry: JournalEntry, after previous: JournalEntry?) {
        guard entry.kind != "refresh", entry.kind != "device" else { return nil }
        self.init(
            hour: entry.at.hour,
            flow: entry.flow,
            from: entry.screen ?? previous?.to,
            action: entry.name ?? entry.kind,
            to: entry.to,
            stay: StayLength(seconds: previous.map { entry.at.timeIntervalSince($0.at) } ?? 0),
            count: 1
        )
    }

    /// Adds up the counts of edges that differ in nothing but the count.
    package static func sum(_ counts: [EdgeCount]) -> [EdgeCount] {
        var sums: [EdgeCount: Int] = [:]
        for var edge in counts {
            let count = edge.count
            edge.count = 0
            sums[edge, default: 0] += count
        }
        return sums.map { edge, count in
            var edge = edge
            edge.count = count
            return edge
        }
    }

    /// Reads flow, from, action, to, class of stay and count. The hour is 0.
    package init(_ row: some StoredRow) {
        self.init(
            hour: 0,
            flow: row.textUnlessEmpty(0),
            from: row.textUnlessEmpty(1),
            action: row.text(2),
            to: row.textUnlessEmpty(3),
            stay: StayLength(number: row.int(4)),
            count: row.int(5)
        )
    }
}

/// A journal entry that is neither in the hourly counts nor in the runs.
package struct UnfoldedEntry: Sendable {
    /// Nil for a refresh or a change of the device.
    package let edge: EdgeCount?
    /// Nil for an entry without a trail.
    package let trail: TrailEntry?
    /// What the entry adds to the counts of its build.
    package let counts: [BuildCount]
    /// The number of the build that made the change.
    package let build: Int?
    /// The problem of a timer or a job that was given up.
    private let problem: ProblemGroup?
    private let at: Date

    /// - Parameters:
    ///   - build: The number of the build that made the change.
    ///   - isOfSandbox: Whether the session is a sandbox, which is not counted.
    init(_ entry: JournalEntry, after previous: JournalEntry?, by build: Int?, ofSandbox isOfSandbox: Bool) {
        counts = isOfSandbox ? [] : ServerCount.counts(of: entry).map { BuildCount(build: build ?? 0, $0) }
        edge = isOfSandbox ? nil : EdgeCount(entry, after: previous)
        trail = isOfSandbox ? nil : TrailEntry(entry)
        problem = isOfSandbox ? nil : ProblemGroup(entry)
        (self.build, at) = (build, entry.at)
    }

    /// The problem that occurred in the session; nil if none did.
    package func problem(in session: String) -> SeenProblem? {
        problem.map { SeenProblem($0, session: session, first: at, last: at) }
    }

    /// The columns of ``init(_:)``: a journal entry, left-joined with the session's entry before it.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "entry.revision", "entry.at_ms", "entry.kind", "entry.flow", "entry.screen", "entry.name", "entry.to_screen",
        "entry.trail_json", "before.at_ms", "before.to_screen", "entry.took_microseconds", "entry.build",
        "entry.delivery_json",
    ]

    /// Reads ``columns``.
    package init(_ row: some StoredRow, ofSandbox isOfSandbox: Bool) {
        let entry = JournalEntry(
            revision: row.int(0),
            at: row.date(1),
            kind: row.text(2),
            flow: row.optionalText(3),
            screen: row.optionalText(4),
            name: row.optionalText(5),
            to: row.optionalText(6),
            microseconds: row.int(10),
            trail: row.trail(7),
            delivery: row.delivery(12)
        )
        let previous =
            row.isNull(8)
            ? nil : JournalEntry(revision: entry.revision - 1, at: row.date(8), kind: "", to: row.optionalText(9))
        self.init(entry, after: previous, by: row.optionalInt(11), ofSandbox: isOfSandbox)
    }
}

/// The length of a stay on a screen, as a class of a logarithmic histogram. Counts can be added up, and a median is accurate to
/// 10 %.
package struct StayLength: Hashable, Sendable, Comparable {
    /// Class 0 contains stays below 10 ms. Above, each doubling of the length is divided into eight equal classes.
    package let number: Int

    private static let shortestSeconds = 0.01
    private static let classesPerDoubling = 8
    /// The longest class ends at 43 years.
    private static let longestDoubling = 36

    package init(number: Int) { self.number = number }

    package init(seconds: Double) {
        let length = seconds / Self.shortestSeconds
        guard length >= 1, length.isFinite else {
            self.init(number: 0)
            return
        }
        let part = Int((length.significand - 1) * Double(Self.classesPerDoubling))
        self.init(number: 1 + min(Int(length.exponent), Self.longestDoubling) * Self.classesPerDoubling + part)
    }

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// The middle of the class, rounded to 10 ms.
    var seconds: Double {
        guard number > 0 else { return 0 }
        let (doubling, part) = (number - 1).quotientAndRemainder(dividingBy: Self.classesPerDoubling)
        let significand = 1 + (Double(part) + 0.5) / Double(Self.classesPerDoubling)
        let length = Double(sign: .plus, exponent: doubling, significand: significand)
        return (length * Self.shortestSeconds * 100).rounded() / 100
    }
}

/// How many stays there were of each length.
package struct StayCounts: Hashable, Sendable {
    private var counts: [Int: Int] = [:]

    package init(_ counts: some Sequence<(StayLength, Int)> = []) {
        for (length, count) in counts { add(length, count) }
    }

    /// The number of stays.
    var count: Int { counts.values.reduce(0, +) }

    /// The classes of lengths, with their counts, shortest first.
    var sorted: [(number: Int, count: Int)] { counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    mutating func add(_ length: StayLength, _ count: Int = 1) { counts[length.number, default: 0] += count }

    mutating func add(_ other: StayCounts) { counts.merge(other.counts, uniquingKeysWith: +) }

    var median: Double? { percentile(50) }

    /// A percentile of the stays' lengths, in seconds, accurate to 10 %. Nil if no stay was counted.
    func percentile(_ percent: Int) -> Double? {
        var left = (count * percent + 99) / 100
        for (number, count) in sorted {
            left -= count
            if left <= 0 { return StayLength(number: number).seconds }
        }
        return nil
    }
}
