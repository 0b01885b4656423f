/// The header fields of a response, kept as the lines that will be sent, so that a value made once is shared and copied
/// out as it is.
///
///     var headers = ResponseHeaders()
///     headers.add("ETag", "\"4\"")
public struct ResponseHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private(set) var lines: [UInt8] = []

    /// No fields.
    public init() {}

    /// The fields of a literal.
    public init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { add(name, value) }
    }

    /// Adds a field, also beside one of the same name.
    ///
    /// A name that is no token is a programmer's error. A value may come from a client, so control characters in it,
    /// which would let the client write header fields of its own, are sent as blanks.
    public mutating func add(_ name: String, _ value: String) {
        precondition(
            !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter),
            "A header's name consists of letters, digits and hyphens, which “\(name)” does not."
        )
        lines.reserveCapacity(lines.count + name.utf8.count + value.utf8.count + 4)
        lines.append(contentsOf: name.utf8)
        lines.append(UInt8(ascii: ":"))
        lines.append(.space)
        for byte in value.utf8 { lines.append(byte.isFieldValueCharacter ? byte : .space) }
        lines.append(.carriageReturn)
        lines.append(.lineFeed)
    }

    /// Adds a number as the version of what is answered (RFC 9110 section 8.8.3): `ETag: "4"`. Nearly every answer has one.
    public mutating func addEntityTag(_ number: Int) {
        lines.append(contentsOf: "ETag: \"".utf8)
        lines.append(contentsOf: number.description.utf8)
        lines.append(contentsOf: "\"\r\n".utf8)
    }

    /// Says that the answer depends on a header field of the request. All names are in one `Vary`, for caches that read only
    /// the first.
    public mutating func addVary(_ name: String) {
        var start = 0
        while start < lines.count, let end = lines[start...].firstIndex(of: .carriageReturn) {
            if lines[start..<end].starts(with: "Vary: ".utf8) {
                let names = lines[start..<end].dropFirst("Vary: ".utf8.count).split(separator: UInt8(ascii: ","))
                guard !names.contains(where: { $0.drop { $0 == .space }.elementsEqual(name.utf8) }) else { return }
                return lines.insert(contentsOf: ", \(name)".utf8, at: end)
            }
            start = end + 2
        }
        add("Vary", name)
    }

    /// Adds the fields of another value.
    public mutating func add(_ other: ResponseHeaders) { lines.append(contentsOf: other.lines) }

    /// The value of the first field of that name.
    public subscript(_ name: HeaderName) -> String? {
        var rest = lines[...]
        while let end = rest.firstIndex(of: .lineFeed) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), name.matches(line[..<colon]) else { continue }
            return String(decoding: line[(colon + 2)...].dropLast(), as: UTF8.self)
        }
        return nil
    }
}

extension HeaderName {
    fileprivate func matches(_ name: ArraySlice<UInt8>) -> Bool {
        name.count == description.utf8.count && zip(name, description.utf8).allSatisfy { $0.lowercased == $1 }
    }
}
