import FairwayClient
import FairwayWire
import Foundation
import TestWaits
import Testing

@testable import FairwayServer

/// The code that `generate` writes for the samples.
@Suite(.waiting)
struct GeneratedCodeTests {
    /// The committed files. This target contains the one in Swift, and `Tests/JavaScript/run` checks the other one.
    private static let committed = [
        "AppScreen.swift": "Tests/EndToEndTests/Typed/AppScreen.swift", "screens.ts": "Tests/Fixtures/typed/screens.ts",
    ]

    @Test func committedCodeIsCurrent() async throws {
        let client = try await GeneratedClient()
        for (name, path) in Self.committed {
            let generated = try client.read(name)
            let file = DocumentationPage.project.appending(path: path)
            if ProcessInfo.processInfo.environment["FAIRWAY_RECORD_SNAPSHOTS"] == "1" {
                try Data(generated.utf8).write(to: file)
            } else {
                let isCurrent = try String(contentsOf: file, encoding: .utf8) == generated
                #expect(isCurrent, "\(path) is stale. Record it with FAIRWAY_RECORD_SNAPSHOTS=1.")
            }
        }
    }

    @Test func serverAndAppGiveSameCode() async throws {
        let client = try await GeneratedClient()
        try await client.shell.serve()
        let said = try await client.shell.run(
            """
            fairway-samples generate --from http://localhost:8080 --typescript served --swift served
            diff -r typed served
            touch served/own.ts
            fairway-samples generate --from http://localhost:8080 --typescript served --swift served
            ls served/own.ts
            """
        )
        let lines = said.output.split(separator: "\n")
        #expect(lines.count == 3, "\(said)")
        #expect(lines.first?.hasSuffix(" files written") == true)
        #expect(lines.dropFirst().first?.hasSuffix(" screens, no file changed") == true)
    }

    @Test func typeScriptProgramRuns() async throws {
        let client = try await GeneratedClient()
        try await client.shell.serve()
        let errors = try await client.errorsOfTypeScript(Self.typeScriptProgram)
        #expect(errors == "")
        let said = try await client.shell.run(
            "timeout \(TestLimits.secondsForOutput) node --experimental-default-type=module typed/program.js"
        )
        #expect(said.code == 0, "\(said.errors)")
        #expect(
            said.output == """
                format
                2030-06-01 number
                Ferry.Sauna {"degrees":90}
                unknown

                """
        )
    }

    private static let typeScriptProgram = """
        import { Session, Transport } from "./fairway.js";
        import { frontScreen, screenOf } from "./screens.js";

        const session = await Session.start({ flow: "Ferry" }, new Transport({ base: "http://localhost:8080" }));
        const search = frontScreen(session);
        if (search?.kind !== "Ferry.Search") throw new Error("the first screen is not the search");
        const [from, to] = search.viewModel.ports;
        try {
            await search.searchButtonPressed({ from: from.key, to: to.key, date: "tomorrow" });
        } catch (error) {
            console.log(search.refusal(error)?.fields.date?.code);
        }
        await search.searchButtonPressed({ from: from.key, to: to.key, date: "2030-06-01" });
        const list = frontScreen(session);
        if (list?.kind === "Ferry.Sailings") console.log(list.viewModel.date, typeof list.viewModel.sailings[0].fareCents);
        const newer = screenOf({ ...search.document, name: "Ferry.Sauna", viewModel: { degrees: 90 } }, session);
        if (newer.kind === "unknown") console.log(newer.name, JSON.stringify(newer.json));
        console.log(screenOf({ ...search.document, version: 2 }, session).kind);

        """

    private static let swiftProgram = """
        func ports(on screen: AppScreen) -> [String] {
            if case .ferrySearch(let search) = screen { search.viewModel.ports.map(\\.name) } else { [] }
        }
        """

    /// Clients of a renamed property do not compile, so their authors learn of it before their users do.
    @Test func renamedPropertyBreaksPrograms() async throws {
        let server = try await RunningServer()
        var catalog = try await RemoteApp(server.url).catalog()
        let client = try await GeneratedClient()
        #expect(try await client.errorsOfSwift(Self.swiftProgram) == "")
        let index = try #require(catalog.screens.firstIndex { $0.name == "Ferry.Search" })
        var properties = try #require(catalog.screens[index].viewModel["properties"]?.object)
        properties["harbours"] = properties["ports"]
        properties["ports"] = nil
        catalog.screens[index].viewModel["properties"] = .object(properties)
        try client.replace(with: catalog)
        #expect(try await client.errorsOfSwift(Self.swiftProgram).contains("has no member 'ports'"))
        #expect(try await client.errorsOfTypeScript(Self.typeScriptProgram).contains("'ports' does not exist"))
    }

    /// Has names that are not identifiers or are keywords, recursive types, types with equal names, and more.
    @Test func awkwardCatalogCompiles() async throws {
        let path = DocumentationPage.project.appending(path: "Tests/Fixtures/typed/awkward.json")
        let client = try await GeneratedClient()
        try client.replace(with: try JSON.decode(Catalog.self, from: try Data(contentsOf: path)))
        #expect(try await client.errorsOfSwift("") == "")
        #expect(try await client.errorsOfTypeScript("import \"./screens.js\";\n") == "")
    }

    @Test(arguments: [
        (["--from", "http://127.0.0.1:1", "--swift", "."], 1, "Is the server running there?"),
        (["--from", "http://localhost:8080/web", "--swift", "."], 1, "/web: "),
        (["--from", "http://localhost:8080"], 64, "pass --typescript DIR, --swift DIR, or both."),
        (["--swift", "/dev/null"], 1, "/dev/null/AppScreen.swift cannot be written"),
    ])
    func failureNamesRemedy(arguments: [String], code: Int32, message: String) async throws {
        let shell = try PageShell()
        try await shell.serve()
        let said = try await shell.run("fairway-samples generate \(arguments.joined(separator: " "))")
        #expect(said.code == code)
        #expect(said.errors.contains(message), "\(said.errors)")
    }

    @Test func answerOfOtherServerIsReported() throws {
        let server = try #require(URL(string: "http://127.0.0.1:8080"))
        #expect(
            UnusableServer(.unexpected(status: 200, body: []), at: server, flag: "from").description
                == "http://127.0.0.1:8080 gave an answer (status 200) that no Fairway server gives. Check --from."
        )
    }
}

