/// A difference between two navigations, for a client to animate.
public struct Move: Decodable, HandWritten, Hashable, Sendable, DescribedType {
    /// The kind of move.
    public var move: Kind
    /// The container that changes, by its id in the new navigation; nil once the session is over.
    public var container: String?
    /// The container's front screen after the move; for `refresh`, the screen with a new view model. Nil once the
    /// session is over.
    public var screen: String?
    /// For `select`: the tab that is selected after the move.
    public var tab: String?

    package static let described = TypeDescription(
        "A difference between two navigations, for a client to animate.",
        example: ["move": "push", "container": "c1", "screen": "s2"],
        .init("move", "The kind of move.", "push"),
        .init(
            "container",
            "The container that changes, by its id in the new navigation; absent once the session is over.",
            "c1"
        ),
        .init("screen", "The container's front screen after the move; for `refresh`, the refreshed screen.", "s2"),
        .init("tab", "For `select`, the key of the selected tab.", "search")
    )

    /// The kinds of move.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A screen was pushed onto the container's stack.
        case push
        /// The container's stack was popped to the screen.
        case pop
        /// The top screen of the container's stack was replaced.
        case replace
        /// The container was presented over everything, with its content.
        case present
        /// Everything over the container was dismissed.
        case dismiss
        /// Another tab of the container was selected. Take the container's content from the new navigation.
        case select
        /// Only the screen's view model changed.
        case refresh
        /// Draw the new navigation without animation.
        case reset
        /// The session has ended.
        case over
    }

    /// Creates a move.
    public init(_ move: Kind, container: String? = nil, screen: String? = nil, tab: String? = nil) {
        self.move = move
        self.container = container
        self.screen = screen
        self.tab = tab
    }

    /// Writes only the members that this kind of move has.
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
    /// Decodes a kind. An unknown one becomes `reset`, so the client draws the new navigation (`protocol.md` section
    /// 1).
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        self = Move.Kind(rawValue: name) ?? .reset
    }
}

extension Navigation {
    /// Applies moves to this navigation. New screens and containers are looked up in `new`.
    ///
    /// The result is `new` if a move cannot be applied, and nil if the session is over.
    public func applying(_ moves: [Move], toward new: Navigation?) -> Navigation? {
        guard let new else { return nil }
        guard !moves.contains(where: { $0.move == .over }) else { return nil }
        return following(moves, toward: new) ?? new
    }

    /// Applies moves without falling back to `new`. Returns nil if a move refers to a screen or container that does
    /// not exist, or if the session is over.
    public func following(_ moves: [Move], toward new: Navigation) -> Navigation? {
        var layers = self.layers
        for move in moves {
            switch move.move {
            case .refresh:
                continue
            case .over:
                return nil
            case .reset, .select:
                return new
            case .dismiss:
                guard let index = layers.firstIndex(where: { $0.id == move.container }) else { return nil }
                layers.removeSubrange((index + 1)...)
            case .present:
                guard let layer = new.layers.first(where: { $0.id == move.container }) else { return nil }
                layers.append(layer)
            case .push, .pop, .replace:
                guard var front = layers.popLast(), front.apply(move, naming: new.screens) else { return nil }
                layers.append(front)
            }
        }
        return Navigation(layers: layers)
    }

    /// Applies a move to the stack that it names, in this container or its parts. Returns false if the stack or the
    /// screen is not found.
    private mutating func apply(_ move: Move, naming screens: [ScreenReference]) -> Bool {
        switch content {
        case .stack(var stack):
            guard id == move.container, let screen = screens.first(where: { $0.id == move.screen }) else {
                return false
            }
            switch move.move {
            case .push:
                stack.append(screen)
            case .replace:
                stack = stack.dropLast() + [screen]
            default:
                guard let index = stack.firstIndex(of: screen) else { return false }
                stack.removeSubrange((index + 1)...)
            }
            content = .stack(stack)
            return true
        case .tabs(let selected, var tabs):
            for index in tabs.indices where tabs[index].content.apply(move, naming: screens) {
                content = .tabs(selected: selected, tabs)
                return true
            }
            return false
        case .split(var primary, var secondary):
            guard primary.apply(move, naming: screens) || secondary.apply(move, naming: screens) else { return false }
            content = .split(primary: primary, secondary: secondary)
            return true
        }
    }
}
