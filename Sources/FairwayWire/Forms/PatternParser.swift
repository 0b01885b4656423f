/// Parses the syntax that Swift and JavaScript (with the flag `u`) have in common.
struct PatternParser {
    private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
        "n": "\n", "r": "\r", "t": "\t", "f": "\u{C}", "v": "\u{B}", "0": "\0",
    ]

    /// The characters that a backslash may escape. JavaScript refuses other escapes.
    private static let syntaxCharacters = Set("^$\\.*+?()[]{}|/".unicodeScalars)
    /// Unicode properties that JavaScript and Swift know by the same name, besides scripts.
    private static let properties: Set = [
        "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "N", "Nd", "Nl", "No", "P", "S", "Sc", "Sm", "Z", "Zs",
        "Alphabetic", "Lowercase", "Uppercase", "White_Space",
    ]

    private let source: [Unicode.Scalar]
    private var index = 0

    init(_ pattern: String) { source = Array(pattern.unicodeScalars) }

    mutating func parse() throws(PatternFlaw) -> PatternNode {
        let node = try choice()
        guard index == source.count else { throw unknown(from: index) }
        return node
    }

    private var next: Unicode.Scalar? { index < source.count ? source[index] : nil }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    private mutating func take() throws(PatternFlaw) -> Unicode.Scalar {
        guard let next else { throw unknown(from: max(0, index - 1)) }
        index += 1
        return next
    }

    private func text(from start: Int) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: source[start..<min(max(index, start + 1), source.count)])
        return String(text)
    }

    private func unknown(from start: Int) -> PatternFlaw { .syntax(text(from: start)) }

    private mutating func choice() throws(PatternFlaw) -> PatternNode {
        var choices = [try sequence()]
        while skip("|") { choices.append(try sequence()) }
        return choices.count == 1 ? choices[0] : .choice(choices)
    }

    private mutating func sequence() throws(PatternFlaw) -> PatternNode {
        var parts: [PatternNode] = []
        while let next, next != "|", next != ")" {
            let start = index
            let atom = try atom()
            if let (least, most) = try quantifier() {
                switch atom {
                case .empty, .lookaround: throw unknown(from: start)
                default: break
                }
                parts.append(.repetition(atom, least: least, most: most, text: text(from: start)))
            } else {
                parts.append(atom)
            }
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func quantifier() throws(PatternFlaw) -> (least: Int, most: Int?)? {
        let start = index
        var range: (least: Int, most: Int?)
        if skip("*") {
            range = (0, nil)
        } else if skip("+") {
            range = (1, nil)
        } else if skip("?") {
            range = (0, 1)
        } else if skip("{") {
            guard let least = number() else { throw unknown(from: start) }
            range = (least, least)
            if skip(",") { range.most = number() }
            guard skip("}") else { throw unknown(from: start) }
        } else {
            return nil
        }
        _ = skip("?")
        // A possessive quantifier.
        if skip("+") { throw unknown(from: start) }
        return range
    }

    private mutating func number() -> Int? {
        var number: Int?
        while let digit = next.flatMap({ Int(String($0)) }) {
            number = min((number ?? 0) * 10 + digit, 1_000_000)
            index += 1
        }
        return number
    }

    private mutating func atom() throws(PatternFlaw) -> PatternNode {
        let start = index
        let scalar = try take()
        switch scalar {
        case "(": return try group(start)
        case "[": return .character(try characterClass(start))
        case ".": return .character(.all)
        case "^", "$": return .empty
        case "\\":
            switch next {
            case "b", "B":
                index += 1
                return .empty
            case let digit? where ("1"..."9").contains(digit):
                _ = number()
                return .backreference
            case "k":
                while try take() != ">" {}
                return .backreference
            default: return .character(try escape(start))
            }
        case "*", "+", "?", "{", "}", "]": throw unknown(from: start)
        default: return .character(CharacterRanges(scalar...scalar))
        }
    }

    private mutating func group(_ start: Int) throws(PatternFlaw) -> PatternNode {
        var isCondition = false
        if skip("?") {
            if skip("=") || skip("!") {
                isCondition = true
            } else if skip("<") {
                isCondition = skip("=") || skip("!")
                if !isCondition { while try take() != ">" {} }
            } else if !skip(":") {
                // An option such as `(?i)`.
                index += 1
                throw unknown(from: start)
            }
        }
        let content = try choice()
        guard skip(")") else { throw unknown(from: start) }
        return isCondition ? .lookaround(content) : content
    }

    private mutating func characterClass(_ start: Int) throws(PatternFlaw) -> CharacterRanges {
        let isInverted = skip("^")
        var ranges = CharacterRanges()
        repeat {
            let place = index
            let lower = try classMember()
            if next == "-", index + 1 < source.count, source[index + 1] != "]" {
                index += 1
                let upper = try classMember()
                guard let first = lower.single, let last = upper.single, first <= last else {
                    throw unknown(from: place)
                }
                ranges.add(CharacterRanges(first...last))
            } else {
                ranges.add(lower)
            }
        } while !skip("]")
        return isInverted ? ranges.inverted : ranges
    }

    private mutating func classMember() throws(PatternFlaw) -> CharacterRanges {
        let start = index
        let scalar = try take()
        switch scalar {
        case "\\":
            if skip("b") { return CharacterRanges("\u{8}"..."\u{8}") }
            return try escape(start, isInClass: true)
        // Swift nests classes and has operators for them.
        case "[", "]": throw unknown(from: start)
        case "&", "-", "~":
            if skip(scalar) { throw unknown(from: start) }
            fallthrough
        default: return CharacterRanges(scalar...scalar)
        }
    }

    /// The characters of an escape, behind its backslash.
    private mutating func escape(_ start: Int, isInClass: Bool = false) throws(PatternFlaw) -> CharacterRanges {
        let scalar = try take()
        switch scalar {
        case "d": return .digits
        case "D": return CharacterRanges.digits.inverted
        case "w": return .word
        case "W": return CharacterRanges.word.inverted
        case "s": return .space
        case "S": return CharacterRanges.space.inverted
        case "p", "P":
            while try take() != "}" {}
            let name = text(from: start).dropFirst(3).dropLast()
            guard Self.properties.contains(String(name)) || name.hasPrefix("Script="),
                let property = CharacterRanges(property: text(from: start))
            else { throw unknown(from: start) }
            return property
        case "x": return try hexadecimal(2, start)
        case "u":
            guard skip("{") else { return try hexadecimal(4, start) }
            let ranges = try hexadecimal(nil, start)
            guard skip("}") else { throw unknown(from: start) }
            return ranges
        default:
            if let control = Self.controls[scalar] { return CharacterRanges(control...control) }
            guard Self.syntaxCharacters.contains(scalar) || (isInClass && scalar == "-") else {
                throw unknown(from: start)
            }
            return CharacterRanges(scalar...scalar)
        }
    }

    private mutating func hexadecimal(_ count: Int?, _ start: Int) throws(PatternFlaw) -> CharacterRanges {
        let first = index
        while index < source.count, index - first < count ?? 6, source[index].properties.isASCIIHexDigit { index += 1 }
        var digits = String.UnicodeScalarView()
        digits.append(contentsOf: source[first..<index])
        guard index - first == count ?? (index - first), let value = UInt32(String(digits), radix: 16),
            let scalar = Unicode.Scalar(value)
        else { throw unknown(from: start) }
        return CharacterRanges(scalar...scalar)
    }
}

/// A set of characters.
struct CharacterRanges {
    private var ranges: [ClosedRange<UInt32>] = []

    init() {}

    init(_ range: ClosedRange<Unicode.Scalar>) { ranges = [range.lowerBound.value...range.upperBound.value] }

    private init(_ ranges: [ClosedRange<UInt32>]) { self.ranges = ranges }

    /// The ASCII characters with a property such as `\p{L}`, and all others. Nil for an unknown property.
    init?(property: String) {
        guard let regex = try? Regex(property) else { return nil }
        for value in UInt8(0)..<0x80 where ((try? regex.wholeMatch(in: String(Unicode.Scalar(value)))) ?? nil) != nil {
            ranges.append(UInt32(value)...UInt32(value))
        }
        ranges.append(0x80...0x10FFFF)
    }

    static let all = CharacterRanges("\0"..."\u{10FFFF}")
    static let digits = CharacterRanges("0"..."9")
    static let word = CharacterRanges([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let space = CharacterRanges([
        0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A,
        0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])

    mutating func add(_ other: CharacterRanges) { ranges += other.ranges }

    /// The only character; nil if there are several.
    var single: Unicode.Scalar? {
        guard ranges.count == 1, ranges[0].count == 1 else { return nil }
        return Unicode.Scalar(ranges[0].lowerBound)
    }

    var inverted: CharacterRanges {
        var inverted = CharacterRanges()
        var next: UInt32 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > next { inverted.ranges.append(next...(range.lowerBound - 1)) }
            next = max(next, range.upperBound + 1)
        }
        if next <= 0x10FFFF { inverted.ranges.append(next...0x10FFFF) }
        return inverted
    }

    func overlap(_ other: CharacterRanges) -> Bool {
        ranges.contains { range in other.ranges.contains(where: range.overlaps) }
    }
}
