public import Foundation

/// The state of a session and the moves that led to it: the response to the calls that start, change or read it.
///
/// A client animates ``moves``, and falls back to ``navigation`` if it cannot. Both describe the same ``revision``.
public struct StateDocument: Hashable, Sendable, DescribedType {
    /// The session's id.
    public var session: String
    /// The bearer token. Present only in replies to calls that start a session or redeem a handoff code.
    public var token: String?
    /// 1 at creation, incremented by every committed change.
    public var revision: Int
    /// Whether the session is active or over.
    public var status: SessionStatus
    /// How the session ended, once it is over.
    public var outcome: SessionOutcome?
    /// The root flow's output, if the session completed.
    public var result: RawJSON?
    /// The difference between the navigation before and after the change. Empty in the reply to a GET.
    public var moves: [Move]
    /// The front screen; nil once the session is over.
    public var screen: ScreenDocument?
    /// The other visible screens, if there are several (split view).
    public var visible: [ScreenDocument]
    /// Every container with its screens; nil once the session is over.
    public var navigation: Navigation?
    /// One-time instructions for the client.
    public var effects: [EffectDocument]

    package static let described = TypeDescription(
        "The state of a session, and the moves that led to it.",
        example: [
            "session": "01m8kgeehg1ma8hsjwc5nwwsqq", "revision": 2, "status": "active",
            "moves": [["move": "push", "container": "c1", "screen": "s2"]],
            "screen": [
                "id": "s2", "name": "Tutorial.Page2", "title": "Second page", "flow": "Tutorial", "version": 1,
                "presentation": "push", "back": true, "viewModel": ["title": "Second page"],
                "actions": ["nextToPage3ButtonPressed"],
            ],
            "navigation": [
                "id": "c1", "kind": "stack",
                "screens": [
                    ["id": "s1", "name": "Tutorial.Page1", "flow": "Tutorial"],
                    ["id": "s2", "name": "Tutorial.Page2", "flow": "Tutorial"],
                ],
            ],
            "effects": [],
        ],
        .init("session", "The session's id.", "01m8kgeehg1ma8hsjwc5nwwsqq"),
        .init(
            "token",
            "The bearer token. Only in the reply that issues it.",
            "kMyaAp88FUNxvZpze5k7GnUGPGaAQ5Np8_Ad2ujkNq4"
        ),
        .init("revision", "Incremented by every change.", 2),
        .init("status", "Whether the session is active or over.", "active"),
        .init("outcome", "How the session ended.", "completed"),
        .init("result", "The root flow's output, if it has completed.", ["name": "Ada"]),
        .init("moves", "The difference between the navigations before and after the change."),
        .init("screen", "The front screen; `null` once the session is over."),
        .init("visible", "The screens beside the front screen, in a split view."),
        .init("navigation", "The containers with their screens; `null` once the session is over."),
        .init("effects", "Instructions for the client, each to perform once.")
    )

    /// Creates a state with its identity only. Set the other properties afterwards.
    public init(session: String, revision: Int, status: SessionStatus = .active) {
        self.session = session
        self.revision = revision
        self.status = status
        self.moves = []
        self.visible = []
        self.effects = []
    }
}

/// A page of a user's sessions, newest first.
public struct SessionList: Codable, Hashable, Sendable, DescribedType {
    /// The sessions.
    public var sessions: [ListedSession]
    /// The cursor of the next page; nil for the last page.
    public var next: String?

    package static let described = TypeDescription(
        "A page of a user's sessions.",
        .init("sessions", "The sessions, newest first."),
        .init("next", "The cursor of the next page; `null` for the last one.", "eyJ0IjoxNzY0fQ")
    )

    /// Creates a page.
    public init(sessions: [ListedSession], next: String?) {
        self.sessions = sessions
        self.next = next
    }
}

/// A session in the list of its user's sessions.
public struct ListedSession: Codable, Hashable, Sendable, DescribedType {
    /// The session's id.
    public var session: String
    /// The number of its changes.
    public var revision: Int
    /// Whether the session is active or over.
    public var status: SessionStatus
    /// How the session ended, once it is over.
    public var outcome: SessionOutcome?
    /// The name of its root flow.
    public var flow: String
    /// The name of the front screen; nil once the session is over.
    public var screen: String?
    /// The title of the front screen in the session's language; nil if the screen has none.
    public var title: String?
    /// The time of its start.
    public var createdAt: Date
    /// The time of its last change.
    public var touchedAt: Date

