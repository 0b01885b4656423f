import FairwayWire
import Foundation
import Testing

/// What the pages of the documentation show is compiled, run and replayed as it stands there.
@Suite(.timeLimit(.minutes(10)))
struct PageTests {
    private static let pages = DocumentationPage.all

    /// The page as one file, against the modules that were built with this test.
    @Test(arguments: pages.filter { $0.swiftFile != nil })
    func theSwiftOnAPageCompiles(_ page: DocumentationPage) async throws {
        let compiler = try Compiler()
        let said = try await compiler.check([try compiler.write(try #require(page.swiftFile))])
        #expect(said.code == 0, "\(said.errors)")
    }

    /// What is not to be spelled must not compile, and the compiler says why in our words. The same flows with an output
    /// do.
    @Test func aFlowWithoutAnOutputCannotFinish() async throws {
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

    @Test func theTemplateCompilesWithItsTest() async throws {
        let compiler = try Compiler()
        let template = DocumentationPage.project.appending(path: "docs/template")
        let app = try await compiler.module(
            "Guestbook",
            of: Compiler.files(in: template.appending(path: "Sources/Guestbook"))
        )
        #expect(app.code == 0, "\(app.errors)")
        let test = try await compiler.check(Compiler.files(in: template.appending(path: "Tests/GuestbookTests")))
        #expect(test.code == 0, "\(test.errors)")
    }

    @Test(arguments: pages.filter { page in page.blocks.contains { $0.file != nil } })
    func aFileOnAPageIsThatOfTheProject(_ page: DocumentationPage) throws {
        for block in page.blocks {
            guard let path = block.file else { continue }
            let text = try String(contentsOf: DocumentationPage.project.appending(path: path), encoding: .utf8)
            #expect(block.text + "\n" == text, "\(page.path):\(block.line) is not \(path)")
        }
    }

    /// In one shell from top to bottom, beside a server; where a `text` block follows, that is what is said.
    @Test(arguments: pages.filter { !$0.blocks(of: "sh").isEmpty })
    func theCommandsOnAPageSayWhatStandsBelowThem(_ page: DocumentationPage) async throws {
        let shell = try PageShell()
        try shell.serve()
        let blocks = page.blocks(of: "sh")
        let said = try await shell.run(blocks.map { "\($0.text)\nprintf '\\0'\n" }.joined())
        #expect(said.code == 0, "\(said.errors)")
        let outputs = said.output.split(separator: "\0", omittingEmptySubsequences: false)
        for (block, output) in zip(blocks, outputs) {
            guard let expected = page.output(of: block) else { continue }
            #expect(Self.trimmed(output) == Self.trimmed(expected), "\(page.path):\(block.line)")
        }
    }

    /// As they stand there, but for where the module and the server are found.
    @Test(arguments: pages.filter { !$0.blocks(of: "js").isEmpty })
    func theModulesOnAPageSayWhatStandsBelowThem(_ page: DocumentationPage) async throws {
        let module = DocumentationPage.project.appending(path: "Public/fairway.js").path
        for block in page.blocks(of: "js") {
            let shell = try PageShell()
            try shell.serve()
            let script = try shell.write(block.text.replacing("/fairway.js", with: module), to: "page.mjs")
            let said = try await shell.run("node --experimental-default-type=module \(script)")
            #expect(said.code == 0, "\(said.errors)")
            #expect(Self.trimmed(said.output) == page.output(of: block).map(Self.trimmed), "\(page.path):\(block.line)")
        }
    }

    /// The transcripts of a page are one: what was started in one block runs in the next.
    @Test(arguments: pages.filter { !$0.blocks(of: "console").isEmpty })
    func theTranscriptsOnAPageHappen(_ page: DocumentationPage) async throws {
        let shell = try PageShell()
        for block in page.blocks(of: "console") {
            for step in TranscriptStep.all(in: block.text) {
                try await shell.replay(step, at: "\(page.path):\(block.line)")
            }
        }
    }

    @Test(arguments: pages.filter { !$0.blocks(of: "json").isEmpty })
    func theJSONOnAPageIsWhatCrossesTheWire(_ page: DocumentationPage) throws {
        for block in page.blocks(of: "json") {
            let value = try JSON.decode(JSONValue.self, from: Array(block.text.utf8))
            if case .object(let object) = value, object["revision"] != nil {
                _ = try JSON.decode(StateDocument.self, from: Array(block.text.utf8))
            }
        }
    }

    /// Whoever marks one more has to say so here, too.
    @Test func fewBlocksAreNeitherCompiledNorRun() {
        let counts = Self.pages.map { ($0.path, $0.blocks.count { $0.exception != nil }) }.filter { $0.1 > 0 }
        #expect(Dictionary(uniqueKeysWithValues: counts) == Self.exceptions)
    }

    @Test func everyBlockIsInALanguageThatIsChecked() {
        for page in Self.pages {
            for block in page.blocks {
                let isKnown = ["swift", "sh", "console", "text", "json", "js"].contains(block.language)
                #expect(isKnown, "\(page.path):\(block.line): nothing checks \"\(block.language)\"")
            }
        }
    }

    private static let exceptions = [
        "CONTRIBUTING.md": 1, "README.md": 1, "docker/README.md": 1, "docs/coming-from.md": 5,
        "docs/getting-started.md": 4, "docs/operations.md": 2,
    ]

    private static func trimmed(_ text: some StringProtocol) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n").trimmingCharacters(in: .newlines)
    }
}
