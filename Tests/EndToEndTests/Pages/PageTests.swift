import FairwayWire
import Foundation
import TestWaits
import Testing

@testable import FairwayServer

/// The code on documentation pages compiles, runs and prints what the pages show.
@Suite(.waiting)
struct PageTests {
    private static let pages = DocumentationPage.all

    /// Each page's Swift as one file, compiled against the modules of this build and the samples' generated code. One
    /// module has at most one entry point, so each further page with `@main` is compiled separately.
    @Test func swiftOnPagesCompiles() async throws {
        let texts = (Self.pages + (try Self.webPages())).compactMap(\.swiftFile)
        let programs = texts.filter { $0.contains(/^@main/.anchorsMatchLineEndings()) }
        let modules = [texts.filter { !programs.dropFirst().contains($0) }] + programs.dropFirst().map { [$0] }
        for module in modules {
            let compiler = try Compiler()
            var files = try module.enumerated().map { try compiler.write($1, to: "Page\($0).swift") }
            if module.contains(where: { $0.contains("AppScreen(") }) {
                let generated = SwiftPrinter.text(ClientTypes(try await Catalog.samples))
                files.append(try compiler.write(generated, to: "AppScreen.swift"))
            }
            let said = try await compiler.check(files)
            #expect(said.code == 0, "\(said.errors)")
        }
    }

    /// The web pages that show Swift.
    private static func webPages() throws -> [DocumentationPage] {
        try ["Sources/Samples/Home/index.html"].map { path in
            let page = try String(contentsOf: DocumentationPage.project.appending(path: path), encoding: .utf8)
            let blocks = page.matches(of: /<pre [^>]*data-language="swift">(?<code>(?s).*?)<\/pre>/)
            let first = try #require(blocks.first)
            let code = blocks.map { block in
                let text = block.code.replacing(/<[^>]*>/, with: "")
                return text.replacing("&lt;", with: "<").replacing("&amp;", with: "&")
            }.joined(separator: "\n\n")
            let line = page[..<first.code.startIndex].count { $0 == "\n" }
            return DocumentationPage(path: path, code: "import Fairway\n\(code)", line: line)
        }
    }

    @Test(arguments: pages.filter { !$0.blocks(of: "ts").isEmpty })
    func typeScriptOnPageCompiles(_ page: DocumentationPage) async throws {
        let programs = try await TypeScriptPrograms.compiled.value
        for block in page.blocks(of: "ts") {
            let errors = programs.errors(in: TypeScriptPrograms.path(of: block, on: page))
            #expect(errors == [], "\(page.path):\(block.line)")
        }
    }

    /// Invalid flows must not compile, and the error contains our message. The same flows with an output compile.
    @Test func flowWithoutOutputCannotFinish() async throws {
        let compiler = try Compiler()
        func flow(_ name: String, _ output: String?, _ end: String) -> String {
            """
            struct \(name): FlowController {
                \(output.map { "typealias Output = \($0)" } ?? "")
                func start(_ nav: Navigator<Self>) {
                    nav.show(Page())
                    \(end)
                }
            }

            """
        }
        let page = "import Fairway\nstruct Page: Screen {}\n"
        let finishing = page + flow("A", "Done", "nav.finish()") + flow("B", "Int", "nav.finish(3)")
        let allowed = try await compiler.check([try compiler.write(finishing)])
        #expect(allowed.code == 0, "\(allowed.errors)")
        let refused = try await compiler.check([
            try compiler.write(page + flow("A", nil, "nav.finish()") + flow("B", nil, "nav.finish(3)"))
        ])
        #expect(refused.errors.contains("an initial flow never finishes; declare `typealias Output = …`"))
        let errors = refused.errors.split(separator: "\n").filter { $0.contains(": error: ") && $0.contains(".swift:") }
        #expect(errors.count == 2, "\(refused.errors)")
    }

    @Test func templateCompilesWithItsTest() async throws {
        let compiler = try Compiler()
        let template = DocumentationPage.project.appending(path: "docs/template")
        let app = try await compiler.module(
            "Claims",
            of: Compiler.files(in: template.appending(path: "Sources/Claims"))
        )
        #expect(app.code == 0, "\(app.errors)")
        let test = try await compiler.check(Compiler.files(in: template.appending(path: "Tests/ClaimsTests")))
        #expect(test.code == 0, "\(test.errors)")
    }

    @Test(arguments: pages.filter { page in page.blocks.contains { $0.file != nil } })
    func fileOnPageMatchesProject(_ page: DocumentationPage) throws {
        for block in page.blocks {
            guard let path = block.file else { continue }
            let text = try String(contentsOf: DocumentationPage.project.appending(path: path), encoding: .utf8)
            #expect(block.text + "\n" == text, "\(page.path):\(block.line) is not \(path)")
        }
    }

