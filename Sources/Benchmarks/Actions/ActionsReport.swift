import Foundation

/// What a run has found, and the ratios that are promised.
struct ActionsReport: Codable {
    /// In the rounds with one connection; nil where there were none.
    var syncMicroseconds: Double?
    var figures: [LoadFigures] = []
    /// By name; more is better.
    var ratios: [String: Double] = [:]

    /// A ratio may get worse by so much before it is said.
    private static let tolerance = 0.1
    private static let goals: [(name: String, least: Double)] = [
        ("Counter of nginx's constant answer", 0.25), ("Counter of the bare ceiling", 0.65),
        ("Counter of no group commit", 3), ("50 flows deep of Counter", 0.7),
        ("a sync and /healthz of Counter's p50", 0.67),
    ]

    /// Takes in what was measured with so many connections.
    mutating func note(_ series: [LoadSeries], connections: Int) {
        func named(_ name: String) -> LoadSeries? { series.first { $0.subject.name == name } }
        guard let counter = named("Counter") else { return }
        if let syncMicroseconds, connections == 1, let health = named("our /healthz") {
            let floor = syncMicroseconds + health.figures.p50Microseconds
            ratios["a sync and /healthz of Counter's p50"] = floor / counter.figures.p50Microseconds
        }
        guard let alone = named("Counter, no group commit"), let deep = named("50 flows deep"),
            let constant = named("nginx, constant"), let bare = named("the bare ceiling")
        else { return }
        ratios["Counter of nginx's constant answer"] = counter.ratio(to: constant)
        ratios["Counter of the bare ceiling"] = counter.ratio(to: bare)
        ratios["Counter of no group commit"] = counter.ratio(to: alone)
        ratios["50 flows deep of Counter"] = deep.ratio(to: counter)
    }

    /// Writes the figures and a picture of them to a folder.
    func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: folder.appending(path: "actions.json"))
        try Data(ActionsChart(figures).svg.utf8).write(to: folder.appending(path: "actions.svg"))
    }

    /// Says how the ratios stand to what is promised and to an earlier run: whether none got worse unnoticed.
    func compared(with baseline: URL) -> Bool {
        let earlier = (try? Data(contentsOf: baseline)).flatMap { try? JSONDecoder().decode(Self.self, from: $0) }
        var isAsGood = earlier != nil
        if earlier == nil { print("there is no committed run to compare with: \(baseline.path)") }
        for (name, least) in Self.goals {
            guard let ratio = ratios[name] else { continue }
            var line = String(
                format: "%.2f  %@, of at least %.2f: %@",
                ratio,
                name,
                least,
                ratio < least ? "missed" : "met"
            )
            if let before = earlier?.ratios[name] {
                line += String(format: "; %.2f in the committed run", before)
                if ratio < before * (1 - Self.tolerance) {
                    line += ": WORSE"
                    isAsGood = false
                }
            }
            print(line)
        }
        return isAsGood
    }
}
