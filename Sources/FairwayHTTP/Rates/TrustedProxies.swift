/// The proxies whose word on a client's address is taken.
///
/// Each proxy appends the address that a request came to it from. Read from the right, the first address that is no trusted
/// proxy's is the client's: what stands left of it is the client's own word.
///
/// The addresses are those of `X-Forwarded-For`, or of `Forwarded` (RFC 7239) where a request has no `X-Forwarded-For`.
/// Nearly every proxy sets the former, and nearly none removes the latter when a client sends it.
public struct TrustedProxies: Sendable, Hashable {
    /// Where they are.
    public let ranges: [AddressRange]

    /// Trusts those.
    public init(_ ranges: [AddressRange]) { self.ranges = ranges }

    private static let forwardedFor = HeaderName("X-Forwarded-For")
    private static let forwarded = HeaderName("Forwarded")

    /// The address of whoever sent a request that came from `peer`. A member that is no address ends the walk: then the last
    /// proxy's address is the best there is.
    func client(of head: RequestHead, from peer: SocketAddress) -> SocketAddress {
        guard includes(peer) else { return peer }
        var client = peer
        for member in Self.members(of: head).reversed() {
            guard let address = Self.address(member) else { break }
            client = address
            guard includes(address) else { break }
        }
        return client
    }

    private func includes(_ address: SocketAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// The addresses as they are written, the client's first. Empty elements of a list do not count (RFC 9110 section
    /// 5.6.1.2).
    private static func members(of head: RequestHead) -> [Substring] {
        if let list = head.value(forwardedFor) { return elements(list) }
        // A comma in a quoted string is no address's, so that it makes the member faulty and not another one.
        return head.value(forwarded).map { elements($0).map(node) } ?? []
    }

    private static func elements(_ list: String) -> [Substring] {
        list.split(separator: ",").map(trimmed).filter { !$0.isEmpty }
    }

    /// The value of `for` in an element of `Forwarded`, without its quotes; empty when it has none.
    private static func node(_ element: Substring) -> Substring {
        let pairs = element.split(separator: ";").map { pair in
            pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
        }
        let values = pairs.filter { $0.count == 2 && $0[0].lowercased() == "for" }.map { $0[1] }
        guard let value = values.first, values.count == 1 else { return "" }
        guard value.hasPrefix("\"") else { return value }
        return value.count > 1 && value.hasSuffix("\"") ? value.dropFirst().dropLast() : ""
    }

    /// An address with or without a port: `192.0.2.1:80`, `[2001:db8::1]:80`, `2001:db8::1`. Nil for `unknown`, for a name
    /// that hides an address (RFC 7239 section 6.3), and for anything else.
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
