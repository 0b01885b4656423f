import Foundation

/// The rounds of one subject, which alternate with those of other subjects.
final class LoadSeries {
    let subject: LoadSubject
    private let connections: Int
    private let generator: LoadGenerator
    private var rounds: [Round] = []

    private struct Round {
        var load: LoadResult
        var cpuMicroseconds: Double
        var writtenBytes: Double
    }

    init(_ subject: LoadSubject, connections: Int) throws {
        (self.subject, self.connections) = (subject, connections)
        generator = LoadGenerator(try subject.connect(connections))
    }

    /// Measures one more round.
    func measure(seconds: Double) throws {
        let before = ProcessFigures(subject.process)
        let load = try generator.run(seconds: seconds)
        let after = ProcessFigures(subject.process)
        let answers = max(1, load.perSecond * seconds)
        let cpu = (after.cpuMicroseconds - before.cpuMicroseconds) / answers
        let written = Double(after.writtenBytes - before.writtenBytes) / answers
        rounds.append(Round(load: load, cpuMicroseconds: cpu, writtenBytes: written))
    }

    /// The median of the rounds' ratios of answers per second.
    func ratio(to other: LoadSeries) -> Double {
        zip(rounds, other.rounds).map { $0.load.perSecond / $1.load.perSecond }.median
    }

    /// The median of the rounds' ratios of processor time per answer.
    func processorRatio(to other: LoadSeries) -> Double {
        zip(rounds, other.rounds).map { $0.cpuMicroseconds / $1.cpuMicroseconds }.median
    }

    /// The medians of the rounds, and the longest latency.
    var figures: LoadFigures {
        LoadFigures(
            name: subject.name,
            connections: connections,
            perSecond: rounds.map(\.load.perSecond).median,
            p50Microseconds: rounds.map(\.load.p50Microseconds).median,
            p99Microseconds: rounds.map(\.load.p99Microseconds).median,
            longestMicroseconds: rounds.map(\.load.longestMicroseconds).max() ?? 0,
            cpuMicroseconds: rounds.map(\.cpuMicroseconds).median,
            writtenBytes: rounds.map(\.writtenBytes).median,
            residentMegabytes: Double(ProcessFigures(subject.process).residentBytes) / 1e6
        )
    }
}

/// The figures of one subject.
struct LoadFigures: Codable, CustomStringConvertible {
    var name: String
    var connections: Int
    var perSecond: Double
    var p50Microseconds: Double
    var p99Microseconds: Double
    var longestMicroseconds: Double
    /// Per answer.
    var cpuMicroseconds: Double
    /// Per answer.
    var writtenBytes: Double
    var residentMegabytes: Double

    static let heading =
        "connections  subject                       answers/s   p50 µs   p99 µs  longest ms  CPU µs  written B  RSS MB"

    var description: String {
        String(format: "%11d  ", connections) + name.padding(toLength: 28, withPad: " ", startingAt: 0)
            + String(format: "%11.0f %8.0f %8.0f ", perSecond, p50Microseconds, p99Microseconds)
            + String(format: "%11.1f %7.1f ", longestMicroseconds / 1_000, cpuMicroseconds)
            + String(format: "%10.0f %7.0f", writtenBytes, residentMegabytes)
    }
}

/// The resources that a process and its children have used, from `proc(5)`.
struct ProcessFigures {
    private(set) var cpuMicroseconds = 0.0
    private(set) var residentBytes = 0
    private(set) var writtenBytes = 0

    init(_ process: Int32) {
        let children = Self.text("/proc/\(process)/task/\(process)/children")
        for id in [process] + children.split(separator: " ").compactMap({ Int32($0) }) {
            // The fields after the name in parentheses begin with field 3. User and system time are fields 14 and 15.
            let fields = Self.text("/proc/\(id)/stat").split(separator: ")").last?.split(separator: " ") ?? []
            let ticks = fields.count > 12 ? (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0) : 0
            cpuMicroseconds += ticks * 1e6 / Double(sysconf(Int32(_SC_CLK_TCK)))
            residentBytes += Self.number("VmRSS:", in: "/proc/\(id)/status") * 1024
            writtenBytes += Self.number("write_bytes:", in: "/proc/\(id)/io")
        }
    }

    private static func number(_ name: String, in path: String) -> Int {
        let line = text(path).split(separator: "\n").first { $0.hasPrefix(name) }
        return line.flatMap { Int($0.dropFirst(name.count).filter(\.isNumber)) } ?? 0
    }

    private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}

extension [Double] {
    /// The middle value, or the mean of the two middle values; 0 for none.
    var median: Double {
        guard !isEmpty else { return 0 }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
