import Glibc

/// Keeps a server busy that somebody else has started, and checks every answer:
/// `fairway-benchmarks profile-load PORT PROCESS SECONDS CONNECTIONS...`, which `script/profile` calls.
enum ProfileLoad {
    static func run(_ arguments: ArraySlice<String>) throws {
        let words = Array(arguments)
        guard words.count > 3, let port = UInt16(words[0]), let process = Int32(words[1]),
            let seconds = Double(words[2])
        else { exit(64) }
        print(LoadFigures.heading)
        for (name, script) in [("Counter", LoadScript.counter), ("Tutorial", .tutorial)] {
            for count in words.dropFirst(3).compactMap({ Int($0) }) {
                let subject = LoadSubject(name: name, port: port, process: process, script: script)
                let series = try LoadSeries(subject, connections: count)
                try series.measure(seconds: seconds)
                print(series.figures)
            }
        }
    }
}
