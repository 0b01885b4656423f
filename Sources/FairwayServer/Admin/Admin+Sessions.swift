import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayWire
import Foundation

extension Admin {
    func addSessionRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/sessions",
            description: APIOperation("Sessions, by default newest first.", "Admin", .operator)
                .explained(
                    "All filters apply at once. The sessions of a user are found with `user`, those of a report with `q` or `request`."
                )
                .readsSessionFilters()
                .readsSearch()
                .readsRuns()
                .readsProblem()
                .reads(
                    query: "order",
                    "The sessions that started last (`newest`, the default) or first (`oldest`) come first, or those that changed last "
                        + "(`touched`) or have not changed for the longest time (`untouched`). The last two only with the filters "
                        + "`status` and `user`.",
                    ["enum": .array(SessionsQuery.Order.allCases.map { .string($0.rawValue) })],
                    example: "touched"
                )
                .readsPage()
                .answers(200, "A page of sessions.", SessionsDocument.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange, needs: .view) { call in
                var query = try await sessionsQuery(call, request, exchange)
                query.order = try call.query.choice("order") ?? .newest
                query.cursor = call.query.text("cursor")
                query.limit = try call.query.limit()
                guard query.hasIndexForOrder else {
                    throw Problem(.malformedRequest, "A list by the last change has no filters but status and user.")
                }
                let page = try await store.sessions(query)
                let rows = page.rows.lazy.map(document)
                let shown = rows.map { call.showsRecords ? $0 : $0.withoutTexts }
                return try await .page("sessions", shown, next: page.next)
            }
        }
        router.on(
            .get,
            "/v1/admin/sessions/count",
            description: APIOperation("The number of sessions that the filters match.", "Admin", .operator)
                .explained("Ask for the number before you start a batch: the batch has to name it.")
                .readsSessionFilters()
                .readsSearch()
                .readsRuns()
                .readsProblem()
                .answers(200, "The number.", SessionCountDocument.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange, needs: .view) { call in
                let query = try await sessionsQuery(call, request, exchange)
                return try .json(SessionCountDocument(count: await store.count(query)))
            }
        }
        router.on(
            .get,
            "/v1/admin/sessions/{session}",
            description: APIOperation("A session with its flow controllers.", "Admin", .operator)
                .explained(
                    "What a user typed or saw is shown from the role `support` on, and the call is then in the audit."
                )
                .answers(
                    200,
                    "The session, its state, its tree, its incidents (newest first), and its timers and jobs.",
                    SessionDetailDocument.self
                )
                .refuses(.noSuchSession, .incompatibleFlow)
        ) { (request, exchange, session: String) in
            answer(request, exchange, needs: .view, audited: .session(session)) { call in
                let readable = try await readable(session, request.id)
                guard let stored = try await store.load(session) else { throw Problem(.noSuchSession) }
                await api.operators.flushProblems()
                let incidents = try await store.incidents(session)
                let problems = try await api.operators.problems(of: incidents, in: stored.session)
                let (now, work) = (api.clock.now, try await store.work(session))
                let row = document(
                    SessionListRow(
                        session: stored.session,
                        path: stored.flows.first(where: \.isFront)?.path,
                        refusals: incidents.count,
                        lastProblem: incidents.first?.code
                    )
                )
                let screens = stored.session.device.screens
                return try .json(
                    SessionDetailDocument(
                        session: call.showsRecords ? row : row.withoutTexts,
                        screens: call.showsRecords ? screens : screens?.filter { api.engine.declares(screen: $0.key) },
                        state: call.showsRecords ? readable?.state : nil,
                        tree: call.showsRecords ? readable?.tree : readable?.tree?.withoutStates,
                        incidents: zip(incidents, problems).map {
                            IncidentDocument(
                                $0,
                                of: $1,
                                showsRecords: call.showsRecords,
                                in: call.language,
                                api.engine
                            )
                        },
                        jobs: work.map { JobDocument($0, at: now, showsRecords: call.showsRecords) },
                        states: try await api.operators.keptRevisions(of: session),
                        stateBytes: stored.encodedBytes,
                        quarantined: quarantined(stored.session, showsRecords: call.showsRecords),
                        origin: stored.session.forkedFrom,
                        deletedAt: stored.session.sandboxEnd
                    )
                )
            }
        }
        router.on(
            .get,
            "/v1/admin/sessions/{session}/journal",
            description: APIOperation("The journal of a session, oldest first.", "Admin", .operator)
                .explained("An entry is a committed change. Refused ones are the session's incidents.")
                .reads(
                    query: "after",
                    "Only entries after this revision.",
                    ["type": "integer", "minimum": 0],
                    example: 500
                )
                .reads(
                    query: "limit",
                    "The number of rows; 500 at most.",
                    ["type": "integer", "minimum": 1],
                    example: 50
                )
                .answers(200, "A page of the journal.", JournalDocument.self)
                .refuses(.malformedRequest, .noSuchSession)
        ) { (request, exchange, session: String) in
            answer(request, exchange, needs: .view, audited: .session(session)) { call in
                let limit = try call.query.limit()
                let after = try call.query.integer("after", atLeast: 0) ?? 0
                guard let stored = try await store.load(session) else { throw Problem(.noSuchSession) }
                // One entry more than requested shows whether another page follows.
                let entries = try await store.journal(session, after: after, limit: limit + 1)
                let page = Array(entries.prefix(limit))
                let problems = try await api.operators.problems(of: page, in: stored.session)
                return try await .page(
                    "entries",
                    zip(page, problems).lazy.map {
                        JournalDocument.Entry(
                            $0,
                            of: $1,
                            showsRecords: call.showsRecords,
                            in: call.language,
                            api.engine
                        )
                    },
                    next: entries.count > limit ? page.last?.revision : nil
                )
            }
        }
        router.on(
            .delete,
            "/v1/admin/sessions/{session}",
            description: APIOperation("Ends a session.", "Admin", .operator)
                .explained("The client learns it from its stream, or from its next call.")
                .answers(204, "The session is over.")
                .refuses(.noSuchSession, .sessionOver, .incompatibleFlow, .overloaded)
        ) { (request, exchange, session: String) in
            answer(request, exchange, needs: .support, audited: .session(session)) { _ in
                let caller = Caller(.operator, request: request.id.description)
                let answer = await api.engine.perform(.end(.ended), on: session, by: caller)
                return answer.code == nil ? .noContent() : api.respond(answer.withoutState, to: request)
            }
        }
    }
}

