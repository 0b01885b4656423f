import Fairway
import FairwayHTTP
import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
                return try .json(
                    AdminDocuments.Jobs(page, at: api.clock.now)
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

extension AdminDocuments {
    /// `GET /v1/admin/jobs`.
    struct Jobs: Codable {
        var jobs: [Job]
        var next: String?

        struct Job: Codable {
            var session: String
            var id: String
            var flow: String
            var kind: WorkItem.Kind
            var name: String
            var state: State
            /// When it is due, or will be tried again; what was given up has none.
            var dueAt: Date?
            var attempts: Int
            var error: String?
        }

        enum State: String, Codable {
            case pending, running, failed
        }
    }
}

extension AdminDocuments.Jobs {
    init(_ page: Page<StoredWork>, at now: Date) {
        self.init(jobs: page.rows.map { Job($0, isUnderWay: $0.progress.isUnderWay(at: now)) }, next: page.next)
    }
}

extension AdminDocuments.Jobs.Job {
    fileprivate init(_ work: StoredWork, isUnderWay: Bool) {
        self.init(
            session: work.session,
            id: work.item.id,
            flow: work.item.node,
            kind: work.item.kind,
            name: work.item.name,
            state: work.progress.isGivenUp ? .failed : isUnderWay ? .running : .pending,
            dueAt: isUnderWay ? work.item.due : work.progress.next,
            attempts: work.progress.attempts,
            error: work.progress.error
        )
    }
}
