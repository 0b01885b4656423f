import Fairway
import FairwayOperators
import FairwayWire
import Foundation

/// `GET /v1/admin/sessions/{session}/journal`.
struct JournalDocument: Codable, DescribedType {
    var entries: [Entry]
    var next: Int?

    static let described = TypeDescription(
        "A page of a session's journal.",
        .init("entries", "The changes, oldest first."),
        .init("next", "The revision to pass as `after` for the next page; `null` for the last one.", 500)
    )

    struct Entry: Codable, DescribedType {
        var revision: Int
        var at: Date
        var kind: String
        var flow: String?
        var screen: String?
        var name: String?
        /// Nil for an operator with the role `view`.
        var params: RawJSON?
        var moves: [Move]
        var to: String?
        var micros: Int
        /// How the timer or the job had ended; nil for other changes.
        var result: JournalEntry.Delivery.Result?
        /// For a job that failed: the sentence for the user. Nil for an operator with the role `view`.
        var message: String?
        /// For a job that failed in its last attempt or was cancelled: the reason. Nil for an operator with the role `view`.
        var cause: String?
        /// For a job that failed: the number of attempts.
        var attempts: Int?
        /// For a job that failed: whether the flow handled the failure. If not, the job waits for an operator.
        var handled: Bool?
        /// The id of the request; of a timer or a job, that of the request that asked for it.
        var request: String?
        /// For a job that failed: the id of the problem that it belongs to. Nil if an operator cancelled the job.
        var problem: String?

        static let described = TypeDescription(
            "A change of a session.",
            .init("revision", "The revision that the change made.", 8),
            .init("at", "When it was committed.", "2026-11-26T09:30:00.000Z"),
            .init("kind", "The kind of change, such as `action`, `back`, `timer` or `job`.", "action"),
            .init("flow", "The flow that was in front.", "Checkout"),
            .init("screen", "The screen that was in front.", "Checkout.Address"),
            .init("name", "The name of the action, tab, signal, timer or job.", "saveButtonPressed"),
            .init(
                "params",
                "The parameters, with sensitive values masked; `null` if there are none, and for the role `view`.",
                ["street": "Quay 1"]
            ),
            .init("moves", "The moves of the change."),
            .init(
                "to",
                "The name of the front screen after the change; `null` if the session is over.",
                "Checkout.Payment"
            ),
            .init("micros", "The duration of the handlers in microseconds.", 480),
            .init("result", "How the timer or job ended; `null` for other changes.", "completed"),
            .init(
                "message",
                "Of a job that failed, the sentence for the user; `null` for the role `view`.",
                "The card was declined."
            ),
            .init(
                "cause",
                "Of a job that was given up, the last error or the cancellation; `null` for the role `view`.",
                "the bank does not answer"
            ),
            .init("attempts", "Of a job that failed, the number of attempts.", 5),
            .init(
                "handled",
                "Of a job that failed, whether the flow handled the failure. If not, the job waits for an operator.",
                true
            ),
            .init(
                "request",
                "The id of the request; of a timer or a job, that of the request that asked for it.",
                "r-8f3a2c"
            ),
            .init(
                "problem",
                "Of a job that failed, the id of its problem; `null` if an operator cancelled it, or if the problem was deleted.",
                "p-31c7f2"
            )
        )
    }
}

/// `GET /v1/admin/jobs`.
struct JobsDocument: Codable, DescribedType {
    var jobs: [JobDocument]
    var next: String?

    static let described = TypeDescription(
        "A page of timers and jobs.",
        .init("jobs", "The timers and jobs, newest first."),
        .init("next", "The cursor of the next page; `null` for the last one.", "eyJ0IjoxNzY0fQ")
    )
}

struct JobDocument: Codable, DescribedType {
    var session: String
    var id: String
    var flow: String
    /// The name of the flow; nil once it has left.
    var flowName: String?
    var kind: WorkItem.Kind
    var name: String
    var state: State
    /// The time of the next attempt; nil for work that was given up.
    var dueAt: Date?
    var attempts: Int
    /// Nil for an operator with the role `view`.
    var error: String?
    /// The id of the request that asked for it.
    var request: String?

    static let described = TypeDescription(
        "A timer, a job or a signal that waits.",
        .init("session", "The session's id.", "01m8kgeehg1ma8hsjwc5nwwsqq"),
        .init("id", "The id of the timer or job in its session.", "w3"),
        .init("flow", "The id of the flow controller that requested it.", "f2"),
        .init("flowName", "The name of its flow; `null` once the flow has ended.", "Checkout"),
        .init("kind", "Whether it is a timer, a job or a signal.", "job"),
        .init("name", "The name of the timer's event or of the job.", "Charge"),
        .init("state", "Whether it waits, runs, or was given up.", "pending"),
        .init("dueAt", "The time of the next attempt; `null` for work that was given up.", "2026-11-26T09:35:00.000Z"),
        .init("attempts", "The number of attempts that have begun.", 1),
        .init(
            "error",
            "The error of the last attempt; `null` if there is none, and for the role `view`.",
            "the bank does not answer"
        ),
        .init("request", "The id of the request that asked for it; `null` if there was none.", "r-8f3a2c")
    )

    enum State: String, Codable {
        case pending, running, failed
    }
}

extension JournalDocument.Entry {
    init(_ entry: JournalEntry, of problem: String?, showsRecords: Bool, in language: String?, _ engine: Engine) {
        self.init(
            revision: entry.revision,
            at: entry.at,
            kind: entry.kind,
            flow: entry.flow,
            screen: entry.screen,
            name: entry.name,
            params: showsRecords ? entry.params : nil,
            moves: entry.moves,
            to: entry.to,
            micros: entry.microseconds,
            result: entry.delivery?.result,
            message: showsRecords ? entry.delivery?.message.map { engine.string($0, in: language) } : nil,
            cause: showsRecords ? entry.delivery?.cause : nil,
            attempts: entry.delivery?.attempts,
            handled: entry.delivery?.isHandled,
            request: entry.request,
            problem: problem
        )
    }
}

extension JobDocument {
    init(_ work: StoredWork, at now: Date, showsRecords: Bool) {
        let isUnderWay = work.progress.isUnderWay(at: now)
        self.init(
            session: work.session,
            id: work.item.id,
            flow: work.item.node,
            flowName: work.flow,
            kind: work.item.kind,
            name: work.item.name,
            state: work.progress.isGivenUp ? .failed : isUnderWay ? .running : .pending,
            dueAt: isUnderWay ? work.item.due : work.progress.next,
            attempts: work.progress.attempts,
            error: showsRecords ? work.progress.error : nil,
            request: work.item.request
        )
    }
}
