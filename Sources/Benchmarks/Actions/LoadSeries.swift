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
        zip(rounds, other.rounds).map { $0.load.perSecond / $1.load.perSecond }.median
    }

    /// The median of the processor time for an answer, each against another's in the same round.
    func processorRatio(to other: LoadSeries) -> Double {
        zip(rounds, other.rounds).map { $0.cpuMicroseconds / $1.cpuMicroseconds }.median
    }

    /// The medians; of the longest that anybody waited, the longest.
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
