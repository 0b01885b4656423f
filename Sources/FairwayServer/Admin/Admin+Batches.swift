import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayWire
import Foundation

/// Calls that change all sessions that a filter matches.
extension Admin {
    func addBatchRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/batches",
            description: APIOperation("Batches, newest first.", "Admin", .operator)
                .explained("A batch stays in the list after it has ended.")
                .readsPage()
                .answers(200, "A page of batches.", BatchesDocument.self)
                .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange, needs: .view) { call in
                let query = BatchesQuery(cursor: call.query.text("cursor"), limit: try call.query.limit())
                let page = try await store.batches(query)
                return try await .page("batches", page.rows.lazy.map(BatchDocument.init), next: page.next)
            }
        }
        router.on(
            .get,
            "/v1/admin/batches/{batch}",
            description: APIOperation("A batch.", "Admin", .operator)
                .explained("Poll it to show the progress.")
                .answers(200, "The batch, with its progress.", BatchDocument.self)
                .refuses(.noSuchBatch)
        ) { (request, exchange, batch: String) in
            answer(request, exchange, needs: .view) { _ in
                guard let found = try await store.batch(batch) else { throw Problem(.noSuchBatch) }
                return try .json(BatchDocument(found))
            }
        }
        router.on(
            .post,
            "/v1/admin/batches",
            description: APIOperation(
                "Ends or erases the sessions that a filter matches, in the background. To erase needs the role `admin`.",
                "Admin",
                .operator
            )
            .explained("Count the sessions first, and confirm the number: a batch changes no more than that.")
            .takes(BatchBody.self)
            .answers(202, "The batch. It changes at most `count` sessions.", StartedBatchDocument.self)
            .refuses(.invalidParams, .tooManyRequests)
        ) { request, exchange in
            answer(request, exchange) { try await startBatch(request, exchange) }
        }
        router.on(
            .delete,
            "/v1/admin/batches/{batch}",
            description: APIOperation("Stops a batch. What it has changed stays changed.", "Admin", .operator)
                .explained("Stopping an erasure waits until the erased pages of the store are overwritten.")
                .answers(204, "The batch has stopped, or had ended.")
                .refuses(.noSuchBatch)
        ) { (request, exchange, batch: String) in
            answer(request, exchange, needs: .support, audited: AuditSubject()) { _ in
                guard let action = try await store.stopBatch(batch, at: api.clock.now) else {
                    throw Problem(.noSuchBatch)
                }
                if action == .erase, try await !batches.finishErasure() {
                    throw StoreError(
                        .unavailable,
                        "The store's files still have erased data: their pages are still being overwritten, or another process "
                            + "reads them. End that process, and stop the batch again."
                    )
                }
                return .noContent()
            }
        }
    }

    private struct BatchBody: Decodable, DescribedType {
        var action: SessionBatch.Action
        var filter: SessionFilter
        /// The number of sessions that the operator has confirmed.
        var count: Int

        static let described = TypeDescription(
            "A change to all sessions that a filter matches.",
            .init("action", "What the batch does to each session.", "end"),
            .init("filter", "The filter. It must have at least one condition."),
            .init(
                "count",
                "The number of sessions that the operator has confirmed, from `/v1/admin/sessions/count`.",
                120
            )
        )
    }

    private func startBatch(_ request: Request, _ exchange: Exchange) async throws -> Response {
        try api.requireOperator(request, needs: .support)
        let body = try request.decodeBody(BatchBody.self, wrongValue: .invalidParams)
        try SessionFilter.checkNames(try request.decodeBody(JSONValue.self)["filter"])
        try body.filter.check()
        guard body.count > 0 else {
            throw Problem(
                .invalidParams,
                "The count must be at least 1.",
                errors: [FieldError("/count", "too-small", detail: "A batch changes at least one session.")]
            )
        }
        let `operator` = try api.requireOperator(request, needs: body.action == .erase ? .admin : .support)
        try await api.audit(request, exchange, by: `operator`, about: AuditSubject(user: body.filter.user))
        let batch = try await addBatch(body.action, body.filter, body.count, by: `operator`)
        batches.wake()
        return try .json(StartedBatchDocument(batch: BatchDocument(batch)), status: 202)
    }

    /// Stores a batch. It runs when the worker is woken, or looks for batches.
    func addBatch(
        _ action: SessionBatch.Action,
        _ filter: SessionFilter,
        _ total: Int,
        by operator: Operator
    ) async throws -> SessionBatch {
        let batch = SessionBatch(
            id: SessionID.make(at: api.clock.now, random: api.engine.identifiers.bytes),
            operator: `operator`.name,
            action: action,
            filter: try RawJSON(encoding: filter),
            total: total,
            createdAt: api.clock.now
        )
        guard try await store.addBatch(batch) else {
            throw Problem(
                .tooManyRequests,
                "\(OperatorLimits.runningBatches) batches are running. Wait until one has ended, or stop one.",
                retryAfterSeconds: 60
            )
        }
        return batch
    }
}

/// `GET /v1/admin/batches`.
struct BatchesDocument: Codable, DescribedType {
    var batches: [BatchDocument]
    var next: String?

    static let described = TypeDescription(
        "A page of batches.",
        .init("batches", "The batches, newest first."),
        .init("next", "The cursor of the next page; `null` for the last one.", "eyJ0IjoxNzY0fQ")
    )
}

/// `POST /v1/admin/batches`, and an erasure that takes long.
struct StartedBatchDocument: Codable, DescribedType {
    var batch: BatchDocument

    static let described = TypeDescription(
        "A batch that has started.",
        .init("batch", "The batch.")
    )
}

/// `GET /v1/admin/batches/{batch}`.
struct BatchDocument: Codable, DescribedType {
    var id: String
    /// The name of the operator that started it.
    var `operator`: String
    var action: SessionBatch.Action
    /// The filter, as the operator sent it.
    var filter: RawJSON
    var state: SessionBatch.State
    /// The number of sessions that the operator has confirmed.
    var total: Int
    var done: Int
    /// The number of sessions that could not be changed.
    var failed: Int
    var createdAt: Date
    /// Nil while it runs.
    var endedAt: Date?

    static let described = TypeDescription(
        "A batch with its progress.",
        .init("id", "The batch's id.", "01m8kgqd02k3vb7y9w5t6n8rza"),
        .init("operator", "The name of the operator that started it.", "ada"),
        .init("action", "What the batch does to each session.", "end"),
        .init("filter", "The filter, as the operator sent it.", ["flow": "Checkout"]),
        .init("state", "Whether it runs, is done, or was stopped.", "running"),
        .init("total", "The number of sessions that the operator has confirmed.", 120),
        .init("done", "The number of sessions that were changed.", 80),
        .init("failed", "The number of sessions that could not be changed.", 0),
        .init("createdAt", "When it started.", "2026-11-26T09:30:00.000Z"),
        .init("endedAt", "When it ended; `null` while it runs.", "2026-11-26T09:31:00.000Z")
    )

    init(_ batch: SessionBatch) {
        id = batch.id
        `operator` = batch.operator
        action = batch.action
        filter = batch.filter
        state = batch.state
        total = batch.total
        done = batch.progress.done
        failed = batch.progress.failed
        createdAt = batch.createdAt
        endedAt = batch.endedAt
    }
}
