import Foundation

/// What a user's action costs over HTTP with full durability, beside a constant answer and beside the bare ceiling:
/// `fairway-benchmarks actions NGINX-PORT NGINX-PROCESS FOLDER [SECONDS [ROUNDS [CONNECTIONS…]]]`, which `script/bench actions` calls.
enum ActionsBenchmark {
    private static let connections = [1, 8, 64, 512]
    private static let usual = 64

    static func run(_ arguments: ArraySlice<String>) throws {
        // By itself, so that no server is left behind.
        guard try measure(Array(arguments)) else { exit(1) }
    }

    private static func measure(_ words: [String]) throws -> Bool {
        guard words.count > 2, let nginxPort = UInt16(words[0]), let nginx = Int32(words[1]) else { exit(64) }
        let seconds = words.count > 3 ? Double(words[3]) ?? 1 : 1
        let rounds = words.count > 4 ? Int(words[4]) ?? 5 : 5
        let asked = words.dropFirst(5).compactMap { Int($0) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-bench-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }

        let constant = LoadSubject(
            name: "nginx, constant",
            port: nginxPort,
            process: nginx,
            script: .constant("POST", "/", LoadScript.counter.steps[0].body, "session")
        )
        let field = try ActionsField(in: folder, constant: constant)
        defer { field.end() }

        print("\(rounds) rounds of \(seconds) s each, in turns\n\(LoadFigures.heading)")
        let (growing, over) = (try SyncSeries(in: folder), try SyncSeries(in: folder, writingOver: true))
        var report = ActionsReport()
        var judge = Judge(of: "actions")
        for count in asked.isEmpty ? connections : asked {
            let series = try field.subjects(count, special: count == usual).map {
                try LoadSeries($0, connections: count)
            }
            for _ in 0..<rounds {
                if count == 1 { for syncs in [growing, over] { try syncs.measure() } }
                for subject in series { try subject.measure(seconds: seconds) }
            }
            if count == 1 {
                report.syncs = ActionsReport.Syncs(
                    growingMicroseconds: growing.medianMicroseconds,
                    overMicroseconds: over.medianMicroseconds
                )
            }
            for subject in series {
                report.figures.append(subject.figures)
                print(subject.figures)
            }
            report.judge(series, connections: count, &judge)
        }
        if let syncs = report.syncs {
            let (growing, over) = (Int(syncs.growingMicroseconds), Int(syncs.overMicroseconds))
            print("\na sync of the disk takes \(growing) µs where a file grows, \(over) where it is written over")
        }
        report.compared = judge.verdict.compared
        try report.write(to: URL(filePath: words[2]))
        return judge.conclude()
    }
}
