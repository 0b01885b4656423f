/// Addresses that begin with the same bits: `10.0.0.0/8`, `2001:db8::/32` (RFC 4632, RFC 4291 section 2.3).
public struct AddressRange: Sendable, Hashable, CustomStringConvertible {
    /// The range as it is written.
    public let description: String
    private let first: UInt128
    private let prefixLength: Int

    /// Reads a range, or an address, which is a range of one. Nil when the text is neither, or when the address has bits
    /// behind the prefix: then one of the two is a slip.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = SocketAddress(String(parts[0]), port: 0) else { return nil }
        let isIPv6 = parts[0].contains(":")
        let most = isIPv6 ? 128 : 32
        var length = most
        if parts.count == 2 {
            guard let number = UInt8(parts[1]), "\(number)" == parts[1], number <= most else { return nil }
            length = Int(number)
        }
        description = text
        first = address.bits
        // An IPv4 address is compared as an IPv6 one, behind 96 bits that are the same in all.
        prefixLength = isIPv6 ? length : length + 96
        guard first & ~mask == 0 else { return nil }
    }

    /// Whether an address is in the range. An IPv4 address is the same where it comes as an IPv6 one.
    func contains(_ address: SocketAddress) -> Bool { address.bits & mask == first }

    private var mask: UInt128 { prefixLength == 0 ? 0 : ~0 << UInt128(128 - prefixLength) }
}
