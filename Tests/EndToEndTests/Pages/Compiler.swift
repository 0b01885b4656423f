import Foundation

/// The toolchain's compiler, as far as the types: it takes a second where building takes minutes.
struct Compiler {
    private let shell: PageShell
    private let flags: [String]

    init() throws {
        shell = try PageShell()
        // Ours lie beside the tests, those of C libraries in the sources, and of C that is built here where it was built.
        let sources = DocumentationPage.project.appending(path: "Sources").path
        let libraries = ((try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []).sorted().filter {
            FileManager.default.fileExists(atPath: "\(sources)/\($0)/module.modulemap")
        }
        let modules = [BuiltExecutable("Modules").url.path, "."] + libraries.map { "\(sources)/\($0)" }
        let map = BuiltExecutable("CAssets.build/module.modulemap").url.path
        flags =
            ["-parse-as-library", "-swift-version", "6", "-warnings-as-errors"] + modules.flatMap { ["-I", $0] }
            + ["-Xcc", "-fmodule-map-file=\(map)"]
    }

    /// What the compiler says of files.
    func check(_ files: [String]) async throws -> (output: String, code: Int32, errors: String) {
        try await shell.run("swiftc -typecheck \((flags + files).joined(separator: " "))")
    }

    /// Makes a module that what is checked later may import.
    func module(_ name: String, of files: [String]) async throws -> (output: String, code: Int32, errors: String) {
        try await shell.run(
            "swiftc -emit-module -enable-testing -module-name \(name) \((flags + files).joined(separator: " "))"
        )
    }

    /// Makes a file of a text.
    func write(_ text: String) throws -> String { try shell.write(text, to: "Page.swift") }

    /// The Swift files of a folder.
    static func files(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }.sorted().map
        {
            folder.appending(path: $0).path
        }
    }
}
