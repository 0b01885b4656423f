import Foundation

extension Encodable {
    /// Writes this as a benchmark's report, from where it may be committed.
    func writeReport(of benchmark: String, to folder: URL = URL(filePath: ".build/bench")) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: folder.appending(path: "\(benchmark).json"))
    }
}
