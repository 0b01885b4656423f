import Fairway
import Foundation
import Testing

@testable import FairwayServer

/// Every command reports an app that contradicts itself.
struct ContradictoryAppTests {
    private let recorded = RecordedConsole()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "contradictory-\(UUID().uuidString)")

    @Test(arguments: ["serve", "play", "check", "explore"])
    func contradictoryAppExitsWithConfigurationError(_ command: String) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = ["--store", "sqlite:\(folder.path)/store.sqlite"]
        #expect(await run(["migrate"] + store) == .success)
        #expect(
            await run([command] + (command == "explore" ? [] : store) + (command == "serve" ? ["--port", "0"] : []))
                == .configuration
        )
        #expect(recorded.errors.contains("fairway: two flows are called Twice"))
        #expect(!recorded.output.contains("listening"))
    }

    private func run(_ arguments: [String]) async -> ExitCode {
        let app = App(initial: Once()) {
            Flow(Twice())
            Flow(AlsoTwice())
        }
        return await CommandLineTool(
            name: "fairway",
            version: "1.2.3",
            summary: "",
            commands: [Serve(app: app), Migrate(), Check(app: app), Play(app: app) { _ in }, Explore(app: app)]
        ).run(arguments: arguments, environment: [:], console: recorded.console)
    }
}

private struct Page: Screen {}

private struct Once: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
}

private struct Twice: FlowController {
    static let name = "Twice"
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
}

private struct AlsoTwice: FlowController {
    static let name = "Twice"
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
}
