/// Decodes the bytes from a terminal into keys: UTF-8, control characters, and the escape sequences of ECMA-48.
struct KeyDecoder: Hashable, Sendable {
    private var pending: [UInt8] = []
    /// The maximum length of an escape sequence. Longer ones are dropped.
    private static let longestSequence = 16

    /// Whether an incomplete sequence is pending. If nothing follows a single escape byte, it is the escape key.
    var isWaiting: Bool { !pending.isEmpty }

    /// Decodes bytes and returns the complete keys.
    mutating func read(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes {
            if isCut(by: byte) {
                keys.append(.character("\u{FFFD}"))
                pending.removeAll()
            }
            pending.append(byte)
            guard let complete = Self.decode(pending) else { continue }
            keys += complete
            pending.removeAll()
        }
        return keys
    }

    /// Ends a pending sequence when no more bytes follow, and returns its keys.
    mutating func settle() -> [Key] {
        defer { pending.removeAll() }
        switch pending {
        case []: return []
        case [0x1B]: return [.escape]
        default: return pending[0] == 0x1B ? [] : [.character("\u{FFFD}")]
        }
    }

    /// Whether a UTF-8 character has begun that the byte does not continue.
    private func isCut(by byte: UInt8) -> Bool { pending.first.map { $0 >= 0x80 } == true && byte & 0xC0 != 0x80 }

    /// The keys of a complete sequence; nil if more bytes are needed.
    private static func decode(_ bytes: [UInt8]) -> [Key]? {
        if bytes[0] == 0x1B { return sequence(bytes) }
        if bytes[0] < 0x80 { return control(bytes[0]).map { [$0] } ?? [] }
        return character(bytes)
    }

    private static func control(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x01: .home
        case 0x03: .interrupt
        case 0x04: .endOfInput
        case 0x05: .end
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x0C: .redraw
        case 0x15: .deleteLine
        case 0x17: .deleteWord
        case 0x20..<0x7F: .character(Character(Unicode.Scalar(byte)))
        default: nil
        }
    }

    private static func character(_ bytes: [UInt8]) -> [Key]? {
        let length =
            switch bytes[0] {
            case 0xC2..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF5: 4
            default: 1
            }
        guard bytes.count == length else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        // C1 control characters are not keys.
        guard let scalar = text.unicodeScalars.first, !(0x80..<0xA0).contains(scalar.value) else { return [] }
        return text.map(Key.character)
    }

    /// `ESC [ … final` (CSI, ECMA-48 section 5.4), or `ESC O final` from keypads in application mode.
    private static func sequence(_ bytes: [UInt8]) -> [Key]? {
        guard bytes.count > 1 else { return nil }
        guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else {
            // The escape key, followed by another key.
            return [.escape] + (bytes[1] == 0x1B ? [] : decode([bytes[1]]) ?? [])
        }
        guard bytes.count > 2, let final = bytes.last, (0x40...0x7E).contains(final) else {
            return bytes.count < longestSequence ? nil : []
        }
        let first = bytes[2..<(bytes.count - 1)].prefix { $0 != UInt8(ascii: ";") }
        return [key(final, Int(String(decoding: first, as: UTF8.self)))].compactMap(\.self)
    }

    private static func key(_ final: UInt8, _ parameter: Int?) -> Key? {
        switch Character(Unicode.Scalar(final)) {
        case "A": return .up
        case "B": return .down
        case "C": return .right
        case "D": return .left
        case "H": return .home
        case "F": return .end
        case "M": return .enter
        case "~":
            let numbered: [Int: Key] = [
                1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
            ]
            return parameter.flatMap { numbered[$0] }
        default: return nil
        }
    }
}

enum Key: Hashable, Sendable {
    case character(Character)
    case enter, tab, escape
    case backspace, delete, deleteWord, deleteLine
    case left, right, home, end
    case up, down, pageUp, pageDown
    case redraw
    /// Control-C.
    case interrupt
    /// Control-D.
    case endOfInput
}
