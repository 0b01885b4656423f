import FairwayWire
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A golden file: what something was when somebody looked at it and found it right.
struct SnapshotFile {
    /// Where it is.
    let path: String
    /// The environment in which files are written instead of compared.
    static let recording = "FAIRWAY_RECORD_SNAPSHOTS"

    /// The file of that name, in the folder `__Snapshots__` beside a test's.
    init(_ name: String, besideTest file: String) {
        let parts = file.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let test = parts.last?.split(separator: ".").first.map(String.init) ?? "Snapshots"
        path = (parts.dropLast() + ["__Snapshots__", test, "\(Self.plain(name)).json"]).joined(separator: "/")
    }

    /// A file at a place of its own.
    init(path: String) { self.path = path }

    /// Compares a value with the file, or writes it there.
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
                "there is no snapshot \(path); if this is right, record it with \(Self.recording)=1:\n\(text)",
                sourceLocation: sourceLocation
            )
            return
        }
        let golden = String(decoding: recorded, as: UTF8.self).split(separator: "\n").map(String.init)
        guard golden != lines else { return }
        let difference = LineDifference(before: golden, after: lines)
        Issue.record(
            "not as in \(path); if the new one is right, record it with \(Self.recording)=1:\n\(difference)",
            sourceLocation: sourceLocation
        )
    }

    private func write(_ lines: [String]) throws {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let text = lines.joined(separator: "\n") + "\n"
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    /// A name that every file system takes.
    private static func plain(_ name: String) -> String {
        String(name.prefix { $0 != "(" }.map { $0.isLetter || $0.isNumber || "._-".contains($0) ? $0 : "-" })
    }
}
