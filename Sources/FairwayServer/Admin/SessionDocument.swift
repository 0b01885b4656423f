import Fairway
import FairwayOperators
import FairwayWire
import Foundation

/// `GET /v1/admin/sessions`.
struct SessionsDocument: Codable, DescribedType {
    var sessions: [SessionDocument]
    var next: String?

    static let described = TypeDescription(
        "A page of sessions.",
        .init("sessions", "The sessions, newest first."),
        .init("next", "The cursor of the next page; `null` for the last one.", "eyJ0IjoxNzY0fQ")
    )
}

struct SessionDocument: Codable, DescribedType {
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
    /// The number of its streams and waiting requests at this server.
    var openStreams: Int

    static let described = TypeDescription(
        "A session in a list.",
        .init("session", "The session's id.", "01m8kgeehg1ma8hsjwc5nwwsqq"),
        .init("status", "Whether the session is active or over.", "active"),
        .init("outcome", "How the session ended; `null` while it is active.", "completed"),
        .init("revision", "The number of its state.", 7),
        .init("flow", "The name of its root flow.", "Shop"),
        .init("screen", "The name of its front screen; `null` once it is over.", "Checkout.Address"),
        .init("device", "The session's device."),
        .init("createdAt", "When it started.", "2026-11-26T09:30:00.000Z"),
        .init("touchedAt", "When it changed last.", "2026-11-26T09:31:00.000Z"),
        .init("userActedAt", "When its user changed it last.", "2026-11-26T09:31:00.000Z"),
        .init("user", "The id of the user that it belongs to; `null` for an anonymous session.", "ada"),
        .init(
            "title",
            "The title of the front screen in the session's language; `null` if the screen has none.",
            "Your address"
        ),
        .init(
            "path",
            "The names of the flows from the root to the front flow; `null` once the session is over.",
            "Shop/Checkout"
        ),
        .init("sandbox", "Whether it is a sandbox, an operator's copy of a session.", false),
        .init("refusals", "The number of incidents that are kept.", 2),
        .init("lastProblem", "The code of the newest incident; `null` if there is none.", "rejected"),
        .init("openStreams", "The number of streams and waiting requests at the server that answers.", 1)
    )
}

/// `GET /v1/admin/sessions/count`.
struct SessionCountDocument: Codable, DescribedType {
    var count: Int

    static let described = TypeDescription(
        "A number of sessions.",
        .init("count", "The number of sessions that the filters match.", 120)
    )
}

/// `GET /v1/admin/sessions/{session}`.
struct SessionDetailDocument: Codable, DescribedType {
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
    /// What is refused because it ended the process: steps, oldest first, and handlers in all sessions.
    var quarantined: [QuarantinedDocument]
    /// Of a sandbox: the session that it is a copy of.
    var origin: String?
    /// Of a sandbox: when it is deleted.
    var deletedAt: Date?

    static let described = TypeDescription(
        "A session with everything that operators may see.",
        .init("session", "The session, as in a list."),
        .init(
            "screens",
            "The screens that the client can show, each with its highest supported version; `null` for all.",
            ["Checkout.Address": 2]
        ),
        .init("state", "The state document; `null` for the role `view`, and if this build cannot read the session."),
        .init("tree", "The flow controllers; `null` if the session is over, and if this build cannot read it."),
        .init("incidents", "The incidents, newest first."),
        .init("jobs", "The timers and jobs, in order of due time."),
        .init("states", "The revisions of the kept states, newest first.", [6, 3]),
        .init("stateBytes", "The encoded size of the flows, screens and drafts, which `--state-bytes` limits.", 4210),
        .init("quarantined", "The steps that are refused because they ended the process, oldest first."),
        .init(
            "origin",
            "Of a sandbox, the session that it is a copy of; otherwise `null`.",
            "01m8kgeehg1ma8hsjwc5nwwsqq"
        ),
        .init("deletedAt", "Of a sandbox, when it is deleted; otherwise `null`.", "2026-11-27T09:30:00.000Z")
    )
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
struct ForkDocument: Codable, DescribedType {
    /// The sandbox.
    var session: String
    /// The sandbox's token, which alone opens it.
    var token: String
    /// The session that it is a copy of.
    var origin: String
    /// When it is deleted.
    var deletedAt: Date

    static let described = TypeDescription(
        "A new sandbox.",
        .init("session", "The sandbox's id.", "01m8kgqd02k3vb7y9w5t6n8rza"),
        .init("token", "The sandbox's token, which alone opens it.", "kMyaAp88FUNxvZpze5k7GnUGPGaAQ5Np8_Ad2ujkNq4"),
        .init("origin", "The session that it is a copy of.", "01m8kgeehg1ma8hsjwc5nwwsqq"),
        .init("deletedAt", "When it is deleted.", "2026-11-27T09:30:00.000Z")
    )
}

/// `DELETE /v1/admin/users/{user}`.
struct ErasureDocument: Codable, DescribedType {
    /// The number of sessions that were erased.
    var sessions: Int

    static let described = TypeDescription(
        "The result of an erasure.",
        .init("sessions", "The number of sessions that were erased.", 3)
    )
}

extension SessionDocument {
    init(_ listed: SessionListRow, title: String?, openStreams: Int) {
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
            lastProblem: listed.lastProblem,
            openStreams: openStreams
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

extension FlowNodeDocument {
    /// The tree for operators with the role `view`.
    var withoutStates: FlowNodeDocument {
        var node = self
        node.state = .null
        node.children = children.map(\.withoutStates)
        return node
    }
}
