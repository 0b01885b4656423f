import FairwayWire

/// What a JSON Schema says about one value, as far as asking for it needs to know.
struct ParameterType: Hashable, Sendable {
    var kind: Kind
    /// Whether it may be left out, or be null.
    var isOptional: Bool
    /// What it is when nothing is said.
    var initial: JSONValue?

    /// The kinds of values there are to ask for.
    indirect enum Kind: Hashable, Sendable {
        case text(format: String?, isSecret: Bool)
        case number(isWhole: Bool, least: JSONNumber?, most: JSONNumber?)
        case boolean
        case choice([JSONValue])
        case object([Member])
        case list(ParameterType)
        /// Anything, to be written as JSON.
        case json
    }

    /// A member of an object.
    struct Member: Hashable, Sendable {
        var name: String
        var type: ParameterType
    }

    /// The members, where it is an object.
    var members: [Member]? {
        if case .object(let members) = kind { members } else { nil }
    }

    /// Whether there is anything to ask for: an action without parameters has a schema that says so.
    var isEmpty: Bool { kind == .json || members?.isEmpty == true }

    /// Whether what is typed is not to be seen, and not to be kept.
    var isSecret: Bool {
        if case .text(_, isSecret: true) = kind { true } else { false }
    }
}
