import FairwayClient
import FairwayDoubles
import FairwayWire
import Foundation
import ServerDoubles
import TestWaits
import Testing

@testable import Fairway
@testable import Samples

/// Random forms of every screen with controls in the sample app, and of a screen with every rule, and the server's
/// verdict on each.
@Suite(.waiting)
struct FormTests {
    enum Source: CaseIterable {
        case samples, everyRule

        var app: App {
            switch self {
            case .samples: Samples.app
            case .everyRule: App(initial: EveryRule())
            }
        }

        var formsPerScreen: Int {
            switch self {
            case .samples: Trials.choose(50, long: 200)
            case .everyRule: Trials.choose(800, long: 2_600)
            }
        }
    }

    /// A form with the errors that the server reports.
    struct FormCase: Codable {
        var screen: String
        var action: String
        var params: JSONValue
        var viewModel: JSONValue
        var errors: [Verdict]

        struct Verdict: Codable, Hashable {
            var pointer: String
            var code: String
        }
    }

    private static let codes: Set<String> = [
        "required", "too-short", "too-long", "too-small", "too-large", "step", "pattern", "format", "not-an-option",
        "type-mismatch",
    ]

    @Test(arguments: Source.allCases)
    func serverHasADocumentedErrorForEachField(_ source: Source) async throws {
        let seed = Trials.seed
        let (catalog, forms) = try await Self.forms(of: source, seed)
        for form in forms {
            let place: Comment = "\(seed): \(form.screen).\(form.action) \(form.params)"
            #expect(form.errors.allSatisfy { Self.codes.contains($0.code) }, place)
            #expect(form.errors.allSatisfy { $0.pointer.hasPrefix("/params") }, place)
            #expect(Set(form.errors.map(\.pointer)).count == form.errors.count, place)
        }
        for screen in catalog.screens where !screen.controls.isEmpty {
            let own = forms.filter { $0.screen == screen.name }
            #expect(own.count == source.formsPerScreen, "\(screen.name) needs an example")
            #expect(own.contains { $0.errors.isEmpty }, "\(seed): no form of \(screen.name) is valid")
        }
    }

    @Test func everyRuleIsKeptAndBroken() async throws {
        let seed = Trials.seed
        let (catalog, forms) = try await Self.forms(of: .everyRule, seed)
        let screen = try #require(catalog.screens.first)
        #expect(Set(forms.flatMap { $0.errors.map(\.code) }) == Self.codes, "\(seed)")
        for control in screen.controls {
            let own = forms.filter { $0.action == control.action }
            #expect(own.contains { $0.errors.isEmpty }, "\(seed): no form of \(control.action) is valid")
            for field in control.fields {
                let pointer = "/params/\(field.name)"
                let isBroken = own.contains { $0.errors.contains { $0.pointer == pointer } }
                #expect(isBroken, "\(seed): no form of \(control.action) breaks the rules of \(field.name)")
            }
        }
    }

    @Test(arguments: Source.allCases)
    func swiftClientAgreesWithTheServer(_ source: Source) async throws {
        let seed = Trials.seed
        let (catalog, forms) = try await Self.forms(of: source, seed)
        for form in forms {
            // Other tests share the thread.
            await Task.yield()
            let screen = ScreenDocument(
                id: "s1",
                name: form.screen,
                flow: "",
                version: 1,
                presentation: .push,
                back: false,
                viewModel: try RawJSON(encoding: form.viewModel),
                actions: [form.action]
            )
            let own = try #require(ScreenForm.all(of: screen, in: catalog).first).errors(in: form.params)
            let verdicts = own.map { FormCase.Verdict(pointer: $0.pointer, code: $0.code) }
            let place: Comment = "\(seed): \(form.screen).\(form.action) \(form.params)"
            #expect(Set(verdicts) == Set(form.errors), place)
        }
    }

    /// `Tests/JavaScript/forms.test.js` compares the verdicts with those of the web client's own check.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: script.path)), arguments: Source.allCases)
    func webClientAgreesWithTheServer(_ source: Source) async throws {
        let seed = Trials.seed
        let (catalog, forms) = try await Self.forms(of: source, seed)
        let scratch = try TemporaryStore()
        try Data(JSON.encode(catalog)).write(to: scratch.folder.appending(path: "catalog.json"))
        try Data(JSON.encode(forms)).write(to: scratch.folder.appending(path: "forms.json"))
        let node = try SpawnedProcess(
            URL(filePath: "/usr/bin/env"),
            ["node", "--experimental-default-type=module", "--test", Self.script.path],
            in: DocumentationPage.project,
            environment: [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "FAIRWAY_FORMS": scratch.folder.path,
            ]
        )
        let (code, output, _) = await node.result()
        #expect(code == 0, "\(seed): \(output)")
    }

    private static let script = DocumentationPage.project.appending(path: "Tests/JavaScript/forms.test.js")

    private static func forms(of source: Source, _ seed: Seed) async throws -> (Catalog, [FormCase]) {
        // Print the seed first, because the run may trap.
        FileHandle.standardError.write(Data("\(seed)\n".utf8))
        let engine = try Engine(source.app, store: MemoryStore())
        let catalog = await engine.catalog()
        var generator = FormGenerator(seed)
        var forms: [FormCase] = []
        for screen in catalog.screens where !screen.controls.isEmpty && !screen.examples.isEmpty {
            let type = try #require(engine.blueprint.screens.first { $0.name == screen.name })
            let actions = screen.actions.members.map(\.name)
            for number in 0..<source.formsPerScreen {
                // Other tests share the thread.
                await Task.yield()
                let viewModel = screen.examples[number % screen.examples.count]
                let action = actions[number / screen.examples.count % actions.count]
                let params = generator.params(of: action, on: screen, viewModel)
                let errors = try verdict(type, action, params, viewModel)
                forms.append(
                    FormCase(screen: screen.name, action: action, params: params, viewModel: viewModel, errors: errors)
                )
            }
        }
        return (catalog, forms)
    }

    private static func verdict(
        _ type: ScreenType,
        _ action: String,
        _ params: JSONValue,
        _ viewModel: JSONValue
    ) throws -> [FormCase.Verdict] {
        do {
            _ = try type.action(action, with: RawJSON(encoding: params), in: .english) {
                try RawJSON(encoding: viewModel)
            }
            return []
        } catch let problem as Problem {
            return problem.errors.map { FormCase.Verdict(pointer: $0.pointer, code: $0.code) }
        }
    }
}
