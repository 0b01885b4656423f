import Glibc

/// Keeps a server busy that somebody else has started, and checks every answer:
/// `fairway-benchmarks profile-load PORT PROCESS [SECONDS]`, which `script/profile` calls.
enum ProfileLoad {
    private static let connections = [1, 64]

    static func run(_ arguments: ArraySlice<String>) throws {
        let words = Array(arguments)
        guard words.count > 1, let port = UInt16(words[0]), let process = Int32(words[1]) else { exit(64) }
        let seconds = words.count > 2 ? Double(words[2]) ?? 2 : 2
        print(LoadFigures.heading)
        for (name, script) in [("Counter", LoadScript.counter), ("Tutorial", .tutorial)] {
            for count in connections {
                let subject = LoadSubject(name: name, port: port, process: process, script: script)
                let series = try LoadSeries(subject, connections: count)
                try series.measure(seconds: seconds)
                print(series.figures)
            }
        }
    }
}
