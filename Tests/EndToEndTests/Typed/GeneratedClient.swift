import FairwayWire
import Foundation

@testable import FairwayServer

/// A folder `typed` with generated code for the samples, and compilers for programs that use it.
struct GeneratedClient {
    let shell: PageShell

    init() async throws {
        shell = try PageShell()
        let said = try await shell.run("mkdir typed && fairway-samples generate --typescript typed --swift typed")
        guard said.code == 0 else { throw Failure.notGenerated(said.errors) }
    }

    enum Failure: Error {
        case notGenerated(String)
    }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: shell.path(of: "typed/\(name)"), encoding: .utf8)
    }

    /// Generates the code for another catalog.
    func replace(with catalog: Catalog) throws {
        let types = ClientTypes(catalog)
        _ = try shell.write(SwiftPrinter.text(types), to: "typed/AppScreen.swift")
        _ = try shell.write(TypeScriptPrinter.text(types), to: "typed/screens.ts")
    }

    /// Type-checks a program with the generated code. Returns the compiler's errors.
    func errorsOfSwift(_ program: String) async throws -> String {
        let compiler = try Compiler()
        let files = [try compiler.write(program), shell.path(of: "typed/AppScreen.swift")]
        return try await compiler.check(files).errors
    }

    /// Compiles a program to `program.js`. Returns the compiler's errors.
    func errorsOfTypeScript(_ program: String) async throws -> String {
        _ = try shell.write(program, to: "typed/program.ts")
        return try await shell.run(
            """
            cd typed
            tsc --strict --target es2022 --module es2022 --moduleResolution node program.ts || true
            """
        ).output
    }
}
