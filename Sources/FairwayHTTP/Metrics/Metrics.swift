import Synchronization

/// The metrics of a process, in the format of Prometheus. The server adds its own, and other components add theirs:
///
///     metrics.add { text in
///         text.family("fairway_sessions", .gauge, "Sessions in memory.")
///         text.sample(value: Double(engine.sessionCount))
///     }
public final class Metrics: Sendable {
    private let collectors = Mutex<[@Sendable (inout PrometheusText) -> Void]>([])

    /// Makes an empty set of metrics.
    public init() {}

    /// Adds families of samples. `collect` writes them. It is called for each scrape, on any thread.
    public func add(_ collect: @escaping @Sendable (inout PrometheusText) -> Void) {
        collectors.withLock { $0.append(collect) }
    }

    /// The response to a scrape.
    public var response: Response {
        var text = PrometheusText()
        for collect in collectors.withLock({ $0 }) { collect(&text) }
        return Response(200, .prometheus, headers: ["Cache-Control": "no-store"], body: Array(text.text.utf8))
    }
}

/// Writes metrics in Prometheus' text format, version 0.0.4.
///
///     text.family("fairway_sessions", .gauge, "Sessions by status.")
///     text.sample(labels: [("status", "active")], value: 12)
public struct PrometheusText: Sendable {
    /// The type of a family.
    public enum Kind: String, Sendable {
        /// A value that only grows.
        case counter
        /// A value that goes up and down.
        case gauge
        /// Counts by bucket.
        case histogram
        /// A count and a sum.
        case summary
    }

    private(set) var text = ""
    private var name = ""

    /// Begins a family of samples.
    public mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a sample to the current family.
    public mutating func sample(labels: [(String, String)] = [], value: Double) {
        line(name, labels, value)
    }

    /// Adds a histogram to the current family. `counts` has one entry for each bucket, and one for values beyond the
    /// last bound.
    public mutating func histogram(labels: [(String, String)] = [], bounds: [Double], counts: [UInt64], sum: Double) {
        precondition(counts.count == bounds.count + 1, "A histogram needs one count more than bounds.")
        var total: UInt64 = 0
        for (bound, count) in zip(bounds.map(Self.number) + ["+Inf"], counts) {
            total += count
            line(name + "_bucket", labels + [("le", bound)], Double(total))
        }
        line(name + "_sum", labels, sum)
        line(name + "_count", labels, Double(total))
    }

    /// Adds a summary to the current family.
    mutating func summary(count: UInt64, sum: Double) {
        line(name + "_sum", [], sum)
        line(name + "_count", [], Double(count))
    }

    private mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.0)=\"\(Self.escaped($0.1, quotes: true))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(Self.number(value))\n"
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 9_007_199_254_740_992 ? "\(Int(value))" : "\(value)"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
