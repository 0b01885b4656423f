import Fairway
import FairwayHTTP
import FairwayWire

extension Admin {
    func addSessionRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/sessions",
            description: APIOperation("Sessions, newest first.", "Admin", .operator)
                .reads(query: "status", "Only sessions with this status.", ["enum": ["active", "over"]])
                .readsPage()
                .answers(200, "A page of sessions.", AdminDocuments.Sessions.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange) { query in
                let page = try await store.sessions(
                    SessionsQuery(
                        status: try query.choice("status"),
                        cursor: query.text("cursor"),
                        limit: try query.limit()
                    )
                )
                return try await .page("sessions", page.rows.lazy.map(AdminDocuments.Session.init), next: page.next)
            }
        }
        router.on(
            .get,
            "/v1/admin/sessions/{session}",
            description: APIOperation("A session with its flow controllers.", "Admin", .operator)
                .answers(200, "The session, its state and its tree.", AdminDocuments.SessionDetail.self)
                .refuses(.noSuchSession, .incompatibleFlow)
        ) { (request, exchange, session: String) in
            answer(request, exchange) { _ in
                let (state, tree) = try await api.engine.flowTree(session)
                guard let stored = try await store.load(session) else { throw Problem(.noSuchSession) }
                return try .json(
                    AdminDocuments.SessionDetail(
                        session: AdminDocuments.Session(stored.session),
                        screens: stored.session.device.screens,
                        state: state,
                        tree: tree
                    )
                )
            }
        }
        router.on(
            .get,
            "/v1/admin/sessions/{session}/journal",
            description: APIOperation("The journal of a session, oldest first.", "Admin", .operator)
                .reads(query: "after", "Only entries after this revision.", ["type": "integer", "minimum": 0])
                .reads(query: "limit", "The number of rows; 500 at most.", ["type": "integer", "minimum": 1])
                .answers(200, "A page of the journal.", AdminDocuments.Journal.self)
                .refuses(.malformedRequest, .noSuchSession)
        ) { (request, exchange, session: String) in
            answer(request, exchange) { query in
                let limit = try query.limit()
                let after = try query.integer("after", atLeast: 0) ?? 0
                guard try await store.load(session) != nil else { throw Problem(.noSuchSession) }
                // One entry more than requested shows whether another page follows.
                let entries = try await store.journal(session, after: after, limit: limit + 1)
                let page = entries.prefix(limit)
                return try await .page(
                    "entries",
                    page.lazy.map(AdminDocuments.Journal.Entry.init),
                    next: entries.count > limit ? page.last?.revision : nil
                )
            }
        }
        router.on(
            .delete,
            "/v1/admin/sessions/{session}",
            description: APIOperation("Ends a session.", "Admin", .operator)
                .answers(204, "The session is over.")
                .refuses(.noSuchSession, .sessionOver, .incompatibleFlow, .overloaded)
        ) { (request, exchange, session: String) in
            answer(request, exchange) { _ in
                let answer = await api.engine.perform(.end(.ended), on: session, by: Caller(.operator))
                return answer.code == nil ? .noContent() : api.respond(answer, to: request)
            }
        }
    }
}

extension Admin {
    func addJobRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/jobs",
            description: APIOperation("Timers and jobs, newest first.", "Admin", .operator)
                .reads(query: "session", "Only those of this session.")
                .reads(
                    query: "state",
                    "`pending`: waiting or running; `failed`: given up, and only an operator can retry it.",
                    ["enum": ["pending", "failed"]]
                )
                .readsPage()
                .answers(200, "A page of timers and jobs.", AdminDocuments.Jobs.self)
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
            description: APIOperation("Retries a timer or job now.", "Admin", .operator)
                .answers(204, "The timer or job runs at once, or is already running.")
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
            description: APIOperation(
                "Cancels a timer or job. A flow that waits for the job gets a failure.",
                "Admin",
                .operator
            )
            .answers(204, "The timer or job is cancelled.")
            .refuses(.noSuchRoute, .noSuchSession, .workRunning, .incompatibleFlow, .overloaded)
        ) { (request, exchange, session: String, job: String) in
            answer(request, exchange) { _ in
                try await api.engine.cancelWork(job, of: session).map { api.respond($0, to: request) } ?? .noContent()
            }
        }
    }
}
