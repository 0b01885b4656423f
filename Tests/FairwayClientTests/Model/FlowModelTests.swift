import FairwayWire
import Foundation
import TestWaits
import Testing

@testable import FairwayClient

@MainActor @Suite(.waiting)
struct FlowModelTests {
    /// Starts a session on a scripted server.
    private func withModel(
        _ first: StateDocument = .example(1),
        device: Device? = nil,
        _ test: (FlowModel, ScriptedServer) async throws -> Void
    ) async throws {
        let server = try ScriptedServer(first)
        let model = FlowModel(server.app, device: device)
        server.answer(first)
        await model.start(flow: "Flow")
        _ = await server.next()
        await server.streamIsOpen()
        try await test(model, server)
        await server.stop()
    }

    @Test func modelWithoutSessionShowsNothing() async throws {
        let server = try ScriptedServer()
        let model = FlowModel(server.app)
        #expect(model.content == .nothing)
        #expect(model.credentials == nil)
        #expect(await !model.send("save"))
        #expect(await !model.goBack())
        server.refuse(Problem(.noSuchFlow, "There is no flow “Flow”."))
        #expect(await !model.start(flow: "Flow"))
        #expect(model.content == .nothing)
        #expect(model.alert?.sentence == "There is no flow “Flow”.")
        await server.stop()
    }

    @Test func userMovesBetweenScreens() async throws {
        try await withModel(device: Device(idiom: .phone)) { model, server in
            #expect(model.credentials == RemoteSession.Credentials(session: "a", token: "secret"))
            let screen = try #require(model.screen)
            #expect(model.content == .screen(screen))
            server.answer(.example(2, ["s1", "s2"]))
            #expect(await model.send("save", ["name": "Ada"]))
            #expect(await server.next()?.body == ["action": "save", "params": ["name": "Ada"], "screen": "s1"])
            #expect(model.path.map(\.id) == ["s1", "s2"])
            #expect(model.screen?.id == "s2")
            #expect(model.document(of: "s1")?.id == "s1")
            server.answer(.example(3, ["s1"]))
            #expect(await model.goBack())
            #expect(await server.next()?.body == ["screen": "s2"])
            #expect(model.screen?.id == "s1")
            #expect(model.document(of: "s2") == nil)
        }
    }

    @Test func secondCallIsRefusedWhileOneIsUnderWay() async throws {
        try await withModel { model, server in
            async let first = model.send("save")
            _ = await server.next()
            #expect(model.request == .action("save", screen: "s1"))
            #expect(await !model.send("save"))
            server.answer(.example(2))
            #expect(await first)
            #expect(model.request == nil)
        }
    }

    /// The reply may be lost after the change was committed.
    @Test func callWithoutAnswerIsRepeatedUnderItsKey() async throws {
        try await withModel { model, server in
            var keys: [String?] = []
            for _ in 1...2 {
                server.refuse(Problem(.storeUnavailable))
                #expect(await !model.send("save", ["a": 1, "b": 2] as JSONValue))
                #expect(model.alert?.problem?.code == .storeUnavailable)
                keys.append(await server.next()?.key)
            }
            // The user sees a new state, and means another call.
            server.push(.example(2))
            await until { model.state?.revision == 2 }
            server.answer(.example(3))
            #expect(await model.send("save", ["a": 1, "b": 2] as JSONValue))
            #expect(model.alert == nil)
            keys.append(await server.next()?.key)
            #expect(keys[0] != nil)
            #expect(keys[0] == keys[1])
            #expect(keys[0] != keys[2])
        }
    }

    @Test func otherCallHasAnotherKey() async throws {
        try await withModel { model, server in
            server.refuse(Problem(.overloaded))
            await model.send("save", ["a": 1] as JSONValue)
            server.refuse(Problem(.overloaded))
            await model.send("save", ["a": 2] as JSONValue)
            let keys = [await server.next()?.key, await server.next()?.key]
            #expect(keys[0] != keys[1])
        }
    }

    @Test func handoffCodeIsRedeemedUnderOneKey() async throws {
        let server = try ScriptedServer()
        let model = FlowModel(server.app)
        server.refuse(Problem(.storeUnavailable))
        #expect(await !model.takeHandoff("code"))
        server.answer(.example(5))
        #expect(await model.takeHandoff("code"))
        #expect(model.state?.revision == 5)
        let calls = [await server.next(), await server.next()]
        #expect(calls[0]?.key == calls[1]?.key)
        await server.stop()
    }

    @Test func pushedStateIsShown() async throws {
        try await withModel { model, server in
            server.push(.example(2, ["s1", "s2"]))
            await until { model.screen?.id == "s2" }
            server.push(.over(3, .completed))
            await until { model.state?.status == .over }
            #expect(model.content == .over(.over(3, .completed)))
            #expect(model.credentials == nil)
        }
    }

