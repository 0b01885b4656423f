import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayWire

/// Calls about a person: everything that is kept of a user's sessions, and its erasure.
extension Admin {
    func addUserRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/users/{user}/export",
            description: APIOperation("Everything that is kept of a user's sessions.", "Admin", .operator)
                .explained("For a person who asks what is stored about them.")
                .answers(
                    200,
                    "A JSON document on each line, newest session first. A last line with a `code` is a problem: the export "
                        + "is not complete.",
                    as: Self.lines
                )
        ) { (request, exchange, user: String) in
            export(user, request, exchange)
        }
        router.on(
            .delete,
            "/v1/admin/users/{user}",
            description: APIOperation(
                "Erases a user's sessions and everything that is kept of them. Repeat the call if it fails.",
                "Admin",
                .operator
            )
            .explained("For a person who asks to be forgotten. The audit keeps an entry of the call.")
            .answers(
                200,
                "The number of sessions that were erased. Nothing of them is left in the store.",
                ErasureDocument.self
            )
            .answers(
                202,
                "The erasure takes longer than 5 s. The batch is `done` when nothing is left in the store.",
                StartedBatchDocument.self,
                headers: .location
            )
            .refuses(.storeUnavailable, .tooManyRequests)
        ) { (request, exchange, user: String) in
            answer(request, exchange, needs: .admin, audited: .user(user)) { try await erase(user, by: $0.operator) }
        }
    }

    private func erase(_ user: String, by operator: Operator) async throws -> Response {
        let total = try await store.count(SessionsQuery(user: user))
        let batch = try await addBatch(.erase, SessionFilter(user: user), total, by: `operator`)
        if let sessions = try await batches.erase(user, for: batch) {
            return try .json(ErasureDocument(sessions: sessions))
        }
        var response = try Response.json(StartedBatchDocument(batch: BatchDocument(batch)), status: 202)
        response.headers.add("Location", "/v1/admin/batches/\(batch.id)")
        return response
    }

    private static let lines = "application/x-ndjson"

    private func export(_ user: String, _ request: Request, _ exchange: Exchange) {
        exchange.pausePipeline()
        Task.immediate(executorPreference: exchange.eventLoop) {
            do {
                let `operator` = try api.requireOperator(request, needs: .admin)
                try await api.audit(request, exchange, by: `operator`, about: .user(user))
                // Before the head is sent, a problem is still an ordinary response.
                let first = try await page(of: user, after: nil)
                let body = StreamedBody(exchange, Self.lines)
                await withTaskExecutorPreference(threads) { await send(first, of: user, to: body, request.id) }
                body.writer.finish()
            } catch let error as StoreError {
                exchange.respond(api.respond(Answer(Problem(.storeUnavailable), cause: error.message), to: request))
            } catch {
                exchange.respond { try api.respond(error, to: request) }
            }
        }
    }

    private func page(of user: String, after cursor: String?) async throws(StoreError) -> Page<SessionListRow> {
        try await store.sessions(SessionsQuery(user: user, cursor: cursor))
    }

    private func send(_ first: Page<SessionListRow>, of user: String, to body: StreamedBody, _ request: RequestID) async
    {
        do {
            var page = first
            while true {
                for row in page.rows where !body.writer.isClosed {
                    guard let document = try await document(of: row, request) else { continue }
                    await body.send(try JSON.encode(document) + [UInt8(ascii: "\n")])
                }
                guard let next = page.next, !body.writer.isClosed else { return }
                page = try await self.page(of: user, after: next)
            }
        } catch {
            api.report(.callFailed(.storeUnavailable, "\(error)", request))
            let problem = (try? JSON.encode(Problem(.storeUnavailable, "The export is not complete."))) ?? []
            await body.send(problem + [UInt8(ascii: "\n")])
        }
    }

    /// Nil if the session was deleted meanwhile.
    private func document(of row: SessionListRow, _ request: RequestID) async throws -> SessionExportDocument? {
        guard let stored = try await store.load(row.session.id) else { return nil }
        let readable: (state: StateDocument, tree: FlowNodeDocument?, drafts: [String: RawJSON])?
        do throws(EngineError) {
            readable = try await self.readable(row.session.id, request)
        } catch {
            guard error.answer.code == .noSuchSession else { throw error }
            return nil
        }
        var listed = row
        listed.session = stored.session
        let now = api.clock.now
        let incidents = try await store.incidents(row.session.id)
        let problems = try await api.operators.problems(of: incidents, in: stored.session)
        return SessionExportDocument(
            session: document(listed),
            claims: stored.session.claims,
            screens: stored.session.device.screens,
            state: readable?.state,
            tree: readable?.tree,
            journal: try await journal(of: row.session),
            incidents: zip(incidents, problems).map {
                IncidentDocument($0, of: $1, showsRecords: true, in: nil, api.engine)
            },
            drafts: readable?.drafts ?? stored.drafts.mapValues { _ in .mask },
            jobs: try await store.work(row.session.id).map {
                JobDocument($0, at: now, showsRecords: true)
            },
            states: try await api.operators.keptRevisions(of: row.session.id)
        )
    }

    private func journal(of session: SessionRow) async throws -> [JournalDocument.Entry] {
        var entries: [JournalDocument.Entry] = []
        while true {
            let last = entries.last?.revision ?? 0
            let page = try await store.journal(session.id, after: last, limit: Self.entriesPerPage)
            entries += zip(page, try await api.operators.problems(of: page, in: session)).map {
                JournalDocument.Entry($0, of: $1, showsRecords: true, in: nil, api.engine)
            }
            guard page.count == Self.entriesPerPage else { return entries }
        }
    }

    private static let entriesPerPage = 500
}
