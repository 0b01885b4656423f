/// A link's pattern, such as `/planets/:planet`.
struct LinkPattern: Hashable, Sendable, CustomStringConvertible {
    let description: String
    private let parts: [Part]

    private enum Part: Hashable {
        case fixed(String)
        case place(String)
    }

    init(_ pattern: String) {
        description = pattern
        parts = pattern.split(separator: "/").map {
            $0.first == ":" ? .place(String($0.dropFirst())) : .fixed(String($0))
        }
    }

    /// Whether this pattern matches every path that another one matches.
    func covers(_ other: LinkPattern) -> Bool {
        parts.count == other.parts.count
            && zip(parts, other.parts).allSatisfy { mine, others in
                switch (mine, others) {
                case (.place, _): true
                case (.fixed(let mine), .fixed(let others)): mine.lowercased() == others.lowercased()
                default: false
                }
            }
    }

    /// Matches a link and extracts its parameters. Fixed components match case-insensitively.
    func match(_ link: String) -> OpenedLink? {
        let ends = link.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = (ends.first ?? "").split(separator: "/")
        guard segments.count == parts.count else { return nil }
        var parameters: [String: String] = [:]
        for (part, segment) in zip(parts, segments) {
            guard let value = String(segment).percentDecoded else { return nil }
            switch part {
            case .fixed(let fixed): if fixed.lowercased() != value.lowercased() { return nil }
            case .place(let name): parameters[name] = value
            }
        }
        var query: [String: String] = [:]
        for pair in ends.dropFirst().first?.split(separator: "&") ?? [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = sides.first.flatMap({ String($0).percentDecoded }) else { return nil }
            query[name] = sides.count == 2 ? String(sides[1]).percentDecoded : ""
        }
        return OpenedLink(path: link, parameters: parameters, query: query)
    }
}

extension String {
    /// The string with percent escapes decoded (RFC 3986 2.1). Nil if an escape is malformed or the result is not
    /// UTF-8.
    fileprivate var percentDecoded: String? {
        guard contains("%") else { return self }
        var bytes: [UInt8] = []
        var rest = Substring(self).utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard digits.count == 2, let value = UInt8(exactly: digits[0] * 16 + digits[1]) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
