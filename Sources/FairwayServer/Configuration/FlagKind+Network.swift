import FairwayHTTP
import Foundation

extension FlagKind where Value == CORS.Origins {
    /// A comma-separated list of origins (RFC 6454, section 6.2), or `*`.
    static var origins: Self {
        Self(
            "ORIGINS",
            expectation: """
                origins like https://app.example.org (in lower case, without a path or the default port), separated by \
                commas, or *
                """,
            value: { text in
                if text == "*" { return .any }
                let origins = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                return origins.allSatisfy(isOrigin) ? .only(Set(origins)) : nil
            },
            text: { origins in
                switch origins {
                case .any: "*"
                case .only(let origins): origins.sorted().joined(separator: ",")
                }
            }
        )
    }

    /// Whether the text is an origin as browsers write it. An origin in another spelling would never match.
    private static func isOrigin(_ text: String) -> Bool {
        let usualPorts = ["http://": 80, "https://": 443]
        guard let (scheme, usualPort) = usualPorts.first(where: { text.hasPrefix($0.key) }) else { return false }
        let rest = text.dropFirst(scheme.count)
        // An IPv6 address in brackets contains colons.
        let hostEnd = rest.hasPrefix("[") ? rest.firstIndex(of: "]").map(rest.index(after:)) : rest.firstIndex(of: ":")
        let (host, port) = (rest[..<(hostEnd ?? rest.endIndex)], rest[(hostEnd ?? rest.endIndex)...])
        return isHost(host) && (port.isEmpty || port.first == ":" && isPort(port.dropFirst(), but: usualPort))
    }

    /// Whether the text is a port in its shortest spelling, and not the scheme's default.
    private static func isPort(_ text: Substring, but usual: Int) -> Bool {
        guard let port = Int(text), (1...65_535).contains(port), port != usual else { return false }
        return "\(port)" == text
    }

    /// Whether the text is an address in its shortest spelling, or a name, which may end in a dot. If the last label is
    /// a number, the host must be an IPv4 address (URL Standard, section 3.5).
    static func isHost(_ text: Substring) -> Bool {
        if text.hasPrefix("[") {
            let address = text.dropFirst().dropLast()
            return text.hasSuffix("]") && address.contains(":") && isAddress(address)
        }
        var labels = text.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        guard let last = labels.last, labels.allSatisfy(isLabel) else { return false }
        return last.utf8.allSatisfy(isDigit) || last.hasPrefix("0x") ? isAddress(text) : true
    }

    private static func isAddress(_ text: Substring) -> Bool {
        SocketAddress(String(text), port: 0).map { inGroups($0.host) == text } ?? false
    }

    /// Writes a trailing IPv4 part of an IPv6 address in hexadecimal groups, as browsers do.
    private static func inGroups(_ host: String) -> String {
        guard let colon = host.lastIndex(of: ":") else { return host }
        let bytes = host[host.index(after: colon)...].split(separator: ".").compactMap { Int($0) }
        guard bytes.count == 4 else { return host }
        let groups = [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
        return host[...colon] + groups.map { String($0, radix: 16) }.joined(separator: ":")
    }

    private static func isLabel(_ text: Substring) -> Bool {
        let isAllowed = text.utf8.allSatisfy { byte in
            isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || "-_".utf8.contains(byte)
        }
        return !text.isEmpty && isAllowed
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension FlagKind where Value == AllowedHosts {
    static var hosts: Self {
        Self(
            "HOSTS",
            expectation: "hosts like app.example.org, without scheme and port, separated by commas",
            value: { text in
                let names = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.lowercased() }
                return names.allSatisfy { FlagKind<CORS.Origins>.isHost($0[...]) } ? AllowedHosts(Set(names)) : nil
            },
            text: { $0.names.sorted().joined(separator: ",") }
        )
    }
}

extension FlagKind where Value == TrustedProxies {
    static var proxies: Self {
        Self(
            "CIDR",
            expectation: """
                networks like 10.0.0.0/8 or 2001:db8::/32 (all bits after the prefix are zero), or addresses, \
                separated by commas
                """,
            value: { text in
                let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                let ranges = parts.compactMap(AddressRange.init)
                return ranges.count == parts.count ? TrustedProxies(ranges) : nil
            },
            text: { $0.ranges.map(\.description).joined(separator: ",") }
        )
    }
}

extension FlagKind where Value == KeySetSource {
    static var keySet: Self {
        Self(
            "FILE|URL",
            expectation: "a file, or a URL like https://example.org/keys.json without credentials and fragment; http "
                + "is for addresses of this machine only",
            value: KeySetSource.init,
            text: \.description
        )
    }
}

extension FlagKind where Value == [String] {
    /// Names, separated by commas.
    static var names: Self {
        Self(
            "NAMES",
            expectation: "names, separated by commas, each at most once",
            value: { text in
                let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                return names.contains("") || Set(names).count < names.count ? nil : names
            },
            text: { $0.joined(separator: ",") }
        )
    }
}

extension FlagKind where Value == URL {
    static var url: Self {
        Self(
            "URL",
            expectation: "the address of a server like https://example.org or http://127.0.0.1:8080",
            value: { text in
                URL(string: text).flatMap { url in
                    // Paths are appended to the URL, so it must not contain a query or a fragment. Credentials in the
                    // URL are not supported.
                    ["http", "https"].contains(url.scheme?.lowercased()) && url.host?.isEmpty == false
                        && url.query == nil && url.fragment == nil && url.user == nil ? url : nil
                }
            },
            text: \.absoluteString
        )
    }
}