    package static let described = TypeDescription(
        "A session in the list of its user's sessions.",
        .init("session", "The session's id.", "01m8kgeehg1ma8hsjwc5nwwsqq"),
        .init("revision", "The number of its state.", 7),
        .init("status", "Whether the session is active or over.", "active"),
        .init("outcome", "How the session ended; `null` while it is active.", JSONValue.null),
        .init("flow", "The name of its root flow.", "Shop"),
        .init("screen", "The name of the front screen; `null` once the session is over.", "Checkout.Address"),
        .init(
            "title",
            "The title of the front screen in the session's language; `null` if it has none.",
            "Your address"
        ),
        .init("createdAt", "When it started.", "2026-11-26T09:30:00.000Z"),
        .init("touchedAt", "When it changed last.", "2026-11-26T09:31:00.000Z")
    )

    /// Creates a row.
    public init(
        session: String,
        revision: Int,
        status: SessionStatus,
        outcome: SessionOutcome?,
        flow: String,
        screen: String?,
        title: String?,
        createdAt: Date,
        touchedAt: Date
    ) {
        self.session = session
        self.revision = revision
        self.status = status
        self.outcome = outcome
        self.flow = flow
        self.screen = screen
        self.title = title
        self.createdAt = createdAt
        self.touchedAt = touchedAt
    }
}

extension StateDocument: Decodable, HandWritten {
    private enum CodingKeys: String, CodingKey {
        case session, token, revision, status, outcome, result, moves, screen, visible, navigation, effects
    }

    /// Decodes a state, ignoring unknown members.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        session = try members.decode(String.self, forKey: .session)
        token = try members.decodeIfPresent(String.self, forKey: .token)
        revision = try members.decode(Int.self, forKey: .revision)
        status = try members.decode(SessionStatus.self, forKey: .status)
        outcome = try members.decodeIfPresent(SessionOutcome.self, forKey: .outcome)
        result = try members.decodeIfPresent(RawJSON.self, forKey: .result)
        moves = try members.decode([Move].self, forKey: .moves)
        screen = try members.decodeIfPresent(ScreenDocument.self, forKey: .screen)
        visible = try members.decodeIfPresent([ScreenDocument].self, forKey: .visible) ?? []
        navigation = try members.decodeIfPresent(Navigation.self, forKey: .navigation)
        effects = try members.decodeIfPresent([EffectDocument].self, forKey: .effects) ?? []
    }

    /// Writes the members of `protocol.md` section 1 in the order given there. Omits an absent `token`, `outcome` or
    /// `result` and an empty `visible`. When the session is over, writes null for `screen` and `navigation`.
    public func write(to writer: inout JSONWriter) { write(to: &writer, moves, nil, effects) }

    /// Encodes the document with the given moves and effects instead of its own. A session caches its state without
    /// them, and copying the state to set them would be slower.
    ///
    /// If the navigation was encoded before, `navigation` contains its bytes.
    package func json(moves: [Move], navigation: RawJSON?, effects: [EffectDocument]) -> RawJSON {
        // Reserve space, so that the buffer is not reallocated several times for a long navigation.
        var writer = JSONWriter(reserving: 1_024 + (navigation?.bytes.count ?? 0))
        write(to: &writer, moves, navigation, effects)
        return RawJSON(writer)
    }

    private func write(
        to writer: inout JSONWriter,
        _ moves: [Move],
        _ written: RawJSON?,
        _ effects: [EffectDocument]
    ) {
        writer.beginObject()
        writer.key("session")
        writer.string(session)
        if let token {
            writer.key("token")
            writer.string(token)
        }
        writer.key("revision")
        writer.int(revision)
        writer.key("status")
        writer.string(status.rawValue)
        if let outcome {
            writer.key("outcome")
            writer.string(outcome.rawValue)
        }
        if let result {
            writer.key("result")
            writer.raw(result)
        }
        writer.key("moves")
        writer.array(moves) { writer, move in move.write(to: &writer) }
        writer.key("screen")
        if let screen { screen.write(to: &writer) } else { writer.null() }
        if !visible.isEmpty {
            writer.key("visible")
            writer.array(visible) { writer, screen in screen.write(to: &writer) }
        }
        writer.key("navigation")
        if let written {
            writer.raw(written)
        } else if let navigation {
            navigation.write(to: &writer)
        } else {
            writer.null()
        }
        writer.key("effects")
        writer.array(effects) { writer, effect in effect.write(to: &writer) }
        writer.endObject()
    }
}

/// Whether a session is active or over.
public enum SessionStatus: String, Codable, Hashable, Sendable, CaseIterable {
    /// A screen is in front and accepts actions.
    case active
    /// The session has ended. ``StateDocument/outcome`` tells how.
    case over
}

/// How a session ended.
public enum SessionOutcome: String, Codable, Hashable, Sendable, CaseIterable {
    /// The root flow finished with its output.
    case completed
    /// The user went back from the root flow's first screen, or the root flow dismissed itself.
    case dismissed
    /// A client or an operator ended the session (`DELETE`).
    case ended
    /// The session was idle for longer than the server keeps idle sessions.
    case expired
}
