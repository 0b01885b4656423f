import Fairway
import FairwayHTTP
import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an operator sees and does: `protocol.md` section 7. All but the stream reads the store's indexes, never live
/// objects.
struct Admin: Sendable {
    /// How much of the journal is counted before a graph is given; the sweeper counts what is more.
    private static let entriesFoldedForAGraph = 1_000

    let api: API
    let store: any Store

    func addRoutes(to router: inout Router<Operation>) {
        addFlowRoutes(to: &router)
        addSessionRoutes(to: &router)
        addJobRoutes(to: &router)
        addStreamRoute(to: &router)
    }

    /// Answers an operator with what the store says.
    func answer(
        _ request: Request,
        _ exchange: Exchange,
        _ call: @escaping @Sendable (AdminQuery) async throws -> Response
    ) {
        api.answer(exchange) {
            try api.requireOperator(request)
            let query = try AdminQuery(request)
            do {
                return try await call(query)
            } catch let error as StoreError where error.code == .invalidCursor {
                throw Problem(.malformedRequest, error.message)
            } catch let error as StoreError {
                return api.respond(Answer(Problem(.storeUnavailable), cause: error.message), to: request)
            }
        }
    }

    private func addFlowRoutes(to router: inout Router<Operation>) {
        router.on(
            .get,
            "/v1/admin/flows",
            description: Operation("Active flow controllers, newest first.", "Admin", .operator)
                .reads(query: "flow", "Only flows of that name.")
                .reads(query: "screen", "Only flows that showed that screen last.")
                .reads(query: "session", "Only flows of that session.")
                .reads(
                    query: "idle",
                    "Only flows without a change for so many seconds.",
                    ["type": "integer", "minimum": 0]
                )
                .reads(query: "order", "From which end.", ["enum": ["newest", "oldest"]])
                .readsPage()
                .answers(200, "A page of flows.", AdminDocuments.Flows.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange) { query in
                let page = try await store.flows(
                    FlowsQuery(
                        flow: query.text("flow"),
                        screen: query.text("screen"),
                        session: query.text("session"),
                        untouchedSince: try query.integer("idle", atLeast: 0).map {
                            api.clock.now.addingTimeInterval(-Double($0))
                        },
                        order: try query.choice("order") ?? .newest,
                        cursor: query.text("cursor"),
                        limit: try query.limit()
                    )
                )
                return try .json(AdminDocuments.Flows(flows: page.rows.map(AdminDocuments.Flow.init), next: page.next))
            }
        }
        router.on(
            .get,
            "/v1/admin/summary",
            description: Operation("How many sessions and flows there are.", "Admin", .operator)
                .answers(200, "The numbers.", AdminDocuments.Summary.self)
        ) { request, exchange in
            answer(request, exchange) { _ in try .json(AdminDocuments.Summary(await store.summary())) }
        }
        router.on(
            .get,
            "/v1/admin/graph",
            description: Operation("Where users go, and where they stop.", "Admin", .operator)
                .reads(query: "flow", "Only what happened on that flow's screens.")
                .reads(query: "since", "Only what happened since.", ["type": "string", "format": "date-time"])
                .answers(200, "The screens and the ways between them.", AdminDocuments.Graph.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange) { query in
                // Whoever looks sees what has just happened, as far as one batch goes; a store that takes no changes
                // still tells what was counted before.
                _ = try? await api.engine.foldJournal(limit: Self.entriesFoldedForAGraph)
                let graph = try await store.graph(
                    GraphQuery(flow: query.text("flow"), since: try query.moment("since"))
                )
                return try .json(AdminDocuments.Graph(graph))
            }
        }
    }

    private func addSessionRoutes(to router: inout Router<Operation>) {
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
                return try .json(
                    AdminDocuments.Sessions(sessions: page.rows.map(AdminDocuments.Session.init), next: page.next)
                )
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
                return try .json(
                    AdminDocuments.Journal(
                        entries: page.map(AdminDocuments.Journal.Entry.init),
                        next: entries.count > limit ? page.last?.revision : nil
                    )
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

extension Operation {
    /// It reads which page of a list is asked for.
    func readsPage() -> Operation {
        reads(query: "limit", "How many rows; 50 unless said, 500 at most.", ["type": "integer", "minimum": 1])
            .reads(query: "cursor", "Where the page begins: `next` of the page before it.")
    }
}
