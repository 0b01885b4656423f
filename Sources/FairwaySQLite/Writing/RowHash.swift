/// A hash of columns, after FNV-1a (https://www.rfc-editor.org/rfc/rfc9923.html), but with a number in one step: the same in
/// every process, as what is stored has to be.
struct RowHash {
    private var bits: UInt64 = 0xcbf2_9ce4_8422_2325

    var value: Int { Int(truncatingIfNeeded: bits) }

    mutating func add(_ number: Int?) {
        mix(number == nil ? 0 : 1)
        // The step can be undone: where nothing else differs, another number gives another hash.
        mix(UInt64(truncatingIfNeeded: number ?? 0))
    }

    mutating func add(_ text: String?) {
        for byte in (text ?? "").utf8 { mix(UInt64(byte)) }
        // Bytes that are in no text: its end, or that there is none.
        mix(text == nil ? 0xfe : 0xff)
    }

    private mutating func mix(_ value: UInt64) { bits = (bits ^ value) &* 0x0000_0100_0000_01b3 }
}
