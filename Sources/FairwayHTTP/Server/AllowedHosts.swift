/// By which names a server may be asked.
///
/// A web page can have its own name lead to another machine than it came from, to the one its visitor sits at among them (DNS
/// rebinding). The browser then takes the server there for the page's own site, and lets the page read all that it answers.
/// What it sends as `Host` is the page's name still.
public struct AllowedHosts: Sendable, Equatable {
    /// In small letters, without a dot at the end.
    public let names: Set<String>

    /// Allows those names besides those that no page can have: addresses, and `localhost` with what is below it (RFC 6761,
    /// section 6.3).
    public init(_ names: Set<String>) { self.names = Set(names.map { Self.plain($0[...]) }) }

    /// - Parameter authority: What the client asked for, with or without a port; nil where it did not say, which browsers do.
    func include(_ authority: String?) -> Bool {
        guard let authority, !authority.hasPrefix("[") else { return true }
        let host = Self.plain(authority.prefix { $0 != ":" })
        return host.isEmpty || host == "localhost" || host.hasSuffix(".localhost") || names.contains(host)
            || SocketAddress(host, port: 0) != nil
    }

    /// In small letters, and without the dot at the end that says the name is whole.
    private static func plain(_ host: Substring) -> String {
        (host.hasSuffix(".") ? host.dropLast() : host).lowercased()
    }
}
