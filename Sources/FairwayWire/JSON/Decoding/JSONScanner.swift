/// Validates a JSON text (RFC 8259) in a single pass and records a token for every value and member name.
///
/// The text must be followed by at least eight zero bytes. Zero is not allowed anywhere in JSON, so every loop stops at
/// the end of the text without checking the position.
struct JSONScanner {
    let text: UnsafePointer<UInt8>
    let count: Int
    let limits: JSONLimits
    private(set) var tokens: UnsafeMutablePointer<JSONToken>
    private(set) var tokenCount = 0
    private(set) var capacity: Int
    var position = 0

    init(_ text: UnsafePointer<UInt8>, count: Int, limits: JSONLimits) {
        self.text = text
        self.count = count
        self.limits = limits
        // Each token but the first follows a comma, a colon or a bracket, so a short text never needs a larger capacity.
        capacity = min(count / 2 + 2, 4096)
        tokens = .obtain(capacity: capacity)
    }
    var byte: UInt8 { text[position] }

    mutating func scan() throws {
        var container = JSONToken.noParent
        var depth = 0
        skipWhiteSpace()
        value: while true {
            switch byte {
            case UInt8(ascii: "\""):
                try scanString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = byte == UInt8(ascii: "{")
                depth += 1
                guard depth <= limits.depth else { throw JSONError(.tooDeep, limits.tooDeepMessage, offset: position) }
                let parent = container
                container = UInt32(truncatingIfNeeded: tokenCount)
                append(isObject ? .object : .array, from: position, length: 0, next: parent)
                position += 1
                skipWhiteSpace()
                if byte != (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    if isObject { try scanName() }
                    continue value
                }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                try scanNumber()
            case UInt8(ascii: "t"): try scanLiteral("true", .bool)
            case UInt8(ascii: "f"): try scanLiteral("false", .bool)
            case UInt8(ascii: "n"): try scanLiteral("null", .null)
            default: throw unexpected(expected: "a value")
            }
            // After a value, or at the closing bracket of an empty container: close the containers that end here.
            while true {
                skipWhiteSpace()
                guard container != JSONToken.noParent else {
                    if position == count { return }
                    throw unexpected(expected: "nothing after the value")
                }
                let isObject = tokens[Int(container)].kind == .object
                if byte == UInt8(ascii: ",") {
                    position += 1
                    skipWhiteSpace()
                    if isObject { try scanName() }
                    continue value
                }
                guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw unexpected(expected: isObject ? "a comma or }" : "a comma or ]")
                }
                position += 1
                depth -= 1
                let parent = tokens[Int(container)].next
                tokens[Int(container)].length = UInt32(truncatingIfNeeded: position) - tokens[Int(container)].offset
                tokens[Int(container)].next = UInt32(truncatingIfNeeded: tokenCount)
                if isObject { try refuseDuplicates(in: Int(container)) }
                container = parent
            }
        }
    }

    /// Scans a member's name and the colon, up to the value.
    private mutating func scanName() throws {
        guard byte == UInt8(ascii: "\"") else { throw unexpected(expected: "a member's name in quotes") }
        try scanString()
        skipWhiteSpace()
        guard byte == UInt8(ascii: ":") else { throw unexpected(expected: "a colon") }
        position += 1
        skipWhiteSpace()
    }

    /// RFC 8259, section 2: space, tab, line feed and carriage return.
    private mutating func skipWhiteSpace() {
        while byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func scanLiteral(_ literal: StaticString, _ kind: JSONToken.Kind) throws {
        let start = position
        for index in 0..<literal.utf8CodeUnitCount {
            guard byte == literal.utf8Start[index] else { throw unexpected(expected: "the rest of \(literal)") }
            position += 1
        }
        append(kind, from: start, length: position - start)
    }

    /// Scans a number (RFC 8259, section 6).
    private mutating func scanNumber() throws {
        let start = position
        if byte == UInt8(ascii: "-") { position += 1 }
        if byte == UInt8(ascii: "0") { position += 1 } else { try scanDigits() }
        var isComplex = false
        if byte == UInt8(ascii: ".") {
            position += 1
            try scanDigits()
            isComplex = true
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            try scanDigits()
            isComplex = true
        }
        append(.number, from: start, length: position - start, isComplex: isComplex)
    }
    private mutating func scanDigits() throws {
        guard byte &- UInt8(ascii: "0") < 10 else { throw unexpected(expected: "a digit") }
        repeat { position += 1 } while byte &- UInt8(ascii: "0") < 10
    }
    mutating func append(
        _ kind: JSONToken.Kind,
        from offset: Int,
        length: Int,
        next: UInt32? = nil,
        isComplex: Bool = false
    ) {
        if tokenCount == capacity { grow() }
        tokens[tokenCount] = JSONToken(
            offset: UInt32(truncatingIfNeeded: offset),
            length: UInt32(truncatingIfNeeded: length),
            next: next ?? UInt32(truncatingIfNeeded: tokenCount &+ 1),
            kind: kind,
            isComplex: isComplex,
            cursor: UInt32(truncatingIfNeeded: tokenCount &+ 1)
        )
        tokenCount &+= 1
    }
    private mutating func grow() {
        let larger = UnsafeMutablePointer<JSONToken>.obtain(capacity: capacity * 2)
        larger.moveInitialize(from: tokens, count: tokenCount)
        tokens.giveBack(capacity: capacity)
        tokens = larger
        capacity *= 2
    }
    func unexpected(expected: String) -> JSONError {
        let found = position == count ? "the end of the text" : "another character"
        return JSONError(.invalidJSON, "expected \(expected), found \(found)", offset: position)
    }
}
