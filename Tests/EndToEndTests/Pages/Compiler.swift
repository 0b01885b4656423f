import Foundation

/// The Swift compiler, used only for type checking, which takes a second instead of minutes.
struct Compiler {
    private let shell: PageShell
    private let flags: [String]
    /// Debian's folder for the headers of libpq, which SwiftPM reads from `libpq.pc`.
    private static let libpqHeaders = "/usr/include/postgresql"

    init() throws {
        shell = try PageShell()
        // Swift modules are beside the tests; C modules are in `Sources`.
        let sources = DocumentationPage.project.appending(path: "Sources").path
        let libraries = ((try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []).sorted().filter {
            FileManager.default.fileExists(atPath: "\(sources)/\($0)/module.modulemap")
        }
        let modules = [BuiltExecutable("Modules").url.path, "."] + libraries.map { "\(sources)/\($0)" }
        flags =
            [
                "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature",
                "MemberImportVisibility",
            ] + modules.flatMap { ["-I", $0] }
            + ["-Xcc", "-I\(Self.libpqHeaders)"]
    }

    /// Type-checks files as one module.
    func check(_ files: [String]) async throws -> (output: String, code: Int32, errors: String) {
        try await shell.run("swiftc -typecheck -wmo \((flags + files).joined(separator: " "))")
    }

    /// Builds a module that later files can import.
    func module(_ name: String, of files: [String]) async throws -> (output: String, code: Int32, errors: String) {
        try await shell.run(
            "swiftc -emit-module -enable-testing -module-name \(name) \((flags + files).joined(separator: " "))"
        )
    }

    /// Writes a text to a file.
    func write(_ text: String, to name: String = "Page.swift") throws -> String { try shell.write(text, to: name) }

    /// The Swift files of a folder.
    static func files(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }.sorted().map
        {
            folder.appending(path: $0).path
        }
    }
}
