import Fairway

/// A token of a JavaScript module. Comments are none.
struct ScriptToken {
    enum Kind {
        /// A name, a keyword or a number.
        case word
        case string
        /// A part of a template literal, with its delimiters.
        case template
        case regularExpression
        /// One character, or `=>`.
        case punctuator
    }

    let kind: Kind
    let range: Range<Int>
    /// The first byte.
    let first: UInt8
    /// The column of the token if it is the first one of its line.
    let indent: Int?
}

/// Splits a JavaScript module into tokens.
///
/// Where a slash begins a regular expression depends on what is before it. The scanner refuses the places at which only a
/// full parser can tell, and characters that no module of ours has outside of texts.
struct ScriptScanner {
    let path: String
    let bytes: [UInt8]

    private var position = 0
    private var lineStart = 0
    private(set) var tokens: [ScriptToken] = []
    private var brackets: [Bracket] = []
    /// Whether the last `)` closed the head of an `if`, `for`, `while` or `with`.
    private var closedHead = false

    private struct Bracket {
        let character: UInt8
        /// For `(`: whether it begins the head of an `if`, `for`, `while` or `with`.
        var isHead = false
        /// For `{`: whether it is the `${` of a template literal.
        var isInTemplate = false
    }

    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// The keywords after which a value follows, so that a slash begins a regular expression.
    private static let beforeValues: Set = [
        "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "instanceof", "await",
        "yield",
    ]
    private static let headKeywords: Set = ["if", "for", "while", "with"]
    private static let closing: [UInt8: UInt8] = [
        UInt8(ascii: ")"): UInt8(ascii: "("), UInt8(ascii: "]"): UInt8(ascii: "["),
        UInt8(ascii: "}"): UInt8(ascii: "{"),
    ]
    private static let punctuators = Set("{}()[];,<>+-*/%&|^!~?:=.".utf8)

    mutating func scan() throws(Mistake) -> [ScriptToken] {
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\n"):
                position += 1
                lineStart = position
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): try skipComment()
            case UInt8(ascii: "/") where try isRegularExpression(): try scanRegularExpression()
            case UInt8(ascii: "\""), UInt8(ascii: "'"): try scanString(byte)
            case UInt8(ascii: "`"): try scanTemplate()
            case _ where Self.isWord(byte): scanWord()
            default: try scanPunctuator(byte)
            }
        }
        guard brackets.isEmpty else { throw mistake("a bracket is not closed") }
        return tokens
    }

    func text(_ token: ScriptToken) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

    func mistake(_ sentence: String, at offset: Int? = nil) -> Mistake {
        let line = 1 + bytes[..<min(offset ?? position, bytes.count)].count { $0 == UInt8(ascii: "\n") }
        return Mistake("\(path):\(line): \(sentence).")
    }

    private func peek(_ distance: Int = 0) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    private mutating func add(_ kind: ScriptToken.Kind, from start: Int) {
        let isFirst = tokens.last.map { $0.range.upperBound <= lineStart } ?? true
        tokens.append(
            ScriptToken(
                kind: kind,
                range: start..<position,
                first: bytes[start],
                indent: isFirst ? start - lineStart : nil
            )
        )
    }

    private mutating func skipLine() {
        while let byte = peek(), byte != UInt8(ascii: "\n") { position += 1 }
    }

    private mutating func skipComment() throws(Mistake) {
        let start = position
        position += 2
        while let byte = peek() {
            position += 1
            if byte == UInt8(ascii: "\n") { lineStart = position }
            if byte == UInt8(ascii: "*"), peek() == UInt8(ascii: "/") {
                position += 1
                return
            }
        }
        throw mistake("a comment is not closed", at: start)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "#"):
            true
        default: false
        }
    }

    private mutating func scanWord() {
        let start = position
        while let byte = peek(), Self.isWord(byte) { position += 1 }
        add(.word, from: start)
    }

    private mutating func scanString(_ quote: UInt8) throws(Mistake) {
        let start = position
        position += 1
        while let byte = peek(), byte != UInt8(ascii: "\n") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == quote { return add(.string, from: start) }
        }
        throw mistake("a string is not closed", at: start)
    }

    /// Scans a template literal up to its end, or to the next `${`.
    private mutating func scanTemplate() throws(Mistake) {
        let start = position
        position += 1
        while let byte = peek() {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "`") { return add(.template, from: start) }
            if byte == UInt8(ascii: "$"), peek() == UInt8(ascii: "{") {
                position += 1
                brackets.append(Bracket(character: UInt8(ascii: "{"), isInTemplate: true))
                return add(.template, from: start)
            }
        }
        throw mistake("a template literal is not closed", at: start)
    }

    private mutating func scanRegularExpression() throws(Mistake) {
        let start = position
        var isInClass = false
        position += 1
        while let byte = peek(), byte != UInt8(ascii: "\n") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "[") { isInClass = true }
            if byte == UInt8(ascii: "]") { isInClass = false }
            if byte == UInt8(ascii: "/"), !isInClass {
                while let flag = peek(), Self.isWord(flag) { position += 1 }
                return add(.regularExpression, from: start)
            }
        }
        throw mistake("a regular expression is not closed", at: start)
    }

    private func isRegularExpression() throws(Mistake) -> Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .word: return Self.beforeValues.contains(text(last))
        case .string, .regularExpression: return false
        case .template: return bytes[last.range.upperBound - 1] == UInt8(ascii: "{")
        case .punctuator: break
        }
        switch last.first {
        case UInt8(ascii: ")"): return closedHead
        case UInt8(ascii: "]"): return false
        case UInt8(ascii: "}"):
            throw mistake("whether this slash divides or begins a regular expression is unclear: add parentheses")
        case let sign where sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"):
            // After `i++`, a slash divides.
            guard last.range.lowerBound > 0, bytes[last.range.lowerBound - 1] != sign else {
                throw mistake("whether this slash divides or begins a regular expression is unclear: add parentheses")
            }
            return true
        default: return true
        }
    }

    private mutating func scanPunctuator(_ byte: UInt8) throws(Mistake) {
        guard Self.punctuators.contains(byte) else {
            throw mistake("a character is outside of the rules for bundles: \(Character(UnicodeScalar(byte)))")
        }
        let start = position
        if let opening = Self.closing[byte] {
            guard let bracket = brackets.popLast(), bracket.character == opening else {
                throw mistake("a bracket is closed that is not open")
            }
            closedHead = bracket.isHead
            // The rest of a template literal begins with this brace.
            if bracket.isInTemplate { return try scanTemplate() }
        }
        switch byte {
        case UInt8(ascii: "("):
            let isHead = tokens.last.map {
                $0.kind == .word && $0.range.count <= 5 && Self.headKeywords.contains(text($0))
            }
            brackets.append(Bracket(character: byte, isHead: isHead ?? false))
        case UInt8(ascii: "["), UInt8(ascii: "{"): brackets.append(Bracket(character: byte))
        default: break
        }
        position += byte == UInt8(ascii: "=") && peek(1) == UInt8(ascii: ">") ? 2 : 1
        add(.punctuator, from: start)
    }
}
