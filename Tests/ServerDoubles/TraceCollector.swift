package import FairwayHTTP
package import FairwayWire
import Synchronization

/// A collector of traces on a port of this machine. It keeps what servers send.
package final class TraceCollector: Sendable {
    private let state = Mutex(State())

    private struct State {
        var exports: [Request] = []
        var redirected = 0
        var answer = Response(200, .json, body: Array("{}".utf8))
    }

    package init() {}

    /// Listens while `body` runs, which gets the URL for `--otlp`.
    package func serve(_ body: (String) async throws -> Void) async throws {
        var router = Router<Void>()
        router.on(.post, "/v1/traces", bodyLimit: 4 << 20) { request in
            self.state.withLock { state in
                state.exports.append(request)
                return state.answer
            }
        }
        router.on(.post, "/elsewhere", bodyLimit: 4 << 20) { _ in
            self.state.withLock { $0.redirected += 1 }
            return Response(204)
        }
        try await withServer(router) { try await body("http://\($0.address)") }
    }

    /// The requests so far.
    package var exports: [Request] { state.withLock(\.exports) }
    /// The spans so far, in the order in which they have ended at each server.
    package func spans() throws -> [SentSpan] {
        try exports.flatMap { export in
            let document = try JSON.decode(JSONValue.self, from: export.body)["resourceSpans"]?.array?.first
            let server = document?["resource"]?.attribute("service.instance.id") ?? ""
            let spans = document?["scopeSpans"]?.array?.first?["spans"]?.array ?? []
            return spans.map { SentSpan(server: server, document: $0) }
        }
    }

    /// How many requests have followed a redirect.
    package var redirected: Int { state.withLock(\.redirected) }

    /// Answers later requests with a redirect.
    package func redirect() {
        state.withLock { $0.answer = Response(307, headers: ["Location": "/elsewhere"]) }
    }
}

/// A span in OTLP's JSON.
package struct SentSpan: Sendable {
    /// The id of the server that has sent it.
    package let server: String
    package let document: JSONValue

    package subscript(member: String) -> JSONValue? { document[member] }

    package var request: String? { document.attribute("fairway.request") }

    /// The spans that it is linked to, as traces and spans.
    package var links: [[JSONValue?]] { document["links"]?.array?.map { [$0["traceId"], $0["spanId"]] } ?? [] }

    /// Its trace and its id, as in ``links`` of others.
    package var place: [JSONValue?] { [document["traceId"], document["spanId"]] }
}

extension JSONValue {
    /// An attribute of a span or a resource.
    package func attribute(_ name: String) -> String? {
        self["attributes"]?.array?.first { $0["key"]?.string == name }?["value"]?["stringValue"]?.string
    }
}
