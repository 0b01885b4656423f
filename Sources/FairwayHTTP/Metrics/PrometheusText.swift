/// Writes metrics in Prometheus' text format, version 0.0.4.
///
///     text.family("fairway_sessions", .gauge, "Sessions by status.")
///     text.sample(labels: [("status", "active")], value: 12)
public struct PrometheusText: Sendable {
    /// What a family's numbers mean.
    public enum Kind: String, Sendable {
        /// Only grows.
        case counter
        /// Goes up and down.
        case gauge
        /// Counts by size.
        case histogram
        /// How many, and how much together.
        case summary
    }

    private(set) var text = ""
    private var name = ""

    /// Begins a family of samples.
    public mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a sample to the family that was begun last.
    public mutating func sample(labels: [(String, String)] = [], value: Double) {
        line(name, labels, value)
    }

    /// Adds a histogram to the family that was begun last. `counts` has one entry for each bound, of what lies between
    /// it and the one before, and one for what lies beyond the last.
    public mutating func histogram(labels: [(String, String)] = [], bounds: [Double], counts: [UInt64], sum: Double) {
        precondition(counts.count == bounds.count + 1, "A histogram has one count more than it has bounds.")
        var total: UInt64 = 0
        for (bound, count) in zip(bounds.map(Self.number) + ["+Inf"], counts) {
            total += count
            line(name + "_bucket", labels + [("le", bound)], Double(total))
        }
        line(name + "_sum", labels, sum)
        line(name + "_count", labels, Double(total))
    }

    /// Adds a summary to the family that was begun last.
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
