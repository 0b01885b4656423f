/// The keys in the bytes that a terminal sends: UTF-8, control characters, and the sequences of ECMA-48 that terminals
/// have for keys without a character.
struct KeyDecoder: Hashable, Sendable {
    private var pending: [UInt8] = []
    /// The longest sequence a key sends, with room to spare; what is longer is none.
    private static let longestSequence = 16

    /// Whether there is the beginning of something: an escape alone is the key of that name once nothing follows.
    var isWaiting: Bool { !pending.isEmpty }

    /// The keys that are complete with these bytes.
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

    /// What the beginning meant, when nothing has followed it.
    mutating func settle() -> [Key] {
        defer { pending.removeAll() }
        switch pending {
        case []: return []
        case [0x1B]: return [.escape]
        default: return pending[0] == 0x1B ? [] : [.character("\u{FFFD}")]
        }
    }

    /// Whether a character has begun that the byte does not go on with.
    private func isCut(by byte: UInt8) -> Bool { pending.first.map { $0 >= 0x80 } == true && byte & 0xC0 != 0x80 }

    /// Nil while more is needed.
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
        // C1 control characters are keys of nobody.
        guard let scalar = text.unicodeScalars.first, !(0x80..<0xA0).contains(scalar.value) else { return [] }
        return text.map(Key.character)
    }

    /// ESC [ … final (CSI, ECMA-48 section 5.4), or ESC O final, as keypads send in their application mode.
    private static func sequence(_ bytes: [UInt8]) -> [Key]? {
        guard bytes.count > 1 else { return nil }
        guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else {
            // Escape, and then another key.
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
