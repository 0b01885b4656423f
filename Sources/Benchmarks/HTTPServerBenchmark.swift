import Dispatch
import FairwayHTTP
import Glibc

/// A server for `script/bench http`: answers about 300 bytes of JSON to a POST of about 80, through parser, router,
/// limits and metrics, until it is killed.
enum HTTPServerBenchmark {
    static func run() throws {
        guard let address = SocketAddress("127.0.0.1", port: 0) else { return }
        let body = Array(("{\"session\":\"5p0d\",\"text\":\"" + String(repeating: "x", count: 268) + "\"}").utf8)
        let response = Response(200, .json, headers: ["Cache-Control": "no-store"], body: body)
        var router = Router<Void>()
        router.on(.post, "/v1/sessions/{id}/actions") { (request, exchange, id: String) in
            guard request.body.count > 16, !id.isEmpty else {
                return exchange.respond(.malformedRequest("The benchmark sends a body."))
            }
            exchange.respond(response)
        }
        let server = HTTPServer(router: router, configuration: ServerConfiguration(addresses: [address]))
        for address in try server.start() { print("listening on http://\(address)") }
        fflush(nil)
        dispatchMain()
    }
}
