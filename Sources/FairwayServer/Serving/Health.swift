import FairwayHTTP
import FairwayWire

/// What operators and their machines ask a server about itself.
struct Health: Sendable {
    let metrics: Metrics
    let readiness: Readiness

    func addRoutes(to router: inout Router<Operation>) {
        let alive = Response(200, .json, headers: ["Cache-Control": "no-store"], body: Array(#"{"status":"up"}"#.utf8))
        let status: JSONObject = [
            "type": "object", "properties": ["status": ["type": "string"]], "required": ["status"],
        ]
        router.on(
            .get,
            "/healthz",
            countsTowardsRate: false,
            description: Operation("The process is up.", "Operation").answers(200, "It is.", status)
        ) { _, exchange in
            exchange.respond(alive)
        }
        router.on(
            .get,
            "/readyz",
            countsTowardsRate: false,
            description: Operation("The server can take on clients.", "Operation")
                .answers(200, "It can.", status)
                .refuses(.shuttingDown, .storeUnavailable)
        ) { _, exchange in
            exchange.respond { await readyResponse() }
        }
        router.on(
            .get,
            "/metrics",
            description: Operation("Counts, as Prometheus scrapes them.", "Operation")
                .answers(200, "The counts.", as: "text/plain")
        ) { _, exchange in
            exchange.respond(metrics.response)
        }
    }

    private func readyResponse() async -> Response {
        guard let obstacle = await readiness.obstacle() else {
            return Response(
                200,
                .json,
                headers: ["Cache-Control": "no-store"],
                body: Array(#"{"status":"ready"}"#.utf8)
            )
        }
        return HTTPProblem(
            503,
            obstacle.rawValue,
            "The server takes on no clients now.",
            headers: ["Retry-After": "1", "Cache-Control": "no-store"]
        ).response
    }
}
