import Dispatch
import Fairway
import FairwayHTTP
import FairwaySQLite
import Foundation
import Synchronization

/// Our HTTP server and store, which writes the rows of an action without the engine: `bare-server FILE SESSIONS`.
enum BareServer {
    /// Padding that makes a response as long as a state document of `Counter`.
    private static let padding = String(repeating: "x", count: 300)

    static func run(_ arguments: Arguments) async throws -> Bool {
        let (path, sessions) = (arguments.required(0), Int(arguments.required(1)) ?? 0)
        let store = try SQLiteStore(path)
        let counters = (0..<sessions).map { StoredCounter($0) }
        for counter in counters { _ = try await store.commit(counter.starting()) }
        let revisions = Mutex(Array(repeating: 1, count: sessions))
        var router = Router<Void>()
        router.on(.post, "/v1/sessions/{number}/actions") { (request, exchange, number: Int) in
            let revision = revisions.withLock { $0[number] }
            exchange.respond {
                let commit = counters[number].counting(from: revision)
                guard try await store.commit(commit) == .committed else { return Response(500) }
                revisions.withLock { $0[number] = revision + 1 }
                let answer = """
                    {"session":"\(counters[number].id)","revision":\(revision + 1),"viewModel":{"count":\(revision)},\
                    "text":"\(padding)"}
                    """
                return Response(200, .json, headers: ["Cache-Control": "no-store"], body: Array(answer.utf8))
            }
        }
        try serve(router)
        await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
        return true
    }

    /// Starts a server and prints the line that ``SampleServer`` waits for.
    static func serve(_ router: Router<Void>) throws {
        let addresses = [SocketAddress("127.0.0.1", port: 0)].compactMap(\.self)
        let server = HTTPServer(router: router, configuration: ServerConfiguration(addresses: addresses))
        for address in try server.start() { print("listening on http://\(address)") }
        fflush(nil)
    }
}

/// A server for `script/bench http`. It answers a POST of about 80 bytes with about 300 bytes of constant JSON.
enum HTTPServerBenchmark {
    static func run() throws -> Bool {
        let body = Array(("{\"session\":\"5p0d\",\"text\":\"" + String(repeating: "x", count: 268) + "\"}").utf8)
        let response = Response(200, .json, headers: ["Cache-Control": "no-store"], body: body)
        var router = Router<Void>()
        router.on(.post, "/v1/sessions/{id}/actions") { (request, exchange, id: String) in
            guard request.body.count > 16, !id.isEmpty else {
                return exchange.respond(.malformedRequest("The benchmark sends a body."))
            }
            exchange.respond(response)
        }
        try BareServer.serve(router)
        dispatchMain()
    }
}
