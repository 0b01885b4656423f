/// An error as it crosses the wire (RFC 9457): what happened, where, and what is possible now.
public struct Problem: Error, Hashable, Sendable {
    /// The stable name of what happened.
    public var code: ProblemCode
    /// What happened this time, in a sentence.
    public var detail: String?
    /// The members of the request that are at fault.
    public var errors: [FieldError]
    /// The session as it is now, so that a client can carry on from the error.
    public var state: StateDocument? {
        get { if case .of(let state) = attached { state } else { nil } }
        set { attached = newValue.map(AttachedState.of) ?? .nothing }
    }
    /// Further members by name: `actions`, `available`, `retryAfterSeconds`.
    public var members: JSONObject
    private var attached = AttachedState.nothing

    /// Behind a reference: nearly every call keeps room for a problem, and hardly any problem has a state.
    private indirect enum AttachedState: Hashable, Sendable {
        case nothing
        case of(StateDocument)
    }

    /// A problem, and what this time is to be said of it.
    public init(_ code: ProblemCode, _ detail: String? = nil, errors: [FieldError] = [], members: JSONObject = [:]) {
        self.code = code
        self.detail = detail
        self.errors = errors
        self.members = members
    }

    /// A problem that time alone mends, after so many seconds.
    public init(_ code: ProblemCode, _ detail: String, retryAfterSeconds: Int) {
        self.init(code, detail, members: ["retryAfterSeconds": .number(JSONNumber(retryAfterSeconds))])
    }

    /// After how many seconds to try again, where that is known.
    public var retryAfterSeconds: Int? {
        guard case .number(let seconds)? = members["retryAfterSeconds"] else { return nil }
        return Int(seconds.text)
    }
}

extension Problem: Codable {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    private static let ownMembers: Set<String> = ["type", "code", "title", "status", "detail", "errors", "state"]

    /// Reads a problem as a client does; members that this type does not name are kept in ``members``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            try container.decode(ProblemCode.self, forKey: Key("code")),
            try container.decodeIfPresent(String.self, forKey: Key("detail")),
            errors: try container.decodeIfPresent([FieldError].self, forKey: Key("errors")) ?? []
        )
        state = try container.decodeIfPresent(StateDocument.self, forKey: Key("state"))
        for key in container.allKeys where !Self.ownMembers.contains(key.stringValue) {
            members[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
    }

    /// Writes the members of `protocol.md` 5 in the order given there, further ones before `state`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("/problems/\(code.rawValue)", forKey: Key("type"))
        try container.encode(code, forKey: Key("code"))
        try container.encode(code.title, forKey: Key("title"))
        try container.encode(code.status, forKey: Key("status"))
        if let detail { try container.encode(detail, forKey: Key("detail")) }
        if !errors.isEmpty { try container.encode(errors, forKey: Key("errors")) }
        for (key, value) in members.members { try container.encode(value, forKey: Key(key)) }
        if let state { try container.encode(state, forKey: Key("state")) }
    }
}
