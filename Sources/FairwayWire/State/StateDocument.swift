/// What every call on a session answers: where the session is now, and the moves that led there.
///
/// A client animates from ``moves`` and heals from ``navigation``; both describe the same ``revision``.
public struct StateDocument: Hashable, Sendable {
    /// The session's id.
    public var session: String
    /// The bearer token, only in the reply that created the session or handed it over.
    public var token: String?
    /// 1 at creation, one more for every change that was committed.
    public var revision: Int
    /// Whether the session goes on.
    public var status: SessionStatus
    /// How the session ended, once it is over.
    public var outcome: SessionOutcome?
    /// The root flow's output, when it completed.
    public var result: RawJSON?
    /// The difference between the navigation before this request and the one after it.
    public var moves: [Move]
    /// The screen in front, whole; nil when the session is over.
    public var screen: ScreenDocument?
    /// The other visible screens, where more than one is (split view).
    public var visible: [ScreenDocument]
    /// Every container with its screens; nil when the session is over.
    public var navigation: Navigation?
    /// One-off instructions for the client.
    public var effects: [EffectDocument]

    /// A state with nothing but its identity; the rest is filled in by whoever knows it.
    public init(session: String, revision: Int, status: SessionStatus = .active) {
        self.session = session
        self.revision = revision
        self.status = status
        self.moves = []
        self.visible = []
        self.effects = []
    }
}

extension StateDocument: Decodable, HandWritten {
    private enum CodingKeys: String, CodingKey {
        case session, token, revision, status, outcome, result, moves, screen, visible, navigation, effects
    }

    /// Reads a state as a client does: members it does not know are ignored.
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

    /// Writes the members of `protocol.md` section 1 in the order given there; those that do not apply are left out.
    public func write(to writer: inout JSONWriter) { write(to: &writer, moves, nil, effects) }

    /// The document's bytes with other moves and effects than its own: a session's state is kept without, and to put them in
    /// would be to copy all of it first.
    ///
    /// - Parameter navigation: The navigation's bytes, where they have been written before.
    package func json(moves: [Move], navigation: RawJSON?, effects: [EffectDocument]) -> RawJSON {
        // Else a long navigation would be moved several times as the writer grows.
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
