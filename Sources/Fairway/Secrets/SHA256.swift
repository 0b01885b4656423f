/// SHA-256 (FIPS 180-4), for tokens and codes that must not be stored as they are. Neither Swift's library on Linux nor
/// the C library has it.
///
/// Every call on a session hashes a token, so that nothing but the digest itself is allocated.
package struct SHA256 {
    private var state = SIMD8<UInt32>(
        0x6a09_e667,
        0xbb67_ae85,
        0x3c6e_f372,
        0xa54f_f53a,
        0x510e_527f,
        0x9b05_688c,
        0x1f83_d9ab,
        0x5be0_cd19
    )

    /// The 32 bytes of the digest.
    package static func hash(_ message: some Sequence<UInt8>) -> [UInt8] {
        if let digest = message.withContiguousStorageIfAvailable({ hash(bytes: $0) }) { return digest }
        return Array(message).withUnsafeBufferPointer { hash(bytes: $0) }
    }

    private static func hash(bytes message: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var hash = SHA256()
        let message = UnsafeRawBufferPointer(message)
        let whole = message.count / blockBytes * blockBytes
        for start in stride(from: 0, to: whole, by: blockBytes) { hash.absorb(message, from: start) }
        hash.absorbEnd(message[whole...], bits: UInt64(message.count) * 8)
        return hash.digest
    }

    private static let blockBytes = 64

    private var digest: [UInt8] {
        Array(unsafeUninitializedCapacity: 32) { bytes, count in
            for index in 0..<32 { bytes[index] = UInt8(truncatingIfNeeded: state[index / 4] >> (24 - 8 * (index % 4))) }
            count = 32
        }
    }

    /// 5.1.1: a one, zeros, and the length in bits as 64 bits, up to a whole number of blocks.
    private mutating func absorbEnd(_ rest: Slice<UnsafeRawBufferPointer>, bits: UInt64) {
        withUnsafeTemporaryAllocation(byteCount: 2 * Self.blockBytes, alignment: 8) { end in
            end.initializeMemory(as: UInt8.self, repeating: 0)
            UnsafeMutableRawBufferPointer(rebasing: end[..<rest.count]).copyMemory(from: .init(rebasing: rest))
            end[rest.count] = 0x80
            let length = rest.count < Self.blockBytes - 8 ? Self.blockBytes : 2 * Self.blockBytes
            end.storeBytes(of: bits.bigEndian, toByteOffset: length - 8, as: UInt64.self)
            for start in stride(from: 0, to: length, by: Self.blockBytes) {
                absorb(UnsafeRawBufferPointer(end), from: start)
            }
        }
    }

    /// 6.2.2: one block. Eight rounds are written out, after which each variable is itself again: moving them on after each
    /// round takes half as long again.
    private mutating func absorb(_ message: UnsafeRawBufferPointer, from start: Int) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
            Self.schedule(message, from: start, in: words)
            for index in stride(from: 0, to: 64, by: 8) {
                Self.round(a, b, c, &d, e, f, g, &h, words[index])
                Self.round(h, a, b, &c, d, e, f, &g, words[index &+ 1])
                Self.round(g, h, a, &b, c, d, e, &f, words[index &+ 2])
                Self.round(f, g, h, &a, b, c, d, &e, words[index &+ 3])
                Self.round(e, f, g, &h, a, b, c, &d, words[index &+ 4])
                Self.round(d, e, f, &g, h, a, b, &c, words[index &+ 5])
                Self.round(c, d, e, &f, g, h, a, &b, words[index &+ 6])
                Self.round(b, c, d, &e, f, g, h, &a, words[index &+ 7])
            }
        }
        state &+= SIMD8(a, b, c, d, e, f, g, h)
    }

    /// The words of a block and the 48 that are made of them, each with its round's constant added.
    private static func schedule(
        _ message: UnsafeRawBufferPointer,
        from start: Int,
        in words: UnsafeMutableBufferPointer<UInt32>
    ) {
        for index in 0..<16 {
            let word = message.loadUnaligned(fromByteOffset: start &+ 4 &* index, as: UInt32.self)
            words.initializeElement(at: index, to: UInt32(bigEndian: word))
        }
        for index in 16..<64 {
            let (w15, w2) = (words[index &- 15], words[index &- 2])
            let s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >> 3)
            let s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >> 10)
            words.initializeElement(at: index, to: words[index &- 16] &+ s0 &+ words[index &- 7] &+ s1)
        }
        constants.withUnsafeBufferPointer { constants in for index in 0..<64 { words[index] &+= constants[index] } }
    }

    /// One round: what has come of it in `d` and `h` are the next one's `e` and `a`.
    @inline(__always)
    private static func round(
        _ a: UInt32,
        _ b: UInt32,
        _ c: UInt32,
        _ d: inout UInt32,
        _ e: UInt32,
        _ f: UInt32,
        _ g: UInt32,
        _ h: inout UInt32,
        _ word: UInt32
    ) {
        let s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
        let s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
        let t1 = h &+ s1 &+ (g ^ (e & (f ^ g))) &+ word
        d &+= t1
        h = t1 &+ s0 &+ ((a & b) | (c & (a | b)))
    }

    @inline(__always)
    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 &- count) }

    /// 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
