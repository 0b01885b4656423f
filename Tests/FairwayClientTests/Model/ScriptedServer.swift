import FairwayHTTP
import FairwayWire
import Foundation
import Observation
import ServerDoubles
import Synchronization
import TestWaits
import Testing

@testable import FairwayClient

/// A server with one session, which answers every change as a test says, in order.
///
/// A change waits for its answer. `GET` is answered with the newest state, and streams stay open.
final class ScriptedServer: Sendable {
    /// A call other than `GET`.
    struct Call: Sendable {
        var line: String
        var token: String?
        var key: String?
        /// Without the members that are null.
        var body: JSONValue
    }

    let app: RemoteApp
    private let server: HTTPServer
    private let script: Script

    init(
        _ first: StateDocument = .example(1),
        userToken: (@Sendable () async throws -> String?)? = nil
    ) throws {
        let script = Script(first)
        var router = Router<Void>()
        router.on(.get, "/v1/sessions/a/stream") { request, exchange in script.stream(request, exchange) }
        router.on(.get, "/v1/sessions/a") { _, exchange in exchange.respond(script.present) }
        router.otherwise { request, exchange in script.call(request, exchange) }
        server = try HTTPServer(router: router, configuration: ServerConfiguration.forTests())
        let url = try #require(URL(string: "http://\(try server.start()[0])"))
        var app = RemoteApp(url, retry: RemoteApp.RetryPolicy(attempts: 1), userToken: userToken)
        // This server sends no comments.
        app.streamTimeoutSeconds = Double(TestLimits.secondsForOutput)
        (self.app, self.script) = (app, script)
    }

    func stop() async { await server.stop(withinSeconds: 0) }

    /// The next call.
    func next() async -> Call? {
        var calls = script.calls.makeAsyncIterator()
        return await calls.next()
    }

    /// Answers the oldest unanswered change, or the next one.
    func answer(_ state: StateDocument) { script.answer(Self.response(201, .json, state), state) }

    /// Refuses the oldest unanswered change, or the next one.
    func refuse(_ problem: Problem) {
        script.answer(Self.response(Status(problem.code.status), .problem, problem), problem.state)
    }

    /// Answers the oldest unanswered change, or the next one, without a body.
    func accept() { script.answer(Response(204), nil) }

    /// Refuses the next stream.
    func refuseStream(_ problem: Problem) {
        script.refuseStream(Self.response(Status(problem.code.status), .problem, problem))
    }

    /// Sends an event to each stream.
    func push(_ state: StateDocument) {
        script.push("event: state\nid: \(state.revision)\ndata: \(Self.text(state))\n\n", state)
    }

    func pushEvent(_ name: String) { script.push("event: \(name)\ndata: {}\n\n", nil) }

    /// Answers the oldest unanswered call, or the next one.
    func answer(_ list: SessionList) { script.answer(Self.response(200, .json, list), nil) }

    /// Ends all streams.
    func endStreams() { script.endStreams() }

    /// Waits until a stream is open. Returns its token.
    @discardableResult
    func streamIsOpen() async -> String? {
        var opened = script.opened.makeAsyncIterator()
        return await opened.next() ?? nil
    }

    /// Waits until a stream is closed by the client.
    func streamIsClosed() async { for await _ in script.closed { return } }

    fileprivate static func response(_ status: Status, _ type: ContentType, _ value: some Encodable) -> Response {
        Response(status, type, body: Array(text(value).utf8))
    }

    private static func text(_ value: some Encodable) -> String {
        (try? RawJSON(encoding: value))?.description ?? ""
    }

    private final class Script: Sendable {
        private struct Contents {
            var state: StateDocument
            var answers: [Response] = []
            var waiting: [Exchange] = []
            var streams: [BodyWriter] = []
            var streamRefusals: [Response] = []
        }

        let calls: AsyncStream<Call>
        let opened: AsyncStream<String?>
        let closed: AsyncStream<Void>
        private let called: AsyncStream<Call>.Continuation
        private let opening: AsyncStream<String?>.Continuation
        private let closing: AsyncStream<Void>.Continuation
        private let contents: Mutex<Contents>

