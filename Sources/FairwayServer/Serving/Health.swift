import Fairway
import FairwayHTTP
import FairwayWire
import Foundation
import Synchronization

/// The routes for health checks and metrics.
struct Health: Sendable {
    private let metrics: Metrics
    private let readiness: ReadinessCheck
    private let alive: Response

    init(metrics: Metrics, readiness: ReadinessCheck, build: String) throws {
        self.metrics = metrics
        self.readiness = readiness
        let up: JSONObject = ["status": "up", "build": .string(build)]
        alive = Response(200, .json, headers: ["Cache-Control": "no-store"], body: try JSON.encode(up))
    }

    func addRoutes(to router: inout Router<APIOperation>) {
        let up: JSONValue = ["type": "string", "description": "Always `up`.", "examples": ["up"]]
        let release: JSONValue = ["type": "string", "description": "The server's build.", "examples": ["3.1.0"]]
        let ready: JSONValue = ["type": "string", "description": "Always `ready`.", "examples": ["ready"]]
        let statusAndBuild: JSONObject = [
            "type": "object", "properties": ["status": up, "build": release],
            "required": ["status", "build"],
        ]
        let status: JSONObject = [
            "type": "object", "properties": ["status": ready], "required": ["status"],
        ]
        router.on(
            .get,
            "/healthz",
            countsTowardsRate: false,
            description: APIOperation("Whether the process is up.", "Operation")
                .explained("It needs no store and no token, for the liveness check of a process manager.").answers(
                    200,
                    "It is up.",
                    statusAndBuild
                )
        ) { [alive] _, exchange in
            exchange.respond(alive)
        }
        router.on(
            .get,
            "/readyz",
            countsTowardsRate: false,
            description: APIOperation("Whether the server is ready for clients.", "Operation")
                .explained(
                    "For a load balancer: the server is not ready while its store does not answer, and while it stops."
                )
                .answers(200, "The server is ready.", status)
                .refuses(.shuttingDown, .storeUnavailable)
        ) { _, exchange in
            exchange.respond { await readyResponse() }
        }
        router.on(
            .get,
            "/metrics",
            description: APIOperation("Metrics in Prometheus's text format.", "Operation")
                .explained("Counters and histograms of requests, changes, work and the store.")
                .answers(200, "The metrics.", as: "text/plain")
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
            "The server is not ready for clients.",
            headers: ["Retry-After": "1", "Cache-Control": "no-store"]
        ).response
    }
}

/// Checks whether load balancers should send clients to this server.
///
/// The check writes to the store, as a change would. All callers share its result for a second, so these calls, which
/// need no token, cause at most one write per second.
final class ReadinessCheck: Sendable {
    private let engine: Engine
    private let isStopping = Atomic<Bool>(false)
    private let state = Mutex(State())

    private static let secondsResultIsValid = 1.0

    private struct State {
        var isProbing = false
        var last: (answers: Bool, at: Date)?
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }

    private enum ProbeStep { case reuse(Bool), wait, probe }

    init(_ engine: Engine) { self.engine = engine }

    /// Makes every later check fail.
    func beginShutdown() { isStopping.store(true, ordering: .relaxed) }

    /// The reason why the server is not ready; nil if it is.
    func obstacle() async -> Obstacle? {
        if isStopping.load(ordering: .relaxed) { return .shuttingDown }
        return await storeAnswers() ? nil : .storeUnavailable
    }

    enum Obstacle: String {
        case shuttingDown = "shutting-down"
        case storeUnavailable = "store-unavailable"
    }

    /// The first caller probes the store; concurrent callers wait for its result.
    private func storeAnswers() async -> Bool {
        switch nextStep() {
        case .reuse(let answers): return answers
        case .wait:
            return await withCheckedContinuation { waiter in
                if let answers = wait(waiter) { waiter.resume(returning: answers) }
            }
        case .probe:
            let answers = await engine.storeAnswers()
            for waiter in finish(answers) { waiter.resume(returning: answers) }
            return answers
        }
    }

    private func nextStep() -> ProbeStep {
        let now = engine.clock.now
        return state.withLock { state in
            if state.isProbing { return .wait }
            // A clock that was set back also invalidates the result.
            if let last = state.last, abs(now.timeIntervalSince(last.at)) < Self.secondsResultIsValid {
                return .reuse(last.answers)
            }
            state.isProbing = true
            return .probe
        }
    }

    /// Returns the result if the probe has ended in the meantime. Otherwise `waiter` gets it later.
    private func wait(_ waiter: CheckedContinuation<Bool, Never>) -> Bool? {
        state.withLock { state in
            guard !state.isProbing, let last = state.last else {
                state.waiting.append(waiter)
                return nil
            }
            return last.answers
        }
    }

    private func finish(_ answers: Bool) -> [CheckedContinuation<Bool, Never>] {
        let now = engine.clock.now
        return state.withLock { state in
            defer { state = State(last: (answers, now)) }
            return state.waiting
        }
    }
}
