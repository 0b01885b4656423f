import Foundation

/// Holds what a benchmark finds to what is promised, and to the run that is committed (`docs/performance/NAME.json`), so that
/// nothing gets worse unnoticed.
struct Judge {
    enum Bound {
        case atLeast(Double)
        case atMost(Double)
    }

    /// From where whoever commits a run takes what it has written.
    static let reports = URL(filePath: ".build/bench")
    /// A figure may be so much worse than in the committed run before it is said.
    private static let tolerance = 0.1

    private let file: URL
    private let committed: Verdict?
    /// What a later run is compared with.
    private(set) var verdict = Verdict()
    private var lines: [String] = []
    private var isContent: Bool

    /// - Parameter committed: The folder of committed runs.
    init(of benchmark: String, committed folder: URL = URL(filePath: "docs/performance")) throws {
        file = folder.appending(path: "\(benchmark).json")
        committed =
            try FileManager.default.fileExists(atPath: file.path)
            ? JSONDecoder().decode(Verdict.self, from: Data(contentsOf: file)) : nil
        isContent = committed != nil
    }

    /// Takes in a ratio, or what else depends on the hour no more than one does. What the committed run has missed, too, is
    /// known: it fails no run that is no worse.
    mutating func hear(_ value: Double, of name: String, _ bound: Bound? = nil) {
        verdict.compared[name] = value
        let (line, isMet) = Self.said(value, of: name, bound)
        guard let before = committed?.compared[name] else {
            isContent = isContent && isMet
            lines.append("\(line); not in the committed run")
            return
        }
        let isWorse = Self.isWorse(value, than: before, bound)
        isContent = isContent && !isWorse && (isMet || !Self.said(before, of: name, bound).isMet)
        lines.append("\(line); \(Self.written(before)) in the committed run\(isWorse ? ": WORSE" : "")")
    }

    /// Takes in a time, with which one of another hour is not compared.
    mutating func hear(momentary value: Double, of name: String, _ bound: Bound) {
        let (line, isMet) = Self.said(value, of: name, bound)
        isContent = isContent && isMet
        lines.append(line)
    }

    /// Says it all, and writes a report: whether everything is as promised, and no worse than it was.
    func conclude(writing report: some Encodable, to folder: URL = reports) throws -> Bool {
        print("")
        for line in lines { print(line) }
        if committed == nil { print("there is no committed run to compare with: \(file.path)") }
        for name in (committed?.compared ?? [:]).keys.sorted() where verdict.compared[name] == nil {
            print("not measured: \(name)")
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(report).write(to: folder.appending(path: file.lastPathComponent))
        return isContent
    }

    private static func said(_ value: Double, of name: String, _ bound: Bound?) -> (line: String, isMet: Bool) {
        let (limit, isMet): (String, Bool)
        switch bound {
        case .atLeast(let least): (limit, isMet) = ("at least \(written(least))", value >= least)
        case .atMost(let most): (limit, isMet) = ("at most \(written(most))", value <= most)
        case nil: return ("\(written(value))  \(name)", true)
        }
        return ("\(written(value))  \(name), of \(limit): \(isMet ? "met" : "missed")", isMet)
    }

    private static func isWorse(_ value: Double, than before: Double, _ bound: Bound?) -> Bool {
        if case .atMost = bound { return value > before * (1 + tolerance) }
        return value < before * (1 - tolerance)
    }

    private static func written(_ value: Double) -> String { String(format: value < 100 ? "%.3f" : "%.0f", value) }
}
