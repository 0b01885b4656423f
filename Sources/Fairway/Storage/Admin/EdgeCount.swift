#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// How often users went one way within one hour, after staying about so long: what the journal is folded into.
package struct EdgeCount: Hashable, Sendable {
    /// Hours since 1970.
    package var hour: Int
    /// The flow whose screen it was.
    package var flow: String?
    package var from: String?
    package var action: String
    package var to: String?
    package var stay: StayLength
    package var count: Int

    package init(
        hour: Int,
        flow: String?,
        from: String?,
        action: String,
        to: String?,
        stay: StayLength,
        count: Int
    ) {
        self.hour = hour
        self.flow = flow
        self.from = from
        self.action = action
        self.to = to
        self.stay = stay
        self.count = count
    }

    /// What one entry of the journal adds; nil for what takes a user nowhere.
    package init?(_ entry: JournalEntry, after previous: JournalEntry?) {
        guard entry.kind != "refresh", entry.kind != "device" else { return nil }
        self.init(
            hour: Self.hour(of: entry.at),
            flow: entry.flow,
            from: entry.screen ?? previous?.to,
            action: entry.name ?? entry.kind,
            to: entry.to,
            stay: StayLength(seconds: previous.map { entry.at.timeIntervalSince($0.at) } ?? 0),
            count: 1
        )
    }

    /// The hour of a moment.
    package static func hour(of moment: Date) -> Int { Int((moment.timeIntervalSince1970 / 3_600).rounded(.down)) }

    /// Adds up what differs in nothing but its count.
    package static func sum(_ counts: [EdgeCount]) -> [EdgeCount] {
        var sums: [EdgeCount: Int] = [:]
        for var count in counts {
            let number = count.count
            count.count = 0
            sums[count, default: 0] += number
        }
        return sums.map { edge, number in
            var edge = edge
            edge.count = number
            return edge
        }
    }
}