/// The committed types at run time.
struct TypedScreenTests {
    private let document = ScreenDocument(
        id: "s1",
        name: "Counter.Page",
        flow: "Counter",
        version: 1,
        presentation: .push,
        back: true,
        viewModel: RawJSON(known: Array(#"{"count":7}"#.utf8)),
        actions: ["incrementButtonPressed"]
    )

    @Test func knownScreenHasTypedViewModel() throws {
        guard case .counterPage(let screen) = AppScreen(document) else {
            Issue.record("\(AppScreen(document))")
            return
        }
        #expect(screen.viewModel.count == 7)
        #expect(screen.id == "s1")
    }

    @Test func screenOfNewerServerIsUnknown() throws {
        var newer = document
        newer.name = "Counter.Chart"
        #expect(AppScreen(newer) == .unknown(name: "Counter.Chart", json: ["count": 7]))
        var changed = document
        changed.version = 2
        #expect(AppScreen(changed) == .unknown(name: "Counter.Page", json: ["count": 7]))
        var other = document
        other.viewModel = RawJSON(known: Array(#"{"total":7}"#.utf8))
        #expect(AppScreen(other) == .unknown(name: "Counter.Page", json: ["total": 7]))
    }

    @Test func refusalIsReadByField() async throws {
        let server = try await RunningServer()
        let session = try await RemoteApp(server.url).start(flow: "Ferry")
        let document = try #require(session.state.screen)
        let screen = try #require(FerrySearchScreen(document))
        let ports = screen.viewModel.ports.map(\.key)
        let error = await #expect(throws: ClientError.self) {
            try await session.send(
                .searchButtonPressed(from: ports[0], to: "nowhere", date: "tomorrow"),
                on: screen
            )
        }
        let refusal = try #require(error?.refusal(of: screen))
        #expect(refusal[.to]?.code == "not-an-option")
        #expect(refusal[.date]?.code == "format")
        #expect(refusal.fields.count == 2)
        #expect(refusal.others.isEmpty)
        try await session.send(.searchButtonPressed(from: ports[0], to: ports[1], date: "2030-06-01"), on: screen)
        #expect(session.state.screen.flatMap(FerrySailingsScreen.init) != nil)
    }

    @Test func errorBelongsToSmallestFieldAroundIt() throws {
        enum Parts: String, CaseIterable { case address, street = "address/street", addressee }
        let pointers = ["/params/address/street/number", "/params/address/town", "/params", "/params/addressees"]
        let problem = Problem(.invalidParams, errors: pointers.map { FieldError($0, "required") })
        let screen = PartsScreen<Parts>(document: document, viewModel: "")
        let refusal = try #require(ClientError.problem(problem, retryAfter: nil).refusal(of: screen))
        #expect(refusal[.street]?.pointer == pointers[0])
        #expect(refusal[.address]?.pointer == pointers[1])
        #expect(refusal[.addressee] == nil)
        #expect(refusal.others.map(\.pointer) == Array(pointers[2...]))
    }

    @Test func indirectValueIsTransparentInJSON() throws {
        struct Comment: Codable, Hashable {
            var text: String
            var answerTo: Indirect<Comment>?
        }
        let json = Array(#"{"text":"Yes","answerTo":{"text":"No","answerTo":null}}"#.utf8)
        let comment = try JSON.decode(Comment.self, from: json)
        #expect(comment.answerTo?.value.text == "No")
        #expect(try JSON.encode(comment) == json)
    }
}

private struct PartsScreen<Field: CaseIterable & Hashable & RawRepresentable<String> & Sendable>: TypedScreen {
    typealias Action = Never
    static var name: String { "Parts" }
    static var version: Int { 1 }
    let document: ScreenDocument
    let viewModel: String
}
