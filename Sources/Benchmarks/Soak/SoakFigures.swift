import Foundation

/// What a server used at the moments when it was looked at, and whether it stayed so.
struct SoakFigures {
    /// One look.
    struct Look {
        var second: Double
        var residentMegabytes: Double
        var descriptors: Double
        var p99Milliseconds: Double
    }

    private(set) var looks: [Look] = []
    /// What is bounded is filled by then: after a quarter of the time, or so many seconds.
    private static let (warmUp, warmUpSeconds) = (0.25, 90.0)

    mutating func add(_ look: Look) { looks.append(look) }

    /// What has grown from the first third after the warm-up to the last; empty: nothing.
    var growth: [String] {
        let beginning = max((looks.last?.second ?? 0) * Self.warmUp, Self.warmUpSeconds)
        let warm = looks.drop { $0.second < beginning }
        let third = warm.count / 3
        guard third > 0 else { return ["there were too few looks to say"] }
        return [
            // What is let by is what the allocator, a burst of clients and a busy machine may add.
            Measure(name: "memory, MB", value: \.residentMegabytes, factor: 1.1, slack: 8),
            Measure(name: "descriptors", value: \.descriptors, factor: 1.1, slack: 16),
            Measure(name: "p99, ms", value: \.p99Milliseconds, factor: 2, slack: 20),
        ].compactMap { measure in
            let first = warm.prefix(third).map { $0[keyPath: measure.value] }.median
            let last = warm.suffix(third).map { $0[keyPath: measure.value] }.median
            let text = String(format: "\(measure.name): %.1f in the first third, %.1f in the last", first, last)
            print(text)
            return last <= first * measure.factor + measure.slack ? nil : "has grown: \(text)"
        }
    }

    private struct Measure {
        var name: String
        var value: KeyPath<Look, Double>
        var factor: Double
        var slack: Double
    }
}
