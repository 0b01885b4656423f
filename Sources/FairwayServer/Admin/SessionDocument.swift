import Fairway
import FairwayOperators
import FairwayWire
import Foundation

/// `GET /v1/admin/sessions`.
struct SessionsDocument: Codable {
    var sessions: [SessionDocument]
    var next: String?
}

struct SessionDocument: Codable {
    var session: String
    var status: SessionStatus
    var outcome: SessionOutcome?
    var revision: Int
    var flow: String
    var screen: String?
    var device: DeviceDocument
    var createdAt: Date
    var touchedAt: Date
    /// The time of the last change that the user made.
    var userActedAt: Date
    /// The id of the user that it belongs to; nil for an anonymous session.
    var user: String?
    /// The title of the front screen, in the session's language.
    var title: String?
    /// The path of the flow in front.
    var path: String?
    /// Whether it is a sandbox: an operator's copy of a session.
    var sandbox: Bool
    /// The number of incidents that are kept.
    var refusals: Int
    /// The code of the newest incident.
    var lastProblem: String?
}

/// `GET /v1/admin/sessions/count`.
struct SessionCountDocument: Codable {
    var count: Int
}

/// A refused or failed change.
struct IncidentDocument: Codable {
    var at: Date
    var revision: Int
    var kind: String
    var flow: String?
    var screen: String?
    /// For an operator with the role `view`: nil unless the app declares it.
    var name: String?
    var code: String
    var errors: [InvalidMember]
    var cause: String?
    var request: String?
    /// The sentence that the user read, with “…” in place of values. Nil if no user read one, and for an operator with the role
    /// `view`.
    var message: String?
    /// The id of the problem that it belongs to; nil if there is none: in a sandbox, or if the problem was deleted.
    var problem: String?

    /// An invalid member of the request.
    struct InvalidMember: Codable {
        var pointer: String
        var code: String
        /// The sentence beside the field, as in ``IncidentDocument/message``.
        var message: String?
    }
}

/// `GET /v1/admin/sessions/{session}`.
struct SessionDetailDocument: Codable {
    var session: SessionDocument
    /// The screens that the client can show, each with its highest supported version.
    var screens: [String: Int]?
    /// Nil for an operator with the role `view`, and if this build cannot read the session.
    var state: StateDocument?
    /// Nil if the session is over, and if this build cannot read it.
    var tree: FlowNodeDocument?
    /// Newest first.
    var incidents: [IncidentDocument]
    /// In order of due time.
    var jobs: [JobDocument]
    /// The kept revisions, newest first.
    var states: [Int]
    /// The encoded size of its flows, screens and drafts, which `--state-bytes` limits.
    var stateBytes: Int
    /// The number of its streams and waiting requests at this server.
    var openStreams: Int
    /// What is refused because it ended the process: steps, oldest first, and handlers in all sessions.
    var quarantined: [QuarantinedDocument]
    /// Of a sandbox: the session that it is a copy of.
    var origin: String?
    /// Of a sandbox: when it is deleted.
    var deletedAt: Date?
}

/// A line of `GET /v1/admin/users/{user}/export`: a session with everything that is kept of it. The state and the tree
/// are nil if this build cannot read them.
struct SessionExportDocument: Codable {
    var session: SessionDocument
    /// The kept claims of the user.
    var claims: RawJSON?
    var screens: [String: Int]?
    var state: StateDocument?
    var tree: FlowNodeDocument?
    /// Oldest first.
    var journal: [JournalDocument.Entry]
    /// Newest first.
    var incidents: [IncidentDocument]
    /// By screen id. Sensitive values are masked, and members that the screen's form does not have.
    var drafts: [String: RawJSON]
    /// In order of due time.
    var jobs: [JobDocument]
    /// The kept revisions, newest first.
    var states: [Int]
}

/// `POST /v1/admin/sessions/{session}/fork`.
struct ForkDocument: Codable {
    /// The sandbox.
    var session: String
    /// The sandbox's token, which alone opens it.
    var token: String
    /// The session that it is a copy of.
    var origin: String
    /// When it is deleted.
    var deletedAt: Date
}

/// `DELETE /v1/admin/users/{user}`.
struct ErasureDocument: Codable {
    /// The number of sessions that were erased.
    var sessions: Int
}

/// `GET /v1/admin/sessions/{session}/journal`.
struct JournalDocument: Codable {
    var entries: [Entry]
    var next: Int?

    struct Entry: Codable {
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
    }
}

/// `GET /v1/admin/jobs`.
struct JobsDocument: Codable {
    var jobs: [JobDocument]
    var next: String?
}

struct JobDocument: Codable {
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

    enum State: String, Codable {
        case pending, running, failed
    }
}

extension SessionDocument {
    init(_ listed: SessionListRow, title: String?) {
        let row = listed.session
        self.init(
            session: row.id,
            status: row.status,
            outcome: row.outcome,
            revision: row.revision,
            flow: row.rootFlow,
            screen: row.frontScreen,
            device: DeviceDocument(row.device),
            createdAt: row.createdAt,
            touchedAt: row.touchedAt,
            userActedAt: row.userActedAt,
            user: row.user,
            title: title,
            path: listed.path,
            sandbox: row.isSandbox,
            refusals: listed.refusals,
            lastProblem: listed.lastProblem
        )
    }
}

extension SessionDocument {
    /// The row for operators with the role `view`.
    var withoutTexts: SessionDocument {
        var document = self
        document.device = device.withoutTexts
        return document
    }
}

extension IncidentDocument {
    /// Without records, the names that only a client knows are left out.
    init(_ incident: Incident, of problem: String?, showsRecords: Bool, in language: String?, _ engine: Engine) {
        let messages = incident.errors.map { showsRecords ? $0.text.map { engine.string($0, in: language) } : nil }
        let isDeclared = engine.declares(name: incident.name ?? "", ofKind: incident.kind)
        self.init(
            at: incident.at,
            revision: incident.revision,
            kind: incident.kind,
            flow: incident.flow,
            screen: incident.screen,
            name: showsRecords || isDeclared ? incident.name : nil,
            code: incident.code,
            errors: zip(incident.errors, messages).map { error, message in
                InvalidMember(
                    pointer: showsRecords ? error.pointer : Self.parameter(of: error.pointer),
                    code: error.code,
                    message: message
                )
            },
            cause: showsRecords ? incident.cause : nil,
            request: incident.request,
            message: showsRecords && !incident.isOfWork
                ? messages.firstNonNil { $0 } ?? engine.title(ofProblem: incident.code, in: language) : nil,
            problem: problem
        )
    }
}

extension IncidentDocument {
    /// `/params/name` of a pointer. The parts behind it may be keys that a user has typed.
    private static func parameter(of pointer: String) -> String {
        pointer.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }
}

extension FlowNodeDocument {
    /// The tree for operators with the role `view`.
    var withoutStates: FlowNodeDocument {
        var node = self
        node.state = .null
        node.children = children.map(\.withoutStates)
        return node
    }
}

extension JournalDocument.Entry {
    init(_ entry: JournalEntry, showsRecords: Bool, in language: String?, _ engine: Engine) {
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
            problem: ProblemGroup(entry)?.id
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
