/// The proxies that are trusted to forward a client's address.
///
/// Each proxy appends the address of its own peer. Read from the right, the first address outside the trusted ranges is
/// the client's. The client could have written everything left of it.
///
/// The addresses are those of `X-Forwarded-For`, or of `Forwarded` (RFC 7239) if the former is missing. Nearly every
/// proxy sets `X-Forwarded-For`, and hardly any removes a `Forwarded` that a client has sent.
public struct TrustedProxies: Sendable, Hashable {
    /// The proxies' addresses.
    public let ranges: [AddressRange]

    /// Trusts the proxies in these ranges.
    public init(_ ranges: [AddressRange]) { self.ranges = ranges }

    private static let forwardedFor = HeaderName("X-Forwarded-For")
    private static let forwarded = HeaderName("Forwarded")

    /// The client's address, for a request that arrived from `peer`. An element that is not an address ends the
    /// search. The result is then the last address that was read, or `peer` if none was read.
    func client(of head: RequestHead, from peer: SocketAddress) -> SocketAddress {
        guard includes(peer) else { return peer }
        var client = peer
        let forwardedFor = head.value(Self.forwardedFor)
        var list = (forwardedFor ?? head.value(Self.forwarded) ?? "")[...]
        while let element = Self.takeLast(of: &list) {
            guard let address = Self.address(forwardedFor == nil ? Self.node(element) : element) else { break }
            client = address
            guard includes(address) else { break }
        }
        return client
    }

    private func includes(_ address: SocketAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// Removes the last element of a list and returns it. Empty elements do not count (RFC 9110 section 5.6.1.2). A
    /// quoted string that contains a comma is split, and ``node(_:)`` rejects its parts.
    private static func takeLast(of list: inout Substring) -> Substring? {
        while !list.isEmpty {
            let comma = list.utf8.lastIndex(of: UInt8(ascii: ","))
            let element = trimmed(list[(comma.map(list.utf8.index(after:)) ?? list.startIndex)...])
            list = list[..<(comma ?? list.startIndex)]
            if !element.isEmpty { return element }
        }
        return nil
    }

    /// The value of `for` in an element of `Forwarded`, without quotes; empty if it is missing or repeated.
    ///
    /// Also empty if a quoted string of the element contains a comma, a semicolon or a quote, because proxies copy the
    /// client's `Host` into one: `host="a,for=6.6.6.6;b"`.
    private static func node(_ element: Substring) -> Substring {
        let pairs = element.split(separator: ";").map { pair in
            pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
        }
        guard pairs.joined().allSatisfy({ !unquoted($0).contains("\"") }) else { return "" }
        let values = pairs.filter { $0.count == 2 && $0[0].lowercased() == "for" }.map { $0[1] }
        return values.count == 1 ? unquoted(values[0]) : ""
    }

    private static func unquoted(_ value: Substring) -> Substring {
        value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"") ? value.dropFirst().dropLast() : value
    }

    /// An address with or without a port: `192.0.2.1:80`, `[2001:db8::1]:80`, `2001:db8::1`. Nil for anything else,
    /// such as `unknown` and obfuscated identifiers (RFC 7239 section 6.3).
    private static func address(_ member: Substring) -> SocketAddress? {
        var (host, port) = (member, Substring("0"))
        if member.hasPrefix("[") {
            guard let close = member.firstIndex(of: "]") else { return nil }
            host = member[member.index(after: member.startIndex)..<close]
            guard host.contains(":") else { return nil }
            let rest = member[member.index(after: close)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            if !rest.isEmpty { port = rest.dropFirst() }
        } else if let colon = member.firstIndex(of: ":"), member.lastIndex(of: ":") == colon {
            (host, port) = (member[..<colon], member[member.index(after: colon)...])
        }
        guard port.utf8.allSatisfy(\.isDigit), UInt16(port) != nil else { return nil }
        return SocketAddress(String(host), port: 0)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? ""
    }
}

/// A range of addresses with a common prefix: `10.0.0.0/8`, `2001:db8::/32` (RFC 4632, RFC 4291 section 2.3).
public struct AddressRange: Sendable, Hashable, CustomStringConvertible {
    /// The range in the notation that it was made from.
    public let description: String
    private let first: UInt128
    private let prefixLength: Int

    /// Reads a range, or an address, which is a range of one. Nil if the text is neither, or if the address has bits
    /// beyond the prefix, which is probably a typo.
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
        // IPv4 addresses are compared as IPv4-mapped IPv6 addresses, which share their first 96 bits.
        prefixLength = isIPv6 ? length : length + 96
        guard first & ~mask == 0 else { return nil }
    }

    /// Whether an address is in the range. An IPv4-mapped IPv6 address equals its IPv4 address.
    func contains(_ address: SocketAddress) -> Bool { address.bits & mask == first }

    private var mask: UInt128 { prefixLength == 0 ? 0 : ~0 << UInt128(128 - prefixLength) }
}
