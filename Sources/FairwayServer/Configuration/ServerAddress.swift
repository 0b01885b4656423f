/// Where a server is: `http://HOST:PORT`.
struct ServerAddress: Equatable, Sendable, CustomStringConvertible {
    let host: String
    let port: UInt16
    /// What stands before the paths, where a proxy puts something there; without a slash at its end.
    let prefix: String

    /// Where `serve` listens unless told otherwise.
    static let local = ServerAddress(host: "127.0.0.1", port: 8080, prefix: "")

    var description: String { "http://\(authority)\(prefix)" }

    /// The host and port as they stand in a URL: an IPv6 address in brackets (RFC 3986, section 3.2.2).
    var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    private init(host: String, port: UInt16, prefix: String) {
        (self.host, self.port, self.prefix) = (host, port, prefix)
    }

    /// Reads an address; nil for what is none. Of what is encrypted on the way this client knows nothing.
    init?(_ text: String) {
        guard text.lowercased().hasPrefix("http://"), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        let rest = text.dropFirst("http://".count)
        let authority = rest.prefix { $0 != "/" }
        let path = rest.dropFirst(authority.count)
        guard !path.contains("?"), !path.contains("#"), !authority.contains("@") else { return nil }
        let isBracketed = authority.hasPrefix("[")
        let host = isBracketed ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        let tail = authority.dropFirst(host.count + (isBracketed ? 2 : 0))
        guard !host.isEmpty, tail.isEmpty || tail.hasPrefix(":"),
            let port = UInt16(tail.isEmpty ? "80" : tail.dropFirst())
        else { return nil }
        var prefix = String(path)
        while prefix.hasSuffix("/") { prefix.removeLast() }
        self.init(host: String(host), port: port, prefix: prefix)
    }
}

extension FlagKind where Value == ServerAddress {
    /// A server.
    static var serverAddress: Self {
        Self(
            "URL",
            expectation: "the address of a server like http://127.0.0.1:8080 (without TLS: use a tunnel for https)",
            value: ServerAddress.init,
            text: \.description
        )
    }
}
