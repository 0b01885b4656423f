import Glibc

/// The comparisons that parsing needs, over bytes where they lie.
extension UnsafeRawBufferPointer {
    /// Whether these bytes are exactly those of `text`.
    @inline(__always)
    func spells(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount, let baseAddress else { return false }
        return memcmp(baseAddress, text.utf8Start, count) == 0
    }

    /// Whether these bytes are those of `text`, which is in lower case, in whatever case.
    @inline(__always)
    func spellsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let expected = text.utf8Start
        var index = 0
        while index < count {
            if self[index].lowercased != expected[index] { return false }
            index &+= 1
        }
        return true
    }

    /// Whether the first of these bytes are those of `text`, which is in lower case, in whatever case.
    func startsIgnoringCase(_ text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && part(0..<text.utf8CodeUnitCount).spellsIgnoringCase(text)
    }

    /// Where `byte` comes first at or after `start`.
    @inline(__always)
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let baseAddress, start < count else { return nil }
        guard let found = memchr(baseAddress + start, Int32(byte), count - start) else { return nil }
        return baseAddress.distance(to: UnsafeRawPointer(found))
    }

    /// The bytes of `range` where they lie.
    @inline(__always)
    func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[range]) }
}
