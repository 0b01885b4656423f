/// One step from the navigation before a change to the one after it, for a client to animate.
public struct Move: Decodable, HandWritten, Hashable, Sendable {
    /// What happens.
    public var move: Kind
    /// The container it is about, as it is called in the new navigation; nil when the session is over.
    public var container: String?
    /// The screen in front after it (for `refresh` the screen whose view model changed); nil when the session is over.
    public var screen: String?
    /// For `select`, the tab that is in front after it.
    public var tab: String?

    /// The steps there are.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A screen was put on top of the container's stack.
        case push
        /// The container's stack was taken down to the screen.
        case pop
        /// The screen on top of the container's stack was exchanged.
        case replace
        /// The container was put over everything, with all that is in it.
        case present
        /// Everything over the container was taken away.
        case dismiss
        /// Another tab of the container is in front: take the container's content from the new navigation.
        case select
        /// Only what the screen shows has changed.
        case refresh
        /// Take the new navigation as it is.
        case reset
        /// The session has ended.
        case over
    }

    /// A step with the container it is about and the screen in front after it.
    public init(_ move: Kind, container: String? = nil, screen: String? = nil, tab: String? = nil) {
        self.move = move
        self.container = container
        self.screen = screen
        self.tab = tab
    }

    /// Writes only the members that this step has.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("move")
        writer.string(move.rawValue)
        if let container {
            writer.key("container")
            writer.string(container)
        }
        if let screen {
            writer.key("screen")
            writer.string(screen)
        }
        if let tab {
            writer.key("tab")
            writer.string(tab)
        }
        writer.endObject()
    }
}

extension Move.Kind: Codable {
    /// A move this client does not know means: take the tree (`protocol.md` 1).
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        self = Move.Kind(rawValue: name) ?? .reset
    }
}
