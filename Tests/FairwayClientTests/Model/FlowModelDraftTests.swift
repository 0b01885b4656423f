import FairwayWire
import TestWaits
import Testing

@testable import FairwayClient

@MainActor @Suite(.waiting)
struct FlowModelDraftTests {
    private let saved = "PUT /v1/sessions/a/screens/s1/draft"

    /// Starts a session on a scripted server.
    private func withModel(_ test: (FlowModel, ScriptedServer) async throws -> Void) async throws {
        let server = try ScriptedServer()
        let model = FlowModel(server.app)
        server.answer(.example(1))
        await model.start()
        _ = await server.next()
        await server.streamIsOpen()
        try await test(model, server)
        await server.stop()
    }

    @Test func draftsDuringACallAreCombined() async throws {
        try await withModel { model, server in
            for text in ["A", "Ad", "Ada"] { model.saveDraft(["a": .string(text)]) }
            #expect(model.screen?.draft?.description == #"{"a":"Ada"}"#)
            model.saveDraft(["a": "Ada B"])
            let first = await server.next()
            #expect(first?.line == saved)
            #expect(first?.body == ["a": "Ada B"])
            model.saveDraft(["a": "Ada By"])
            model.saveDraft(["a": "Ada Byron"])
            server.accept()
            #expect(await server.next()?.body == ["a": "Ada Byron"])
            #expect(model.hasUnsavedDrafts)
            server.accept()
            await until { !model.hasUnsavedDrafts }
            model.saveDraft(nil)
            server.accept()
            #expect(await server.next()?.line == "DELETE /v1/sessions/a/screens/s1/draft")
            #expect(model.screen?.draft == nil)
        }
    }

    /// The server deletes the draft with the action. A draft that arrived later would come back.
    @Test func actionWaitsForTheDraftInFlight() async throws {
        try await withModel { model, server in
            model.saveDraft(["a": "Ad"])
            #expect(await server.next()?.line == saved)
            model.saveDraft(["a": "Ada"])
            async let isDone = model.send("save")
            await until { model.request != nil }
            server.accept()
            #expect(await server.next()?.body == ["action": "save", "screen": "s1", "draft": ["a": "Ada"]])
            server.answer(.example(2))
            #expect(await isDone)
            #expect(model.screen?.draft == nil)
            #expect(!model.hasUnsavedDrafts)
        }
    }

    @Test func inputDuringAnActionIsKept() async throws {
        try await withModel { model, server in
            async let isDone = model.send("save")
            _ = await server.next()
            model.saveDraft(["a": "next"])
            server.answer(.example(2))
            #expect(await isDone)
            #expect(await server.next()?.body == ["a": "next"])
            server.accept()
            await until { !model.hasUnsavedDrafts }
            #expect(model.screen?.draft?.description == #"{"a":"next"}"#)
        }
    }

    /// The server saves the draft of a refused action.
    @Test func refusedActionKeepsTheDraft() async throws {
        try await withModel { model, server in
            model.saveDraft(["a": "Ad"])
            _ = await server.next()
            model.saveDraft(["a": "Ada"])
            var problem = Problem(.rejected)
            problem.state = .example(1)
            server.accept()
            server.refuse(problem)
            #expect(await !model.send("save"))
            #expect(model.screen?.draft?.description == #"{"a":"Ada"}"#)
            #expect(!model.hasUnsavedDrafts)
        }
    }

    @Test func draftIsSavedWhenTheServerIsBack() async throws {
        try await withModel { model, server in
            server.refuse(Problem(.storeUnavailable))
            model.saveDraft(["a": "Ada"])
            #expect(await server.next()?.line == saved)
            server.accept()
            await model.reload()
            #expect(await server.next()?.line == saved)
            await until { !model.hasUnsavedDrafts }
        }
    }

    @Test func draftThatTheServerRefusesIsDropped() async throws {
        try await withModel { model, server in
            server.refuse(Problem(.bodyTooLarge))
            model.saveDraft(["a": "too large"])
            await until { !model.hasUnsavedDrafts }
            #expect(model.screen?.draft == nil)
            #expect(model.alert == nil)
        }
    }

    @Test func draftOfARemovedScreenIsDropped() async throws {
        try await withModel { model, server in
            model.saveDraft(["a": "Ada"])
            server.push(.example(2, ["s2"]))
            await until { model.screen?.id == "s2" }
            #expect(!model.hasUnsavedDrafts)
            model.saveDraft(["a": "Ada"], on: "s1")
            #expect(!model.hasUnsavedDrafts)
        }
    }

    @Test func secretsAreNotSaved() async throws {
        try await withModel { model, server in
            let form = ScreenForm.example(["type": "string", "writeOnly": true], nil)
            model.saveDraft(["a": "1234"], of: form)
            #expect(!model.hasUnsavedDrafts)
        }
    }

    @Test func formKeepsTheDraftOfOtherForms() {
        let form = ScreenForm.example(["type": "string"], nil)
        #expect(form.draft(["a": "Ada"], over: ["a": "old", "b": 1]) == ["a": "Ada", "b": 1])
        #expect(form.draft([:], over: ["a": "old", "b": 1]) == ["b": 1])
    }
}
