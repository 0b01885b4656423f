import Foundation

/// What a user's action costs over HTTP with full durability, beside a constant answer and beside the bare ceiling:
/// `fairway-benchmarks actions NGINX-PORT NGINX-PROCESS [SECONDS [ROUNDS [CONNECTIONS…]]]`, which `script/bench actions` calls.
enum ActionsBenchmark {
    private static let connections = [1, 8, 64, 512]
    private static let usual = 64

    static func run(_ arguments: ArraySlice<String>) throws {
        // By itself, so that no server is left behind.
        guard try measure(Array(arguments)) else { exit(1) }
    }

    private static func measure(_ words: [String]) throws -> Bool {
        guard words.count > 1, let nginxPort = UInt16(words[0]), let nginx = Int32(words[1]) else { exit(64) }
        let seconds = words.count > 2 ? Double(words[2]) ?? 1 : 1
        let rounds = words.count > 3 ? Int(words[3]) ?? 5 : 5
        let asked = words.dropFirst(4).compactMap { Int($0) }
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
        var report = ActionsReport()
        var judge = try Judge(of: "actions")
        for count in asked.isEmpty ? connections : asked {
            let series = try field.subjects(count, special: count == usual).map {
                try LoadSeries($0, connections: count)
            }
            let syncs =
                count == 1 ? (growing: try SyncSeries(in: folder), over: try SyncSeries(in: folder, over: true)) : nil
            for _ in 0..<rounds {
                try syncs?.growing.measure()
                try syncs?.over.measure()
                for subject in series { try subject.measure(seconds: seconds) }
            }
            if let syncs {
                report.syncs = ActionsReport.Syncs(
                    growingMicroseconds: syncs.growing.medianMicroseconds,
                    overMicroseconds: syncs.over.medianMicroseconds
                )
            }
            for subject in series {
                report.figures.append(subject.figures)
                print(subject.figures)
            }
            report.tell(&judge, of: series, connections: count)
        }
        if let syncs = report.syncs {
            print(
                String(
                    format: "\na sync of the disk takes %.0f µs where a file grows, %.0f where it is written over",
                    syncs.growingMicroseconds,
                    syncs.overMicroseconds
                )
            )
        }
        report.compared = judge.verdict.compared
        let isContent = try judge.conclude(writing: report)
        try Data(ActionsChart(report.figures).svg.utf8).write(to: Judge.reports.appending(path: "actions.svg"))
        return isContent
    }
}
