import Fairway
import FairwayHTTP
import FairwayWire

/// One session after the other: what it is, what happened to it, and its end.
extension Admin {
    func addSessionRoutes(to router: inout Router<Operation>) {
        router.on(
            .get,
            "/v1/admin/sessions",
            description: Operation("Sessions, newest first.", "Admin", .operator)
                .reads(query: "status", "Only those.", ["enum": ["active", "over"]])
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
            description: Operation("One session, with its flow controllers.", "Admin", .operator)
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
            description: Operation("What happened to a session, oldest first.", "Admin", .operator)
                .reads(query: "after", "Only later revisions.", ["type": "integer", "minimum": 0])
                .reads(query: "limit", "How many, 500 at most.", ["type": "integer", "minimum": 1])
                .answers(200, "A page of the journal.", AdminDocuments.Journal.self)
                .refuses(.malformedRequest, .noSuchSession)
        ) { (request, exchange, session: String) in
            answer(request, exchange) { query in
                let limit = try query.limit()
                let after = try query.integer("after", atLeast: 0) ?? 0
                guard try await store.load(session) != nil else { throw Problem(.noSuchSession) }
                // One more than asked for tells whether there is a next page.
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
            description: Operation("Ends a session.", "Admin", .operator)
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
