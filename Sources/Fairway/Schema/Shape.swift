import FairwayWire

/// What the JSON of a type looks like: between the type, from which it is recorded, and the schema, as which it is
/// written.
indirect enum Shape: Hashable, Sendable {
    /// Nothing has been seen of it yet.
    case nothing
    /// Any JSON at all.
    case any
    case null
    case scalar(Scalar)
    /// One of these values.
    case constants([JSONValue])
    case array(Shape)
    /// An object whose member names are data.
    case dictionary(Shape)
    case object([Member])
    /// An enum with payloads: an object with just one of these members.
    case cases([Member])
    /// That, or `null`.
    case optional(Shape)
    case either([Shape])
    /// A type that holds itself, by its name among the definitions.
    case named(String)
    /// What is sent and never shown.
    case secret(Shape)
    /// That, with what more JSON Schema has to say of it.
    case bounded(Shape, JSONObject)

    /// A string, a number or a truth value, with what more is known of it.
    struct Scalar: Hashable {
        var type: Kind
        var keywords: JSONObject = [:]

        /// JSON Schema's names for them.
        enum Kind: String {
            case boolean, integer, number, string
        }
    }

    /// A member of an object.
    struct Member: Hashable {
        var name: String
        var shape: Shape
        var isRequired: Bool
    }

    static func scalar(_ type: Scalar.Kind, _ keywords: JSONObject = [:]) -> Shape {
        .scalar(Scalar(type: type, keywords: keywords))
    }

    /// That or `null`, said once.
    var orNull: Shape {
        switch self {
        case .any, .null, .optional: self
        case .nothing: .null
        default: .optional(self)
        }
    }

    /// The object without any member that must be there.
    var withNothingRequired: Shape {
        guard case .object(let members) = self else { return self }
        return .object(members.map { Member(name: $0.name, shape: $0.shape, isRequired: false) })
    }

    /// One shape for all that some values have.
    static func merged(_ shapes: some Sequence<Shape>) -> Shape {
        var different: [Shape] = []
        for shape in shapes where shape != .nothing && !different.contains(shape) { different.append(shape) }
        return different.count > 1 ? .either(different) : different.first ?? .nothing
    }
}
