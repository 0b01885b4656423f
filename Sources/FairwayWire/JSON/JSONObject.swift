/// A JSON object that keeps the order of its members.
///
/// Equality ignores the order. Member names are compared as Swift strings.
public struct JSONObject: Sendable {
    /// One member of an object.
    public typealias Member = (name: String, value: JSONValue)

    /// The members, in order.
    public private(set) var members: [Member]

    /// An object without members.
    public init() { members = [] }

    /// Creates an object. The member names must differ.
    public init(_ members: some Sequence<Member>) {
        self.members = Array(members)
        precondition(Set(self.members.map(\.name)).count == self.members.count, "a JSON object names a member once")
    }

    /// Creates an object from members that are known to have different names.
    init(known members: [Member]) { self.members = members }

    /// The value of a member. Setting nil removes it; setting a new name appends it.
    public subscript(name: String) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((name, value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: Hashable {
    /// Compares the members, ignoring their order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.members.count == right.members.count else { return false }
        if zip(left.members, right.members).allSatisfy({ $0.name == $1.name && $0.value == $1.value }) { return true }
        return left.dictionary == right.dictionary
    }

    /// Hashes the members, ignoring their order.
    public func hash(into hasher: inout Hasher) { hasher.combine(dictionary) }

    private var dictionary: [String: JSONValue] {
        Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object. The member names must differ.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { (name: $0.0, value: $0.1) })
    }
}

extension JSONObject: Codable {
    /// Decodes the members with a decoder other than ``JSON``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        members = try container.allKeys.map { ($0.stringValue, try container.decode(JSONValue.self, forKey: $0)) }
    }

    /// Encodes the members with an encoder other than ``JSON``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONKey.self)
        for member in members { try container.encode(member.value, forKey: JSONKey(name: member.name)) }
    }
}

extension JSONObject: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws {
        try document.expect(.object, at: index)
        var members: [Member] = []
        for (name, value) in document.members(of: index) {
            members.append((document.stringValue(at: name), try JSONValue(at: value, of: document)))
        }
        self.members = members
    }

    func encode(into encoder: ByteEncoder) throws {
        try encoder.object { encoder in
            for member in members {
                encoder.name(member.name)
                try member.value.encode(into: encoder)
            }
        }
    }
}
