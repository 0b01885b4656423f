/// A type of the protocol that describes itself and its members, for the OpenAPI document.
package protocol DescribedType {
    static var described: TypeDescription { get }
}

/// What a type and its members are.
///
/// ```swift
/// TypeDescription(
///     "A code that moves a session to another device.",
///     .init("code", "The code. It can be used once.", "K7QX-2M4P"),
///     .init("expiresAt", "When it expires.", "2026-11-26T09:35:00.000Z")
/// )
/// ```
package struct TypeDescription: Sendable {
    private let about: String
    private let example: JSONValue?
    private let members: [Member]

    /// - Parameter example: A value of the type, if not all examples of its members can appear together.
    package init(_ about: String, example: JSONValue? = nil, _ members: Member...) {
        self.about = about
        self.example = example
        self.members = members
    }

    /// The keywords of JSON Schema that describe the type.
    package var keywords: JSONObject { Self.keywords(about, example) }

    /// A member of the type's JSON.
    package struct Member: Sendable {
        let name: String
        let about: String
        /// Nil for a type that describes its own members.
        let example: JSONValue?

        package init(_ name: String, _ about: String, _ example: JSONValue? = nil) {
            self.name = name
            self.about = about
            self.example = example
        }
    }

    /// The keywords of JSON Schema that describe a member. Empty for an unknown one.
    package subscript(name: String) -> JSONObject {
        members.first { $0.name == name }.map { Self.keywords($0.about, $0.example) } ?? [:]
    }

    private static func keywords(_ about: String, _ example: JSONValue?) -> JSONObject {
        var keywords: JSONObject = ["description": .string(about)]
        if let example { keywords["examples"] = [example] }
        return keywords
    }
}
