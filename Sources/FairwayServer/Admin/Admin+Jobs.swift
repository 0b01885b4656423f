import Fairway
import FairwayHTTP
import FairwayWire

/// What an operator sees of timers and background work, and does about them.
extension Admin {
    func addJobRoutes(to router: inout Router<Operation>) {
        router.on(
            .get,
            "/v1/admin/jobs",
            description: Operation("Timers and background work, newest first.", "Admin", .operator)
                .reads(query: "session", "Only those of that session.")
                .reads(
                    query: "state",
                    "Only what will be done (`pending`), or only what was given up (`failed`).",
                    ["enum": ["pending", "failed"]]
                )
                .readsPage()
                .answers(200, "A page of timers and background work.", AdminDocuments.Jobs.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange) { query in
                let page = try await store.work(
                    WorkQuery(
                        session: query.text("session"),
                        state: try query.choice("state"),
                        cursor: query.text("cursor"),
                        limit: try query.limit()
                    )
                )
                let now = api.clock.now
                return try await .page(
                    "jobs",
                    page.rows.lazy.map { AdminDocuments.Jobs.Job($0, at: now) },
                    next: page.next
                )
            }
        }
        router.on(
            .post,
            "/v1/admin/jobs/{session}/{job}/retry",
            description: Operation("Takes a timer or background work up again, now.", "Admin", .operator)
                .answers(204, "It will be taken up at once, or is being done already.")
                .refuses(.noSuchRoute)
        ) { (request, exchange, session: String, job: String) in
            answer(request, exchange) { _ in
                try await api.engine.retryWork(job, of: session)
                return .noContent()
            }
        }
        router.on(
            .delete,
            "/v1/admin/jobs/{session}/{job}",
            description: Operation(
                "Cancels a timer or background work. A flow that waits for it is told that it was given up.",
                "Admin",
                .operator
            )
            .answers(204, "It will not be done.")
            .refuses(.noSuchRoute, .noSuchSession, .incompatibleFlow, .overloaded)
        ) { (request, exchange, session: String, job: String) in
            answer(request, exchange) { _ in
                try await api.engine.cancelWork(job, of: session).map { api.respond($0, to: request) } ?? .noContent()
            }
        }
    }
}
