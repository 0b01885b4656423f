import FairwayWire

/// What the user asks for.
enum Request: Hashable, Sendable {
    case act(screen: String, action: String, JSONValue?, draft: JSONValue?)
    case goBack(screen: String, draft: JSONValue?)
    case select(tab: String, container: String)
    case open(link: String)
    case refresh
    /// Nothing more.
    case leave
}
