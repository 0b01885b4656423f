/// The share of changes and of attempts at jobs that are recorded.
struct TraceShare: Sendable {
    private let ratio: Double

    /// - Parameter ratio: From 0 to 1.
    init(_ ratio: Double) { self.ratio = ratio }

    /// Whether the change that makes a revision is recorded. Every server decides the same, and no client can choose.
    ///
    /// Decided by a hash and not by the ids of the trace, which cost more: of most changes, nothing else is computed. The hash is
    /// FNV-1a (https://www.rfc-editor.org/rfc/rfc9923.html), mixed as in SplitMix64 (Steele, Lea and Flood, 2014).
    func includes(session: String, revision: Int) -> Bool {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in session.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        hash = (hash ^ UInt64(truncatingIfNeeded: revision)) &* 0x0000_0100_0000_01b3
        hash = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ hash >> 27) &* 0x94d0_49bb_1331_11eb
        return includes(hash ^ hash >> 31)
    }

    /// Whether what has a number is recorded. The numbers are spread evenly.
    func includes(_ number: UInt64) -> Bool { ratio >= 1 || Double(number) < ratio * 0x1p64 }
}
