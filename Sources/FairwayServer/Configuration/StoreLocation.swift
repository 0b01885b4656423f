/// Where sessions are kept: `sqlite:PATH`, `postgres://…` or `memory:`.
enum StoreLocation: Equatable, Sendable {
    /// A database file.
    case sqlite(path: String)
    /// A database server, by the connection URI as its client library takes it, password and all.
    case postgres(uri: String)
    /// This process, and nothing after it.
    case memory

    /// Reads a locator; nil for what is none. That a file or a server is there shows when it is opened.
    init?(_ text: String) {
        if text == "memory:" {
            self = .memory
        } else if text.hasPrefix("sqlite:"), text.count > "sqlite:".count {
            self = .sqlite(path: String(text.dropFirst("sqlite:".count)))
        } else if ["postgres://", "postgresql://"].contains(where: { text.hasPrefix($0) && text.count > $0.count }) {
            self = .postgres(uri: text)
        } else {
            return nil
        }
    }
}

extension StoreLocation: CustomStringConvertible {
    /// For messages and logs: a server's user, password and parameters are left out.
    var description: String {
        switch self {
        case .memory: "memory:"
        case .sqlite(let path): "sqlite:\(path)"
        case .postgres(let uri): Self.withoutCredentials(uri)
        }
    }

    /// A password can hold an `@` or a `/` that should have been escaped, so the last `@` ends it.
    private static func withoutCredentials(_ uri: String) -> String {
        let scheme = uri.prefix { $0 != ":" }
        let place = uri.dropFirst(scheme.count + "://".count).split(separator: "@", omittingEmptySubsequences: false)
        return "\(scheme)://\(place.last?.prefix { $0 != "?" } ?? "")"
    }
}
