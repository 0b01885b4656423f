public import FairwayWire

/// A type whose values are stored and must stay readable for later builds: a flow controller or a screen.
///
/// A stored member that the type does not have is ignored, and is lost with the next change. The command `check` and the
/// server's log report it, unless it is ``retired`` or the value has an older ``version``.
public protocol Versioned: Codable, Sendable {
    /// The version of the stored form. Increase it when ``migrate(_:from:)`` must convert values of older builds.
    static var version: Int { get }
    /// The members that older builds stored under this version and that this build ignores on purpose.
    ///
    /// A nested member is given by its path, with `*` for each element of an array or dictionary: `items/*/price`.
    static var retired: [String] { get }

    /// Converts a value that an older build stored under a lower ``version``.
    ///
    /// ```swift
    /// static func migrate(_ stored: JSONValue, from version: Int) throws -> Basket {
    ///     struct First: Decodable { var items: [String] }
    ///     let first = try JSON.decode(First.self, from: JSON.encode(stored))
    ///     return Basket(lines: Dictionary(first.items.map { ($0, 1) }, uniquingKeysWith: +))
    /// }
    /// ```
    static func migrate(_ stored: JSONValue, from version: Int) throws -> Self
}

extension Versioned {
    /// Version 1.
    public static var version: Int { 1 }
    /// None.
    public static var retired: [String] { [] }

    /// Decodes the old value as if it were of the current version.
    public static func migrate(_ stored: JSONValue, from version: Int) throws -> Self {
        try JSON.decode(Self.self, from: JSON.encode(stored))
    }
}

extension Versioned {
    /// Decodes a stored value of this version, or migrates one of an older version. Throws for a newer version, because
    /// ``migrate(_:from:)`` does not know it.
    ///
    /// - Parameters:
    ///   - stored: The JSON.
    ///   - version: The version under which it was stored.
    ///   - type: The name of the type in notes.
    ///   - defaults: The JSON from which absent members are taken.
    ///   - notes: Where ignored and absent members are noted; nil for a value that no build has stored.
    static func decode(
        stored: [UInt8],
        version: Int,
        as type: StoredType,
        absentMembersFrom defaults: [UInt8]? = nil,
        noting notes: MemberNotes?
    ) throws -> Self {
        guard version <= Self.version else {
            throw Mistake("a newer build stored version \(version), and this build knows version \(Self.version)")
        }
        guard version == Self.version else {
            return try migrate(JSON.decode(JSONValue.self, from: stored), from: version)
        }
        let (value, use) = try JSON.decodeNotingUse(Self.self, from: stored, absentMembersFrom: defaults)
        notes?.note(use, of: type, retired: retired) { try JSON.encode(value) }
        return value
    }
}
