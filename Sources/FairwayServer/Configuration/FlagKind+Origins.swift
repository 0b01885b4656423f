import FairwayHTTP

extension FlagKind where Value == CORS.Origins {
    /// Web pages' origins (RFC 6454, section 6.2) with commas between them, or all there are.
    static var origins: Self {
        Self(
            "ORIGINS",
            expectation: """
                origins like https://app.example.org, as browsers write them (in small letters, with no path, and no port \
                where it is 80 for http or 443 for https), with commas between them, or *
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

    /// Whether a browser would write it so. An origin that is written otherwise would never be met, and nobody would know
    /// why.
    private static func isOrigin(_ text: String) -> Bool {
        let usualPorts = ["http://": 80, "https://": 443]
        guard let (scheme, usualPort) = usualPorts.first(where: { text.hasPrefix($0.key) }) else { return false }
        let rest = text.dropFirst(scheme.count)
        // What is in brackets has colons of its own.
        let hostEnd = rest.hasPrefix("[") ? rest.firstIndex(of: "]").map(rest.index(after:)) : rest.firstIndex(of: ":")
        let (host, port) = (rest[..<(hostEnd ?? rest.endIndex)], rest[(hostEnd ?? rest.endIndex)...])
        return isHost(host) && (port.isEmpty || port.first == ":" && isPort(port.dropFirst(), but: usualPort))
    }

    /// A number as it is written shortest, and not the one that is left out.
    private static func isPort(_ text: Substring, but usual: Int) -> Bool {
        guard let port = Int(text), (1...65_535).contains(port), port != usual else { return false }
        return "\(port)" == text
    }

    /// An address as it is written shortest, or a name, which may end in a dot (URL Standard, section 3.5: one that ends in a
    /// number is an IPv4 address).
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

    /// An IPv6 address in hexadecimal groups alone, as browsers write one that the system ends with an IPv4 address.
    private static func inGroups(_ host: String) -> String {
        guard let colon = host.lastIndex(of: ":") else { return host }
        let bytes = host[host.index(after: colon)...].split(separator: ".").compactMap { Int($0) }
        guard bytes.count == 4 else { return host }
        let groups = [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
        return host[...colon] + groups.map { String($0, radix: 16) }.joined(separator: ":")
    }

    private static func isLabel(_ text: Substring) -> Bool {
        let isSpelt = text.utf8.allSatisfy { byte in
            isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || "-_".utf8.contains(byte)
        }
        return !text.isEmpty && isSpelt
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
