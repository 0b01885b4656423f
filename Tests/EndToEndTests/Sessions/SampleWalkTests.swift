import FairwayWire
import Foundation
import TestWaits
import Testing

/// The samples screen by screen over HTTP. Each row has a request and the expected screen.
@Suite(.waiting)
struct SampleWalkTests {
    @Test(arguments: try walks())
    func everyStepLeadsToExpectedScreen(_ walk: Walk) async throws {
        let body = String(decoding: try JSON.encode(walk.start), as: UTF8.self)
        // Walks through flows with data that sessions share, and through `Stall`, need a server of their own.
        let isAlone = ["Ferry", "Stall", "Transfer"].contains { walk.name.hasPrefix($0) }
        let server = try await isAlone ? RunningServer() : SharedServer.running()
        let session = try await StartedSession("", on: server, body: body)
        var revision = try await session.send("GET", "").state.revision
        #expect(try await session.send("GET", "").state.screen?.name == walk.first)
        for (number, step) in walk.steps.enumerated() {
            if step.rings == true { try await session.ringTimers() }
            let reply =
                if step.waits == true || step.rings == true {
                    try await session.next(after: revision)
                } else if step.call == "/signals" {
                    try await session.client.as(RunningServer.operatorToken)
                        .send("POST", "/v1/sessions/\(session.id)/signals", step.json)
                } else {
                    try await session.send("POST", step.call ?? "/actions", step.json)
                }
            let place: Comment = "step \(number + 1) of \(walk.name): \(String(decoding: reply.body, as: UTF8.self))"
            if let code = step.code {
                #expect(try reply.problem.code.rawValue == code, place)
                continue
            }
            try #require(reply.status == 200, place)
            let state = try reply.state
            revision = state.revision
            #expect(state.screen?.name == step.screen, place)
            #expect(state.outcome?.rawValue == step.outcome, place)
            guard let shows = step.shows, let screen = state.screen else { continue }
            let shown = try JSON.decode([String: JSONValue].self, from: screen.viewModel.bytes)
            for (name, value) in shows { #expect(shown[name] == value, place) }
        }
    }

    /// Excludes the flows that need a user, because walks have none. `FerryUserTests` and the browser's `users.test.js`
    /// test them.
    @Test func walksCoverEveryAction() async throws {
        let reply = try await Client(SharedServer.running()).send("GET", "/v1/catalog")
        let catalog = try JSON.decode(Catalog.self, from: reply.body)
        let excluded = catalog.flows.filter { $0.start == .signedIn }.map { "\($0.name)." }
        let screens = catalog.screens.filter { screen in !excluded.contains { screen.name.hasPrefix($0) } }
        let actions = screens.flatMap { screen in screen.actions.members.map { "\(screen.name) \($0.name)" } }
        let taken = Set(try Self.walks().flatMap(\.takenActions))
        #expect(actions.filter { !taken.contains($0) } == [])
    }

    /// The walks of `Tests/Fixtures/walks.json`.
    static func walks() throws -> [Walk] {
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/walks.json")
        return try Walk.read(fixtures)
    }
}

extension Walk: CustomTestStringConvertible {
    var testDescription: String { name }

    /// The actions that the walk performs, by screen. Excludes refused ones.
    fileprivate var takenActions: [String] {
        var front: String? = first
        var taken: [String] = []
        for step in steps {
            let isRefused = step.code == "rejected" || step.code == "invalid-params"
            if let front, let action = step.action, !isRefused { taken.append("\(front) \(action)") }
            if step.code == nil { front = step.screen }
        }
        return taken
    }
}
