import FairwayClient

/// The sessions that can be gone on with, by the server and the flow that they were started for.
struct KeptSessions: Codable, Hashable, Sendable {
    private(set) var entries: [Entry] = []

    /// The most that are kept; the one that was begun first goes first.
    static let most = 100

    /// What a session is found by.
    struct Place: Codable, Hashable, Sendable {
        /// The server's address, or the store.
        var server: String
        /// The flow that was asked for; nil for the app's initial one.
        var flow: String?
    }

    /// A session and where it belongs.
    struct Entry: Codable, Hashable, Sendable {
        var place: Place
        var credentials: RemoteSession.Credentials
    }

    /// What was kept for a place; nil forgets it.
    subscript(place: Place) -> RemoteSession.Credentials? {
        get { entries.first { $0.place == place }?.credentials }
        set {
            entries.removeAll { $0.place == place }
            if let newValue { entries.append(Entry(place: place, credentials: newValue)) }
            entries.removeFirst(max(0, entries.count - Self.most))
        }
    }
}
