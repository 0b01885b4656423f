import Foundation

/// Holds what a benchmark finds to what is promised, and to the run that is committed (`docs/performance/NAME.json`), so that
/// nothing gets worse unnoticed.
struct Judge {
    enum Bound {
        case atLeast(Double)
        case atMost(Double)
    }

    /// A figure may be so much worse than in the committed run before it is said.
    private static let tolerance = 0.1

    private let file: URL
    private let committed: Verdict?
    /// What a later run is compared with.
    private(set) var verdict = Verdict()
    private var lines: [String] = []
    private var isContent: Bool

    /// - Parameter committed: The folder of committed runs.
    init(of benchmark: String, committed folder: URL = URL(filePath: "docs/performance")) {
        file = folder.appending(path: "\(benchmark).json")
        committed = (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Verdict.self, from: $0) }
        isContent = committed != nil
    }

    /// Takes in a ratio, or what else depends on the hour no more than one does.
    mutating func hear(_ value: Double, of name: String, _ bound: Bound? = nil) {
        verdict.compared[name] = value
        var line = said(value, of: name, bound)
        if let before = committed?.compared[name] {
            line += "; \(Self.written(before)) in the committed run"
            if Self.isWorse(value, than: before, bound) {
                line += ": WORSE"
                isContent = false
            }
        }
        lines.append(line)
    }

    /// Takes in a time, with which one of another hour is not compared.
    mutating func hear(momentary value: Double, of name: String, _ bound: Bound) {
        lines.append(said(value, of: name, bound))
    }

    /// Says it all: whether everything is as promised, and no worse than it was.
    func conclude() -> Bool {
        print("")
        for line in lines { print(line) }
        guard let committed else {
            print("there is no committed run to compare with: \(file.path)")
            return false
        }
        for name in committed.compared.keys.sorted() where verdict.compared[name] == nil {
            print("not measured: \(name)")
        }
        return isContent
    }

    private mutating func said(_ value: Double, of name: String, _ bound: Bound?) -> String {
        let (limit, isMet): (String, Bool)
        switch bound {
        case .atLeast(let least): (limit, isMet) = ("at least \(Self.written(least))", value >= least)
        case .atMost(let most): (limit, isMet) = ("at most \(Self.written(most))", value <= most)
        case nil: return "\(Self.written(value))  \(name)"
        }
        isContent = isContent && isMet
        return "\(Self.written(value))  \(name), of \(limit): \(isMet ? "met" : "missed")"
    }

    private static func isWorse(_ value: Double, than before: Double, _ bound: Bound?) -> Bool {
        if case .atMost = bound { return value > before * (1 + tolerance) }
        return value < before * (1 - tolerance)
    }

    private static func written(_ value: Double) -> String { String(format: value < 100 ? "%.2f" : "%.0f", value) }
}
