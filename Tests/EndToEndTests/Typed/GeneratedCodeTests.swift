import FairwayClient
import FairwayWire
import Foundation
import TestWaits
import Testing

@testable import FairwayServer

/// The code that `generate` writes.
@Suite(.waiting)
struct GeneratedCodeTests {
    /// This target contains the fixture app's code in Swift, and `Tests/JavaScript/run` checks that in TypeScript.
    @Test func committedCodeIsCurrent() async throws {
        let types = ClientTypes(try await Catalog(of: FixtureApp.app))
        let committed = [
            "Tests/EndToEndTests/Typed/AppScreen.swift": SwiftPrinter.text(types),
            "Tests/Fixtures/typed/screens.ts": TypeScriptPrinter.text(types),
        ]
        for (path, generated) in committed {
            let file = DocumentationPage.project.appending(path: path)
            if ProcessInfo.processInfo.environment["FAIRWAY_RECORD_SNAPSHOTS"] == "1" {
                try Data(generated.utf8).write(to: file)
            } else {
                let isCurrent = try String(contentsOf: file, encoding: .utf8) == generated
                #expect(isCurrent, "\(path) is stale. Record it with FAIRWAY_RECORD_SNAPSHOTS=1.")
            }
        }
    }

    @Test func typeScriptProgramRuns() async throws {
        let programs = try await TypeScriptPrograms.compiled.value
        #expect(programs.errors(in: "samples") == [])
        let shell = try PageShell()
        try await shell.serve()
        for (path, text) in programs.modules { _ = try shell.write(text, to: "typed/\(path)") }
        let said = try await shell.run(
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

    private static let swiftProgram = """
        func ports(on screen: AppScreen) -> [String] {
            if case .ferrySearch(let search) = screen { search.viewModel.ports.map(\\.name) } else { [] }
        }
        """

    /// Clients of a renamed property do not compile, so their authors learn of it before their users do.
    @Test func renamedPropertyBreaksPrograms() async throws {
        let catalog = try await Catalog.ferries
        #expect(try await errors(in: Self.swiftProgram, with: catalog) == "")
        let renamed = catalog.renaming("ports", of: "Ferry.Search", to: "harbours")
        #expect(try await errors(in: Self.swiftProgram, with: renamed).contains("has no member 'ports'"))
        let errors = try await TypeScriptPrograms.compiled.value.errors(in: "renamed")
        #expect(errors.contains { $0.contains("'ports' does not exist") })
    }

    @Test func awkwardCatalogCompiles() async throws {
        #expect(try await errors(in: "", with: Catalog.awkward) == "")
        #expect(try await TypeScriptPrograms.compiled.value.errors(in: "awkward") == [])
    }

    /// Type-checks a program in Swift with the code for a catalog.
    private func errors(in program: String, with catalog: Catalog) async throws -> String {
        let compiler = try Compiler()
        let code = SwiftPrinter.text(ClientTypes(catalog))
        let files = [try compiler.write(program), try compiler.write(code, to: "AppScreen.swift")]
        return try await compiler.check(files).errors
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
        name: "Parcels.Receipt",
        flow: "Parcels",
        version: 1,
        presentation: .push,
        back: true,
        viewModel: RawJSON(known: Array(#"{"number":7}"#.utf8)),
        actions: []
    )

    @Test func knownScreenHasTypedViewModel() throws {
        guard case .parcelsReceipt(let screen) = AppScreen(document) else {
            Issue.record("\(AppScreen(document))")
            return
        }
        #expect(screen.viewModel.number == 7)
        #expect(screen.id == "s1")
    }

    @Test func screenOfNewerServerIsUnknown() throws {
        var newer = document
        newer.name = "Parcels.Invoice"
        #expect(AppScreen(newer) == .unknown(name: "Parcels.Invoice", json: ["number": 7]))
        var changed = document
        changed.version = 2
        #expect(AppScreen(changed) == .unknown(name: "Parcels.Receipt", json: ["number": 7]))
        var other = document
        other.viewModel = RawJSON(known: Array(#"{"total":7}"#.utf8))
        #expect(AppScreen(other) == .unknown(name: "Parcels.Receipt", json: ["total": 7]))
    }

    @Test func flowStartsWithTypedInput() async throws {
        let server = try await ServedApp(FixtureApp.app)
        let app = RemoteApp(server.url)
        var input = ParcelsFlow.Input(to: ParcelsFlow.To(street: "Quay 1"), weight: 30.5)
        let error = await #expect(throws: ClientError.self) {
            try await app.start(flow: ParcelsFlow.name, input: input)
        }
        #expect(error?.problem?.errors.map(\.pointer) == ["/input/weight"])
        input.weight = 30
        #expect(try await app.start(flow: ParcelsFlow.name, input: input).state.screen?.name == "Parcels.Search")
        withExtendedLifetime(server) {}
    }

    @Test func refusalIsReadByField() async throws {
        let server = try await ServedApp(FixtureApp.app)
        let input = ParcelsFlow.Input(to: ParcelsFlow.To(street: "Quay 1"), weight: 1)
        let session = try await RemoteApp(server.url).start(flow: ParcelsFlow.name, input: input)
        let document = try #require(session.state.screen)
        let screen = try #require(ParcelsSearchScreen(document))
        let depots = screen.viewModel.depots.map(\.key)
        let error = await #expect(throws: ClientError.self) {
            try await session.send(
                .searchButtonPressed(from: depots[0], to: "nowhere", date: "tomorrow"),
                on: screen
            )
        }
        let refusal = try #require(error?.refusal(of: screen))
        #expect(refusal[.to]?.code == "not-an-option")
        #expect(refusal[.date]?.code == "format")
        #expect(refusal.fields.count == 2)
        #expect(refusal.others.isEmpty)
        try await session.send(.searchButtonPressed(from: depots[0], to: depots[1], date: "2030-06-01"), on: screen)
        #expect(session.state.screen.flatMap(ParcelsOffersScreen.init) != nil)
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