        init(_ state: StateDocument) {
            (calls, called) = AsyncStream.makeStream()
            (opened, opening) = AsyncStream.makeStream()
            (closed, closing) = AsyncStream.makeStream()
            contents = Mutex(Contents(state: state))
        }

        var present: Response { contents.withLock { ScriptedServer.response(200, .json, $0.state) } }

        func call(_ request: Request, _ exchange: Exchange) {
            let answer = contents.withLock { contents -> Response? in
                guard contents.answers.isEmpty else { return contents.answers.removeFirst() }
                contents.waiting.append(exchange)
                return nil
            }
            var body = (try? JSON.decode(JSONValue.self, from: request.body)) ?? .null
            if let object = body.object { body = .object(JSONObject(object.members.filter { !$0.value.isNull })) }
            let query = request.query.isEmpty ? "" : "?\(request.query)"
            let line = "\(request.method.name) \(request.path)\(query)"
            called.yield(Call(line: line, token: request.bearerToken, key: request["idempotency-key"], body: body))
            if let answer { exchange.respond(answer) }
        }

        func answer(_ response: Response, _ state: StateDocument?) {
            let exchange = contents.withLock { contents -> Exchange? in
                if let state { contents.state = state }
                guard contents.waiting.isEmpty else { return contents.waiting.removeFirst() }
                contents.answers.append(response)
                return nil
            }
            exchange?.respond(response)
        }

        func refuseStream(_ response: Response) { contents.withLock { $0.streamRefusals.append(response) } }

        func endStreams() {
            let streams = contents.withLock { contents in
                defer { contents.streams = [] }
                return contents.streams
            }
            for stream in streams { stream.finish() }
        }

        func stream(_ request: Request, _ exchange: Exchange) {
            let refusal = contents.withLock { contents in
                contents.streamRefusals.isEmpty ? nil : contents.streamRefusals.removeFirst()
            }
            if let refusal { return exchange.respond(refusal) }
            var response = Response(200)
            response.contentType = .eventStream
            let closing = closing
            let writer = exchange.stream(response) { if $0 == .closed { closing.yield() } }
            contents.withLock { $0.streams.append(writer) }
            opening.yield(request.bearerToken)
        }

        func push(_ event: String, _ state: StateDocument?) {
            let streams = contents.withLock { contents in
                if let state { contents.state = state }
                return contents.streams
            }
            for stream in streams { _ = stream.write(Array(event.utf8)) }
        }
    }
}

extension StateDocument {
    /// A state with a stack of screens.
    static func example(
        _ revision: Int,
        _ screens: [String] = ["s1"],
        modal: [String] = [],
        name: String = "Page",
        effects: [String] = [],
        token: String? = "secret"
    ) -> StateDocument {
        var state = StateDocument(session: "a", revision: revision)
        state.token = token
        state.screen = ScreenDocument(
            id: (screens + modal).last ?? "",
            name: name,
            flow: "Flow",
            version: 1,
            presentation: .push,
            back: true,
            viewModel: .emptyObject,
            actions: ["save"]
        )
        func stack(_ id: String, _ screens: [String], _ presentation: Presentation? = nil) -> Navigation {
            let screens = screens.map { ScreenReference(id: $0, name: name, flow: "Flow") }
            return Navigation(id: id, presentation: presentation, content: .stack(screens))
        }
        var navigation = stack("c1", screens)
        if !modal.isEmpty { navigation.presented = stack("c2", modal, .modal) }
        state.navigation = navigation
        state.effects = effects.map { EffectDocument(effect: "toast", id: $0, payload: ["text": "Saved"]) }
        return state
    }

    /// A final state.
    static func over(_ revision: Int, _ outcome: SessionOutcome) -> StateDocument {
        var state = StateDocument(session: "a", revision: revision, status: .over)
        state.outcome = outcome
        return state
    }
}

/// Waits for a condition on observable properties. Returns early if the task is cancelled.
@MainActor
func until(_ condition: @MainActor () -> Bool) async {
    while !condition(), !Task.isCancelled {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        withObservationTracking {
            _ = condition()
        } onChange: {
            continuation.finish()
        }
        for await _ in changes {}
    }
}
