import FairwayWire

/// What a JSON Schema says about one value, as far as asking for it needs to know.
struct ParameterType: Hashable, Sendable {
    var kind: Kind
    /// Whether it may be left out, or be null.
    var isOptional: Bool
    /// What it is when nothing is said.
    var initial: JSONValue?
    /// Whether what is typed is not to be seen, and not to be kept.
    var isSecret = false

    /// The kinds of values there are to ask for.
    indirect enum Kind: Hashable, Sendable {
        case text(format: String?)
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

    /// What each value is, where it is a list.
    var item: ParameterType? {
        if case .list(let item) = kind { item } else { nil }
    }

    /// Whether it is secret, or anything in it is.
    var holdsSecret: Bool { isSecret || members?.contains { $0.type.holdsSecret } == true }
}
