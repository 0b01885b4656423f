import Foundation

/// Compares the figures of a run with their targets and with the committed run in `docs/performance`.
struct BenchmarkReport {
    enum Target {
        case atLeast(Double)
        case atMost(Double)
    }

    /// The figures that a later run is compared with.
    struct Run: Codable {
        var compared: [String: Double] = [:]
        var figures: [LoadFigures]?
    }

    /// The folder for the results of this run.
    static let results = URL(filePath: ".build/bench")
    /// The tolerated difference from the committed run, as a fraction of its figure.
    private static let tolerance = 0.1

    private let file: URL
    private let committed: Run?
    private(set) var run = Run()
    private var lines: [String] = []
    private var hasPassed: Bool

    /// Starts a report, and reads the committed run.
    init(of benchmark: String, committed folder: URL = URL(filePath: "docs/performance")) throws {
        file = folder.appending(path: "\(benchmark).json")
        committed =
            try FileManager.default.fileExists(atPath: file.path)
            ? JSONDecoder().decode(Run.self, from: Data(contentsOf: file)) : nil
        hasPassed = committed != nil
    }

    /// Adds a ratio, or another figure that does not depend on the machine's load. It fails the run if it is worse than
    /// in the committed run, or if it misses a target that the committed run met.
    mutating func add(_ value: Double, _ name: String, _ target: Target? = nil) {
        run.compared[name] = value
        let (line, isMet) = Self.line(value, name, target)
        guard let before = committed?.compared[name] else {
            hasPassed = hasPassed && isMet
            lines.append("\(line); not in the committed run")
            return
        }
        let isWorse = Self.isWorse(value, than: before, target)
        hasPassed = hasPassed && !isWorse && (isMet || !Self.line(before, name, target).isMet)
        lines.append("\(line); \(Self.text(before)) in the committed run\(isWorse ? ": WORSE" : "")")
    }

    /// Adds a time. It is compared with its target only, because it depends on the machine's load.
    mutating func add(time: Double, _ name: String, _ target: Target) {
        let (line, isMet) = Self.line(time, name, target)
        hasPassed = hasPassed && isMet
        lines.append(line)
    }

    mutating func add(_ figures: LoadFigures) {
        print(figures)
        run.figures = (run.figures ?? []) + [figures]
    }

    /// Prints the report and writes the run to a file. Returns whether the run has passed.
    func finish(in folder: URL = results) throws -> Bool {
        print("")
        for line in lines { print(line) }
        if committed == nil { print("no committed run at \(file.path)") }
        for name in (committed?.compared ?? [:]).keys.sorted() where run.compared[name] == nil {
            print("not measured: \(name)")
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(run).write(to: folder.appending(path: file.lastPathComponent))
        return hasPassed
    }

    private static func line(_ value: Double, _ name: String, _ target: Target?) -> (line: String, isMet: Bool) {
        let (limit, isMet): (String, Bool)
        switch target {
        case .atLeast(let least): (limit, isMet) = ("at least \(text(least))", value >= least)
        case .atMost(let most): (limit, isMet) = ("at most \(text(most))", value <= most)
        case nil: return ("\(text(value))  \(name)", true)
        }
        return ("\(text(value))  \(name) (target: \(limit), \(isMet ? "met" : "missed"))", isMet)
    }

    private static func isWorse(_ value: Double, than before: Double, _ target: Target?) -> Bool {
        if case .atMost = target { return value > before * (1 + tolerance) }
        return value < before * (1 - tolerance)
    }

    private static func text(_ value: Double) -> String { String(format: value < 100 ? "%.3f" : "%.0f", value) }
}
