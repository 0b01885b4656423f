/// An error response (RFC 9457): its code, the invalid members, and the state to continue from.
///
/// ```swift
/// if problem.code == .rejected { show(problem.errors) }
/// ```
public struct Problem: Error, Hashable, Sendable, DescribedType {
    /// The stable code of the error.
    public var code: ProblemCode
    /// A sentence about the code, in the session's language. By default, ``ProblemCode/title``.
    public var title: String
    /// A sentence about this occurrence.
    public var detail: String?
    /// The invalid members of the request.
    public var errors: [FieldError]
    /// The session's current state, from which a client can continue.
    public var state: StateDocument? {
        get { if case .of(let state) = attached { state } else { nil } }
        set { attached = newValue.map(AttachedState.of) ?? .nothing }
    }
    /// Additional members of the document, such as `actions`, `available` and `retryAfterSeconds`.
    public var members: JSONObject
    private var attached = AttachedState.nothing

    package static let described = TypeDescription(
        "An error (RFC 9457).",
        .init("type", "The path of the page that explains the code.", "/problems/rejected"),
        .init("code", "The stable code. Branch on it.", "rejected"),
        .init("title", "A sentence about the code, in the session's language.", "The flow refused that."),
        .init("status", "The HTTP status.", 422),
        .init("detail", "A sentence about this occurrence, for the user.", "Give a name."),
        .init("errors", "The invalid members of the request."),
        .init("state", "The current state of the session, to continue from.")
    )

    /// Indirect, to keep a `Problem` without a state small.
    private indirect enum AttachedState: Hashable, Sendable {
        case nothing
        case of(StateDocument)
    }

    /// Creates a problem.
    public init(_ code: ProblemCode, _ detail: String? = nil, errors: [FieldError] = [], members: JSONObject = [:]) {
        self.code = code
        title = code.title
        self.detail = detail
        self.errors = errors
        self.members = members
    }

    /// Creates a problem that is temporary, with the number of seconds to wait before a retry.
    public init(_ code: ProblemCode, _ detail: String, retryAfterSeconds: Int) {
        self.init(code, detail, members: ["retryAfterSeconds": .number(JSONNumber(retryAfterSeconds))])
    }

    /// The number of seconds after which a retry may succeed, if known.
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

    /// Decodes a problem. Members without a property of their own are kept in ``members``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            try container.decode(ProblemCode.self, forKey: Key("code")),
            try container.decodeIfPresent(String.self, forKey: Key("detail")),
            errors: try container.decodeIfPresent([FieldError].self, forKey: Key("errors")) ?? []
        )
        title = try container.decodeIfPresent(String.self, forKey: Key("title")) ?? code.title
        state = try container.decodeIfPresent(StateDocument.self, forKey: Key("state"))
        for key in container.allKeys where !Self.ownMembers.contains(key.stringValue) {
            members[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
    }

    /// Encodes the members in the order of `protocol.md`, section 5, then ``members``, then `state`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("/problems/\(code.rawValue)", forKey: Key("type"))
        try container.encode(code, forKey: Key("code"))
        try container.encode(title, forKey: Key("title"))
        try container.encode(code.status, forKey: Key("status"))
        if let detail { try container.encode(detail, forKey: Key("detail")) }
        if !errors.isEmpty { try container.encode(errors, forKey: Key("errors")) }
        for (key, value) in members.members { try container.encode(value, forKey: Key(key)) }
        if let state { try container.encode(state, forKey: Key("state")) }
    }
}

/// An error in one member of a request.
///
/// ```swift
/// FieldError("/params/name", "empty", detail: "Enter a name.")
/// ```
public struct FieldError: Codable, Hashable, Sendable, Error, DescribedType {
    /// The member, as a JSON Pointer (RFC 6901) into the request's body: `/params/name`.
    public var pointer: String
    /// A short code for programs: `type-mismatch`, `empty`.
    public var code: String
    /// A sentence for users.
    public var detail: String?
    /// The sentence as an encoded text, without what a user may have typed. It is for operators, and not sent.
    package var sentence: RawJSON?

    package static let described = TypeDescription(
        "An error in a member of a request.",
        .init("pointer", "The member, as a JSON Pointer (RFC 6901) into the body.", "/params/name"),
        .init("code", "The code of the rule that the value breaks.", "required"),
        .init("detail", "A sentence for the user.", "Give a name.")
    )

    private enum CodingKeys: String, CodingKey { case pointer, code, detail }

    /// Creates an error for a member of the body.
    public init(_ pointer: String, _ code: String, detail: String? = nil) {
        self.pointer = pointer
        self.code = code
        self.detail = detail
    }

    /// Converts an error of the JSON decoder. The decoder's pointer is relative to `pointer`.
    public init(_ error: JSONError, under pointer: String) {
        self.init(pointer + (error.pointer ?? ""), error.code.rawValue, detail: error.message)
    }

    /// Encodes the members. Omits `detail` if it is nil.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(pointer, forKey: .pointer)
        try members.encode(code, forKey: .code)
        if let detail { try members.encode(detail, forKey: .detail) }
    }
}
