import Glibc

/// Keeps a server busy that somebody else has started, and checks every answer:
/// `fairway-benchmarks profile-load PORT PROCESS SECONDS CONNECTIONS...`, which `script/profile` calls.
enum ProfileLoad {
    static func run(_ arguments: ArraySlice<String>) throws {
        let words = Array(arguments)
        let connections = words.dropFirst(3).map { Int($0) ?? 0 }
        guard !connections.isEmpty, connections.allSatisfy({ $0 > 0 }), let port = UInt16(words[0]),
            let process = Int32(words[1]), let seconds = Double(words[2])
        else { exit(64) }
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
