public import FairwayWire

/// A type whose values are stored and must stay readable for later builds: a flow controller, a screen, a
/// job or an event. The output of a job can conform to it, too.
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
        try type.check(version, atMost: Self.version)
        guard version == Self.version else {
            return try migrate(JSON.decode(JSONValue.self, from: stored), from: version)
        }
        return try type.decode(Self.self, from: stored, absentMembersFrom: defaults, retired: retired, noting: notes)
    }
}

extension StoredType {
    /// Throws for a version that only a newer build knows.
    func check(_ version: Int, atMost newest: Int) throws(Mistake) {
        guard version > newest else { return }
        throw Mistake("a newer build stored version \(version), and this build knows version \(newest)")
    }

    /// Decodes a value of the version of this build. The parameters are those of ``Versioned/decode``.
    func decode<Value: Codable>(
        _ type: Value.Type,
        from stored: [UInt8],
        absentMembersFrom defaults: [UInt8]? = nil,
        retired: [String] = [],
        noting notes: MemberNotes?
    ) throws -> Value {
        let (value, use) = try JSON.decodeNotingUse(type, from: stored, absentMembersFrom: defaults)
        notes?.note(use, of: self, retired: retired) { try JSON.encode(value) }
        return value
    }
}
