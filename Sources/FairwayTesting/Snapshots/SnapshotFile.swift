public import Fairway
import FairwayWire
import Foundation
public import Testing

/// A golden file with a recorded value.
struct SnapshotFile {
    let path: String
    /// The environment variable that makes tests write files instead of comparing them.
    static let recording = "FAIRWAY_RECORD_SNAPSHOTS"

    /// The file `__Snapshots__/TestFile/name.json` next to the test's source file. The folder `TestFile` has the name of the
    /// source file, without its extension.
    init(_ name: String, besideTest file: String) {
        let parts = file.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let test = parts.last?.split(separator: ".").first.map(String.init) ?? "Snapshots"
        path = (parts.dropLast() + ["__Snapshots__", test, "\(Self.plain(name)).json"]).joined(separator: "/")
    }

    init(path: String) { self.path = path }

    func expect(
        _ value: JSONValue,
        isRecording: Bool = ProcessInfo.processInfo.environment[recording] == "1",
        sourceLocation: SourceLocation
    ) throws {
        let lines = value.lines
        if isRecording { return try write(lines) }
        guard let recorded = FileManager.default.contents(atPath: path) else {
            let text = lines.joined(separator: "\n")
            Issue.record(
                "there is no snapshot \(path). If this value is correct, record it with \(Self.recording)=1:\n\(text)",
                sourceLocation: sourceLocation
            )
            return
        }
        let golden = String(decoding: recorded, as: UTF8.self).split(separator: "\n").map(String.init)
        guard golden != lines else { return }
        let difference = LineDifference(before: golden, after: lines)
        Issue.record(
            "the value differs from \(path). If the new value is correct, record it with \(Self.recording)=1:\n\(difference)",
            sourceLocation: sourceLocation
        )
    }

    private func write(_ lines: [String]) throws {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let text = lines.joined(separator: "\n") + "\n"
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    /// The name up to the first parenthesis. Other characters than letters, digits, `.`, `_` and `-` become `-`.
    private static func plain(_ name: String) -> String {
        String(name.prefix { $0 != "(" }.map { $0.isLetter || $0.isNumber || "._-".contains($0) ? $0 : "-" })
    }
}

extension FairwayApp {
    /// Compares the examples of every screen with golden files next to the test, one for each screen with examples.
    /// `services` replace the app's services of the same types.
    ///
    /// ```swift
    /// @Test func examples() async throws { try await MyApp.expectExampleSnapshots() }
    /// ```
    public static func expectExampleSnapshots(
        overriding services: [Service] = [],
        file: String = #filePath,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let engine = try Engine(app.overriding(services), store: MemoryStore(), clock: ManualClock())
        for screen in await engine.catalog().screens where !screen.examples.isEmpty {
            try SnapshotFile(screen.name, besideTest: file).expect(
                .array(screen.examples),
                sourceLocation: sourceLocation
            )
        }
    }
}

extension FlowTester {
    /// Compares the visible screens with a golden file next to the test, `__Snapshots__/…/name.json`.
    ///
    /// ```swift
    /// try tester.expectSnapshot()
    /// ```
    ///
    /// Run the test with `FAIRWAY_RECORD_SNAPSHOTS=1` to record the file, and review it before you commit it.
    ///
    /// - Parameters:
    ///   - name: The snapshot's name. The default is the test's; a test with several snapshots must name each.
    ///   - test: The test's name.
    ///   - file: The test's file.
    ///   - sourceLocation: The location of issues.
    public func expectSnapshot(
        _ name: String? = nil,
        test: String = #function,
        file: String = #filePath,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let visible = try (state.visible + [state.screen].compactMap(\.self)).map { screen -> JSONValue in
            let viewModel = try JSON.decode(JSONValue.self, from: screen.viewModel.bytes)
            return ["screen": .string(screen.name), "viewModel": viewModel]
        }
        try SnapshotFile(name ?? test, besideTest: file).expect(
            visible.count == 1 ? visible[0] : .array(visible),
            sourceLocation: sourceLocation
        )
    }
}

/// The difference between two texts. Removed lines start with a minus and new lines with a plus. Two unchanged lines of
/// context are shown on both sides.
struct LineDifference: CustomStringConvertible {
    let before: [String]
    let after: [String]
    private static let context = 2

    var description: String {
        let marked = self.marked
        let near = Set(
            marked.indices.filter { marked[$0].mark != " " }.flatMap { ($0 - Self.context)...($0 + Self.context) }
        )
        var text: [String] = []
        for index in marked.indices where near.contains(index) {
            if index > 0, !near.contains(index - 1) { text.append("  …") }
            text.append("\(marked[index].mark) \(marked[index].line)")
        }
        return text.joined(separator: "\n")
    }

    /// Every line of both texts, merged in order.
    private var marked: [(mark: Character, line: String)] {
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in after.difference(from: before) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var marked: [(Character, String)] = []
        var (old, new) = (0, 0)
        while old < before.count || new < after.count {
            if removed.contains(old) {
                marked.append(("-", before[old]))
                old += 1
            } else if inserted.contains(new) {
                marked.append(("+", after[new]))
                new += 1
            } else {
                marked.append((" ", before[old]))
                (old, new) = (old + 1, new + 1)
            }
        }
        return marked
    }
}

extension JSONValue {
    /// The value as text, with a line for each member and element. A changed member thus changes one line.
    var lines: [String] { lines(indentedBy: "") }

    private func lines(indentedBy indent: String) -> [String] {
        switch self {
        case .array(let elements) where !elements.isEmpty:
            let inner = elements.map { $0.lines(indentedBy: indent + "  ") }
            return [indent + "["] + Self.joined(inner) + [indent + "]"]
        case .object(let object) where !object.members.isEmpty:
            let inner = object.members.map { member in
                var lines = member.value.lines(indentedBy: indent + "  ")
                let name = JSONValue.string(member.name).text
                lines[0] = indent + "  \(name): " + lines[0].dropFirst(indent.count + 2)
                return lines
            }
            return [indent + "{"] + Self.joined(inner) + [indent + "}"]
        default:
            return [indent + text]
        }
    }

    private var text: String { (try? RawJSON(encoding: self).description) ?? "" }

    private static func joined(_ parts: [[String]]) -> [String] {
        parts.enumerated().flatMap { index, lines in
            guard index < parts.count - 1, let last = lines.last else { return lines }
            return lines.dropLast() + [last + ","]
        }
    }
}
