import FairwayClient
import FairwayWire
import Foundation
import TestWaits
import Testing

/// `FairwayClient` against the real server.
@Suite(.waiting)
struct SwiftClientTests {
    @Test func clientCompletesTutorial() async throws {
        let server = try await SharedServer.running()
        let session = try await RemoteApp(server.url).start(flow: "Tutorial")
        #expect(session.state.screen?.name == "Tutorial.Page1")
        #expect(session.state.token == nil)
        try await session.send("nextToPage2ButtonPressed")
        try await session.goBack()
        try await session.send("nextToPage2ButtonPressed")
        try await session.send("nextToPage3ButtonPressed")
        try await session.send("completeButtonPressed")
        #expect(session.state.status == .over)
        #expect(session.state.outcome == .completed)
        var updates: [Int] = []
        for await update in session.updates { updates.append(update.state.revision) }
        #expect(updates == [6])
    }

    /// The client's own types for a screen that it draws.
    private struct Form: Decodable {
        var name: String
        var email: String

        enum Action: Codable {
            case saveButtonPressed(name: String, email: String)
        }
    }

    @Test func clientDecodesOwnTypesAndFieldErrors() async throws {
        let server = try await SharedServer.running()
        let profile: JSONValue = ["profile": ["name": "Ada", "email": "a@b"]]
        let session = try await RemoteApp(server.url).start(flow: "EditProfile", input: profile)
        let screen = try #require(session.state.screen)
        #expect(try screen.viewModel(as: Form.self).name == "Ada")
        let draft: JSONValue = ["name": "Grace"]
        let error = await #expect(throws: ClientError.self) {
            try await session.send(Form.Action.saveButtonPressed(name: "", email: "none"), draft: draft)
        }
        #expect(error?.problem?.code == .invalidParams)
        #expect(error?.problem?.errors.map(\.pointer) == ["/params/name", "/params/email"])
        #expect(session.state.screen?.draft == (try RawJSON(encoding: draft)))
        try await session.send(Form.Action.saveButtonPressed(name: "Grace", email: "g@h"))
        #expect(session.state.outcome == .completed)
    }

    @Test func clientFollowsChangesUntilHandoff() async throws {
        let server = try await SharedServer.running()
        let app = RemoteApp(server.url)
        let session = try await app.start(flow: "Counter")
        let following = Task { try await session.follow() }
        let other = try await app.resume(session.credentials)
        var updates = session.updates.makeAsyncIterator()
        _ = await updates.next()
        for count in 1...3 {
            try await other.send("incrementButtonPressed")
            while let update = await updates.next(), update.state.revision < count + 1 {}
            #expect(session.state.revision == count + 1)
        }
        let taken = try await app.takeHandoff(try await other.makeHandoff().code, device: Device(idiom: .pad))
        #expect(taken.state.revision == 5)
        let ending = await following.result
        #expect(throws: ClientError.self) { try ending.get() }
        let refusal = await #expect(throws: ClientError.self) { try await session.reload() }
        #expect(refusal?.problem?.code == .superseded)
    }

    @Test func clientReconnectsAndRepeatsNoAction() async throws {
        let store = try TemporaryStore()
        let port = try RunningServer.portForRestarts()
        var server = try await RunningServer("--store", store.locator, port: port)
        let session = try await RemoteApp(server.url, retry: RemoteApp.RetryPolicy(attempts: 60)).start(flow: "Counter")
        let following = Task { try? await session.follow() }
        try await session.send("incrementButtonPressed")
        server.kill()
        // Sent while no server is running.
        async let late = session.send("incrementButtonPressed")
        server = try await RunningServer("--store", store.locator, port: port)
        #expect(try await late.revision == 3)
        let other = try await RemoteApp(server.url).resume(session.credentials)
        #expect(other.state.screen?.viewModel.description.contains("2") == true)
        try await other.send("incrementButtonPressed")
        for await update in session.updates where update.state.revision == 4 { break }
        following.cancel()
        await following.value
    }

    @MainActor @Test func modelSurvivesRestartAndHandoff() async throws {
        let store = try TemporaryStore()
        let port = try RunningServer.portForRestarts()
        var server = try await RunningServer("--store", store.locator, port: port)
        let app = RemoteApp(server.url, retry: RemoteApp.RetryPolicy(attempts: 60))
        let model = FlowModel(app, device: Device(idiom: .phone))
        #expect(await model.start(flow: "Counter"))
        #expect(await model.send("incrementButtonPressed"))
        server.kill()
        // Sent while no server is running.
        async let late = model.send("incrementButtonPressed")
        try await until { !model.isConnected }
        server = try await RunningServer("--store", store.locator, port: port)
        #expect(await late)
        #expect(model.state?.revision == 3)
        let other = try await app.resume(try #require(model.credentials))
        try await other.send("incrementButtonPressed")
        try await until { model.state?.revision == 4 }
        let second = FlowModel(app, device: Device(idiom: .pad))
        let handoff = try #require(await model.makeHandoff())
        #expect(await second.takeHandoff(handoff.code))
        try await until { model.content == .lost(.superseded) }
        #expect(await second.end())
        #expect(second.state?.outcome == .ended)
    }

    @MainActor @Test func modelSendsFormsAndKeepsDrafts() async throws {
        let server = try await SharedServer.running()
        let app = RemoteApp(server.url)
        let model = FlowModel(app)
        await model.start(flow: "EditProfile")
        let screen = try #require(model.screen)
        let form = ScreenForm.all(of: screen, in: try await app.catalog())[0]
        model.saveDraft(["name": "Ada"], of: form)
        try await until { !model.hasUnsavedDrafts }
        let resumed = FlowModel(app)
        let credentials = try #require(model.credentials)
        #expect(await resumed.resume(credentials))
        #expect(resumed.screen?.draft == (try RawJSON(encoding: ["name": "Ada"])))
        #expect(await !model.submit(form, ["name": "", "email": "none"]))
        #expect(Set(model.errors(of: form).keys) == ["name", "email"])
        #expect(await model.submit(form, ["name": "Ada", "email": "ada@example.org"]))
        #expect(model.state?.outcome == .completed)
    }

    @Test func everyErrorHasMessage() async throws {
        let nobody = RemoteApp(
            try #require(URL(string: "http://127.0.0.1:1")),
            retry: RemoteApp.RetryPolicy(attempts: 1)
        )
        let unreached = await #expect(throws: ClientError.self) { try await nobody.start() }
        guard case .network? = unreached else { return #expect(Bool(false), "\(String(describing: unreached))") }
        let server = try await SharedServer.running()
        let elsewhere = RemoteApp(server.url.appending(path: "nowhere/"))
        let app = RemoteApp(server.url)
        let unknown = await #expect(throws: ClientError.self) { try await app.start(flow: "Nothing") }
        #expect(unknown?.problem?.code == .noSuchFlow)
        let misplaced = await #expect(throws: ClientError.self) { try await elsewhere.catalog() }
        #expect(misplaced?.problem?.code == .noSuchRoute)
        struct Shapeless: Encodable {}
        let session = try await app.start(flow: "Counter")
        let unsendable = await #expect(throws: ClientError.self) { try await session.send(Shapeless()) }
        guard case .unsendable? = unsendable else { return #expect(Bool(false), "\(String(describing: unsendable))") }
        try await session.end()
        #expect(session.state.outcome == .ended)
    }
}
