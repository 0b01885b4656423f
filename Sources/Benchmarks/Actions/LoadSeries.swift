/// One subject with so many connections, measured in rounds that other subjects share.
final class LoadSeries {
    let subject: LoadSubject
    let connections: Int
    private let generator: LoadGenerator
    private var rounds: [Round] = []

    private struct Round {
        var load: LoadResult
        var cpuMicroseconds: Double
        var writtenBytes: Double
    }

    init(_ subject: LoadSubject, connections: Int) throws {
        self.subject = subject
        self.connections = connections
        generator = LoadGenerator(try subject.connect(connections))
    }

    /// Measures once more.
    func measure(seconds: Double) throws {
        let before = ProcessFigures(subject.process)
        let load = try generator.run(seconds: seconds)
        let after = ProcessFigures(subject.process)
        let answers = max(1, load.perSecond * seconds)
        rounds.append(
            Round(
                load: load,
                cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / answers,
                writtenBytes: Double(after.writtenBytes - before.writtenBytes) / answers
            )
        )
    }

    /// The median of the rates, each against another's in the same round.
    func ratio(to other: LoadSeries) -> Double {
        median(zip(rounds, other.rounds).map { $0.load.perSecond / $1.load.perSecond })
    }

    /// The medians; of the longest that anybody waited, the longest.
    var figures: LoadFigures {
        LoadFigures(
            name: subject.name,
            connections: connections,
            perSecond: median(rounds.map(\.load.perSecond)),
            p50Microseconds: median(rounds.map(\.load.p50Microseconds)),
            p99Microseconds: median(rounds.map(\.load.p99Microseconds)),
            longestMicroseconds: rounds.map(\.load.longestMicroseconds).max() ?? 0,
            cpuMicroseconds: median(rounds.map(\.cpuMicroseconds)),
            writtenBytes: median(rounds.map(\.writtenBytes)),
            residentMegabytes: Double(ProcessFigures(subject.process).residentBytes) / 1e6
        )
    }
}