extension Admin {
    /// The sessions that the query parameters of a list select. A search for a person shows what users are called, so it needs the
    /// role `support`, and is audited.
    private func sessionsQuery(
        _ call: OperatorCall,
        _ request: Request,
        _ exchange: Exchange
    ) async throws -> SessionsQuery {
        var query = try SessionFilter(call.query).query(at: api.clock.now)
        query.run = try await runs(call.query)
        query.problem = call.query.text("problem")
        query.request = call.query.text("request")
        query.key = try call.query.text("key").map(Self.key)
        guard let person = call.query.text("person") else { return query }
        _ = try api.requireOperator(request, needs: .support)
        try await api.audit(request, exchange, by: call.operator, about: AuditSubject())
        query.person = person
        return query
    }

    /// A key as a query names it: `order/345`.
    private static func key(_ text: String) throws(Problem) -> SessionKey {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            throw Problem(.malformedRequest, "Name a key by its name, a slash and its value: ?key=order/345.")
        }
        return SessionKey(parts[0], parts[1])
    }

    /// A session's state, its flow controllers and its drafts; nil if this build cannot read it. The reason is logged.
    func readable(
        _ session: String,
        _ request: RequestID
    ) async throws(EngineError) -> (state: StateDocument, tree: FlowNodeDocument?, drafts: [String: RawJSON])? {
        do throws(EngineError) {
            return try await api.engine.flowTree(session)
        } catch {
            let unreadable: [ProblemCode] = [.incompatibleFlow, .stepUnavailable]
            guard let code = error.answer.code, unreadable.contains(code) else { throw error }
            api.report(.callFailed(code, error.answer.cause ?? "", request, about: api.engine.subject(of: session)))
            return nil
        }
    }

    /// A row of the list of sessions, with the title of the front screen and the open streams.
    func document(_ row: SessionListRow) -> SessionDocument {
        SessionDocument(
            row,
            title: api.engine.title(of: row.session),
            openStreams: api.engine.openStreams(of: row.session.id)
        )
    }
}

extension Admin {
    func addJobRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/jobs",
            description: APIOperation("Timers and jobs, newest first.", "Admin", .operator)
                .explained("Work that was given up waits for an operator: retry or cancel it.")
                .reads(query: "session", "Only those of this session.", example: "01m8kgeehg1ma8hsjwc5nwwsqq")
                .reads(
                    query: "state",
                    "`pending`: waiting or running; `failed`: given up, and only an operator can retry it.",
                    ["enum": ["pending", "failed"]],
                    example: "failed"
                )
                .readsPage()
                .answers(200, "A page of timers and jobs.", JobsDocument.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            // A malformed query is refused before the call is written to the audit.
            let subject = AuditSubject(session: try? QueryParameters(request).text("session"))
            answer(request, exchange, needs: .view, audited: subject) { call in
                let query = call.query
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
                    page.rows.lazy.map { JobDocument($0, at: now, showsRecords: call.showsRecords) },
                    next: page.next
                )
            }
        }
        router.on(
            .post,
            "/v1/admin/jobs/{session}/{job}/retry",
            description: APIOperation("Retries a timer or job now.", "Admin", .operator)
                .explained("It does not wait for the time of its next attempt.")
                .answers(204, "The timer or job runs at once, or is already running.")
                .refuses(.noSuchWork)
        ) { (request, exchange, session: String, job: String) in
            answer(request, exchange, needs: .support, audited: .session(session)) { _ in
                try await api.operators.retryWork(job, of: session)
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
            .explained("The flow receives a failure if it handles one. A running attempt cannot be cancelled.")
            .answers(204, "The timer or job is cancelled.")
            .refuses(.noSuchWork, .noSuchSession, .workRunning, .incompatibleFlow, .overloaded)
        ) { (request, exchange, session: String, job: String) in
            answer(request, exchange, needs: .support, audited: .session(session)) { _ in
                let refusal = try await api.operators.cancelWork(job, of: session)
                return refusal.map { api.respond($0.withoutState, to: request) } ?? .noContent()
            }
        }
    }
}