    @Test func effectIsPerformedOnce() async throws {
        try await withModel { model, server in
            server.answer(.example(2, effects: ["e1"]))
            await model.send("save")
            server.push(.example(2, effects: ["e1"]))
            server.push(.example(3, effects: ["e2"]))
            await until { model.effects.count == 2 }
            #expect(model.takeEffects().map(\.id) == ["e1", "e2"])
            #expect(model.effects.isEmpty)
        }
    }

    @Test func handedOverSessionIsLost() async throws {
        try await withModel { model, server in
            server.pushEvent("superseded")
            await until { model.content == .lost(.superseded) }
            #expect(model.credentials == nil)
            #expect(model.alert == nil)
            // The user starts again.
            server.answer(.example(1))
            #expect(await model.start())
            #expect(model.screen?.id == "s1")
        }
    }

    @Test(arguments: [ProblemCode.superseded, .noSuchSession])
    func sessionWithoutValidTokenIsLost(_ code: ProblemCode) async throws {
        try await withModel { model, server in
            server.refuse(Problem(code))
            #expect(await !model.send("save"))
            #expect(model.content == .lost(code))
        }
    }

    @Test func expiredSessionIsOver() async throws {
        try await withModel { model, server in
            var problem = Problem(.sessionOver)
            problem.state = .over(2, .expired)
            server.refuse(problem)
            #expect(await !model.send("save"))
            #expect(model.content == .over(.over(2, .expired)))
            #expect(model.alert == nil)
        }
    }

    /// A newer server may have screens that this client does not know.
    @Test func unknownScreenIsShown() async throws {
        let first = StateDocument.example(1, name: "Future.Screen")
        try await withModel(first) { model, server in
            let screen = try #require(model.screen)
            #expect(screen.name == "Future.Screen")
            #expect(ScreenForm.all(of: screen, in: Catalog()).map(\.action) == ["save"])
            var problem = Problem(.unsupportedScreen)
            problem.state = first
            server.refuse(problem)
            #expect(await !model.send("save"))
            #expect(model.alert?.sentence == "This client cannot show the next screen.")
            #expect(model.screen?.id == "s1")
        }
    }

    @Test func outdatedScreenIsReplacedByTheRefusal() async throws {
        try await withModel { model, server in
            var problem = Problem(.staleScreen)
            problem.state = .example(2, ["s2"])
            server.refuse(problem)
            #expect(await !model.send("save"))
            #expect(model.screen?.id == "s2")
            #expect(model.alert?.problem?.code == .staleScreen)
        }
    }

    private let form = ScreenForm.example(["type": "string", "minLength": 1, "maxLength": 3], nil)

    @Test func formThatBreaksARuleIsNotSent() async throws {
        try await withModel { model, server in
            #expect(await !model.submit(form, ["a": "Augusta"]))
            #expect(model.errors(of: form) == ["a": "Enter at most 3 characters."])
            #expect(model.alert == nil)
            server.accept()
            #expect(await server.next()?.line == "PUT /v1/sessions/a/screens/s1/draft")
            server.answer(.example(2))
            #expect(await model.submit(form, ["a": "Ada"]))
            #expect(model.refusal == nil)
            let sent: JSONValue = ["action": "save", "params": ["a": "Ada"], "screen": "s1", "draft": ["a": "Ada"]]
            #expect(await server.next()?.body == sent)
        }
    }

    @Test func refusalsOfTheServerAreShownAtTheirFields() async throws {
        try await withModel { model, server in
            var problem = Problem(.rejected, errors: [FieldError("/params/a", "taken", detail: "That name is taken.")])
            problem.state = .example(1)
            server.refuse(problem)
            #expect(await !model.submit(form, ["a": "Ada"]))
            #expect(model.errors(of: form) == ["a": "That name is taken."])
            #expect(model.alert == nil)
            problem = Problem(.rejected, "It is closed.", errors: [FieldError("/params", "closed")])
            server.refuse(problem)
            #expect(await !model.submit(form, ["a": "Ada"]))
            #expect(model.errors(of: form).isEmpty)
            #expect(model.alert?.sentence == "It is closed.")
        }
    }

    @Test func modalIsLeftWithAllItsScreens() async throws {
        try await withModel(.example(1, modal: ["s2", "s3"])) { model, server in
            server.answer(.example(2, modal: ["s2"]))
            server.answer(.example(3))
            #expect(await model.dismiss())
            #expect(await server.next()?.body == ["screen": "s3", "to": "s2"])
            #expect(await server.next()?.body == ["screen": "s2"])
            #expect(model.path.map(\.id) == ["s1"])
            #expect(await !model.dismiss())
        }
    }

    @Test func releasedModelClosesItsStream() async throws {
        let server = try ScriptedServer()
        do {
            let model = FlowModel(server.app)
            server.answer(.example(1))
            await model.start()
            await server.streamIsOpen()
        }
        await server.streamIsClosed()
        await server.stop()
    }
}
