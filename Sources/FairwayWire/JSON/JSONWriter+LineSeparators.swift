#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// U+2028 and U+2029. Some libraries for server-sent events end a line at them, so the writer escapes them. JSON has them
/// in strings only, so the escapes can replace them anywhere in a text.
enum LineSeparator {
    /// The bytes of a separator in UTF-8.
    static let length = 3

    /// The offset of the first separator at or after an offset.
    static func first(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        guard let base = text.baseAddress else { return nil }
        var offset = start
        while offset <= text.count - length {
            guard let found = memchr(base + offset, 0xE2, text.count - length + 1 - offset) else { return nil }
            offset = UnsafeRawPointer(base).distance(to: found)
            if text[offset + 1] == 0x80, text[offset + 2] == 0xA8 || text[offset + 2] == 0xA9 { return offset }
            offset += 1
        }
        return nil
    }
}

extension JSONWriter {
    /// Escapes the line separators of a text. `write` writes the parts between them. Their space must be reserved: an
    /// escape takes twice as much as its character.
    mutating func escapeSeparators(
        in text: UnsafeBufferPointer<UInt8>,
        _ write: (inout JSONWriter, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var start = 0
        while let separator = LineSeparator.first(in: text, from: start) {
            write(&self, UnsafeBufferPointer(rebasing: text[start..<separator]))
            let isLine = text[separator + 2] == 0xA8
            StaticString(#"\u202"#).withUTF8Buffer { putAll($0) }
            put(isLine ? UInt8(ascii: "8") : UInt8(ascii: "9"))
            start = separator + LineSeparator.length
        }
        write(&self, UnsafeBufferPointer(rebasing: text[start...]))
    }
}