    /// Runs the page's commands in one shell while a server runs, and compares output with `text` blocks.
    @Test(arguments: pages.filter { !$0.blocks(of: "sh").isEmpty })
    func commandsOnPagePrintShownOutput(_ page: DocumentationPage) async throws {
        let shell = try PageShell()
        try await shell.serve()
        let blocks = page.blocks(of: "sh")
        let said = try await shell.run(blocks.map { "\($0.text)\nprintf '\\0'\n" }.joined())
        #expect(said.code == 0, "\(said.errors)")
        let outputs = said.output.split(separator: "\0", omittingEmptySubsequences: false)
        for (block, output) in zip(blocks, outputs) {
            guard let expected = page.output(of: block) else { continue }
            #expect(Self.trimmed(output) == Self.trimmed(expected), "\(page.path):\(block.line)")
        }
    }

    /// Runs the modules unchanged, but for the locations of module and server.
    @Test(arguments: pages.filter { !$0.blocks(of: "js").isEmpty })
    func modulesOnPagePrintShownOutput(_ page: DocumentationPage) async throws {
        let module = DocumentationPage.project.appending(path: "Public/fairway.js").path
        for block in page.blocks(of: "js") {
            let shell = try PageShell()
            try await shell.serve()
            let script = try shell.write(block.text.replacing("/fairway.js", with: module), to: "page.mjs")
            let said = try await shell.run("node --experimental-default-type=module \(script)")
            #expect(said.code == 0, "\(said.errors)")
            #expect(Self.trimmed(said.output) == page.output(of: block).map(Self.trimmed), "\(page.path):\(block.line)")
        }
    }

    /// Runs the programs with Python's standard library.
    @Test(arguments: pages.filter { !$0.blocks(of: "python").isEmpty })
    func pythonOnPagePrintsShownOutput(_ page: DocumentationPage) async throws {
        for block in page.blocks(of: "python") {
            let shell = try PageShell()
            try await shell.serve()
            let said = try await shell.run("python3 \(try shell.write(block.text, to: "page.py"))")
            #expect(said.code == 0, "\(said.errors)")
            #expect(Self.trimmed(said.output) == page.output(of: block).map(Self.trimmed), "\(page.path):\(block.line)")
        }
    }

    /// All transcripts of a page are one session: later blocks continue earlier ones.
    @Test(arguments: pages.filter { !$0.blocks(of: "console").isEmpty })
    func transcriptsOnPageAreReproducible(_ page: DocumentationPage) async throws {
        let shell = try PageShell()
        for block in page.blocks(of: "console") {
            for step in TranscriptStep.all(in: block.text) {
                try await shell.replay(step, at: "\(page.path):\(block.line)")
            }
        }
    }

    @Test(arguments: pages.filter { !$0.blocks(of: "json").isEmpty })
    func jsonOnPageIsValidWireFormat(_ page: DocumentationPage) throws {
        for block in page.blocks(of: "json") {
            let value = try JSON.decode(JSONValue.self, from: Array(block.text.utf8))
            if case .object(let object) = value, object["session"] != nil, object["revision"] != nil {
                _ = try JSON.decode(StateDocument.self, from: Array(block.text.utf8))
            }
        }
    }

    /// A new exception must also be added here.
    @Test func exceptionsAreCounted() {
        let counts = Self.pages.map { ($0.path, $0.blocks.count { $0.exception != nil }) }.filter { $0.1 > 0 }
        #expect(Dictionary(uniqueKeysWithValues: counts) == Self.exceptions)
    }

    @Test func everyBlockHasCheckedLanguage() {
        for page in Self.pages {
            for block in page.blocks {
                let isKnown = ["swift", "sh", "console", "text", "json", "js", "ts", "python"].contains(block.language)
                #expect(
                    isKnown || block.exception != nil,
                    "\(page.path):\(block.line): nothing checks \"\(block.language)\""
                )
            }
        }
    }

    private static let exceptions = [
        "CONTRIBUTING.md": 1, "README.md": 1, "docker/README.md": 1, "docs/build-a-client.md": 1,
        "docs/coming-from.md": 5,
        "docs/getting-started.md": 4, "docs/how-to/run-three-nodes.md": 1, "docs/how-to/sign-users-in.md": 1,
        "docs/how-to/use-the-postgres-trait.md": 2, "docs/operations.md": 1, "docs/operators.md": 2,
    ]

    private static func trimmed(_ text: some StringProtocol) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n").trimmingCharacters(in: .newlines)
    }
}
