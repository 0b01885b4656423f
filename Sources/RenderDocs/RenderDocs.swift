import Foundation

/// Renders the documentation for the server, when an executable is built: `RenderDocs docs FOLDER`. The folder receives
/// a page for each Markdown file, and the index of the search.
@main struct RenderDocs {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
        guard arguments.count == 2 else { throw Misuse() }
        do {
            for file in try DocsSite(markdown(in: arguments[0])).files() {
                let output = arguments[1].appending(path: file.path)
                try FileManager.default.createDirectory(
                    at: output.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(file.text.utf8).write(to: output)
            }
        } catch let error as MarkdownError {
            // The compiler's format, which editors know.
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private struct Misuse: Error, CustomStringConvertible {
        var description: String { "usage: RenderDocs docs FOLDER" }
    }

    /// The Markdown files of a folder, sorted by path.
    static func markdown(in folder: URL) throws -> [(path: String, text: String)] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }.sorted().map {
            ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
        }
    }
}
