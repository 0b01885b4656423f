/// Separates code from comments and string literals.
///
/// Recognises nested comments, all kinds of string literals, and interpolated code. A regex literal counts as code.
struct SwiftCode {
    /// The text with a space in place of each byte of a comment or literal. Line breaks stay.
    static func withoutCommentsAndLiterals(_ text: String) -> String {
        var scanner = SwiftCode(bytes: Array(text.utf8))
        scanner.scanCode(nested: false)
        return String(decoding: scanner.bytes, as: UTF8.self)
    }

    private var bytes: [UInt8]
    private var position = 0

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Scans to the end of the text. If `nested`, stops after the parenthesis that closes the interpolation.
    private mutating func scanCode(nested: Bool) {
        var depth = 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "/") where starts("//"):
                blank(count: bytes[position...].prefix { $0 != UInt8(ascii: "\n") }.count)
                continue
            case UInt8(ascii: "/") where starts("/*"):
                scanBlockComment()
                continue
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                if let literal = literalOpening() {
                    scanLiteral(literal)
                    continue
                }
            case UInt8(ascii: "(") where nested: depth += 1
            case UInt8(ascii: ")") where nested: depth -= 1
            default: break
            }
            position += 1
            if depth == 0 { return }
        }
    }

    private mutating func scanBlockComment() {
        var depth = 0
        repeat {
            if starts("/*") {
                depth += 1
                blank(count: 2)
            } else if starts("*/") {
                depth -= 1
                blank(count: 2)
            } else {
                blank(count: 1)
            }
        } while depth > 0 && position < bytes.count
    }

    private mutating func scanLiteral(_ literal: Literal) {
        let closing = literal.quotes + literal.pounds
        let escape = "\\" + literal.pounds
        blank(count: closing.utf8.count)
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\"") where starts(closing):
                blank(count: closing.utf8.count)
                return
            case UInt8(ascii: "\\") where starts(escape):
                blank(count: escape.utf8.count)
                let isInterpolation = starts("(")
                blank(count: 1)
                if isInterpolation { scanCode(nested: true) }
            case UInt8(ascii: "\n") where literal.quotes.utf8.count == 1:
                return  // Not a literal after all, for example a quote in a regex literal.
            default:
                blank(count: 1)
            }
        }
    }

    private struct Literal {
        let pounds: String
        let quotes: String
    }

    private func literalOpening() -> Literal? {
        let pounds = String(repeating: "#", count: bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count)
        if starts(pounds + "\"\"\"") { return Literal(pounds: pounds, quotes: "\"\"\"") }
        if starts(pounds + "\"") { return Literal(pounds: pounds, quotes: "\"") }
        return nil
    }

    private func starts(_ text: String) -> Bool {
        bytes[position...].starts(with: text.utf8)
    }

    private mutating func blank(count: Int) {
        let end = min(position + count, bytes.count)
        while position < end {
            if bytes[position] != UInt8(ascii: "\n") { bytes[position] = UInt8(ascii: " ") }
            position += 1
        }
    }
}
