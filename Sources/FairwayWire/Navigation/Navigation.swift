/// A container with its content and the containers presented over it. A session's navigation is its outermost one.
public struct Navigation: Hashable, Sendable, DescribedType {
    /// The container's id, which moves and requests to select a tab refer to.
    public var id: String
    /// How it is presented over the container below; nil for the outermost one and for the parts of tabs and split
    /// views.
    public var presentation: Presentation?
    /// The content of the container.
    public var content: Content
    /// The container presented over this one.
    public var presented: Navigation? {
        get { overlay.navigation }
        set { overlay = newValue.map(Overlay.over) ?? .nothing }
    }
    private var overlay: Overlay

    package static let described = TypeDescription(
        "A container with its content and what is presented over it.",
        example: [
            "id": "c1", "kind": "stack",
            "screens": [
                ["id": "s1", "name": "Tutorial.Page1", "flow": "Tutorial"],
                ["id": "s2", "name": "Tutorial.Page2", "flow": "Tutorial"],
            ],
        ],
        .init("id", "The container's id, which moves and `select` name.", "c1"),
        .init("kind", "The kind of container.", "stack"),
        .init("screens", "The screens, bottom first."),
        .init("selected", "The key of the selected tab.", "search"),
        .init("tabs", "The tabs."),
        .init("primary", "The container on the leading side."),
        .init("secondary", "The container on the trailing side."),
        .init("presentation", "How it is presented over the container below.", "sheet"),
        .init("presented", "The container presented over this one.")
    )

    /// The kinds of container.
    public indirect enum Content: Hashable, Sendable {
        /// Screens, bottom first.
        case stack([ScreenReference])
        /// Several containers with a selected one.
        case tabs(selected: String, [Tab])
        /// Two containers side by side.
        case split(primary: Navigation, secondary: Navigation)
    }

    /// One tab of a container.
    public struct Tab: Decodable, Hashable, Sendable, DescribedType {
        /// The key that requests to select the tab refer to.
        public var key: String
        /// The label.
        public var title: String
        /// The tab's container. It is an empty stack until the tab is selected for the first time.
        public var content: Navigation

        package static let described = TypeDescription(
            "A tab of a container.",
            .init("key", "The key that requests to select the tab name.", "search"),
            .init("title", "The label.", "Search"),
            .init("content", "The tab's container.")
        )

        /// Creates a tab.
        public init(key: String, title: String, content: Navigation) {
            self.key = key
            self.title = title
            self.content = content
        }
    }

    /// Indirect, because a struct cannot contain itself.
    private indirect enum Overlay: Hashable, Sendable {
        case nothing
        case over(Navigation)

        var navigation: Navigation? {
            if case .over(let navigation) = self { navigation } else { nil }
        }
    }

    /// Creates a container.
    public init(id: String, presentation: Presentation? = nil, content: Content, presented: Navigation? = nil) {
        self.id = id
        self.presentation = presentation
        self.content = content
        self.overlay = presented.map(Overlay.over) ?? .nothing
    }
}

/// A screen as listed in the navigation, without the data to draw it.
public struct ScreenReference: Decodable, HandWritten, Hashable, Sendable, DescribedType {
    /// The screen's id.
    public var id: String
    /// The screen's name, `Tutorial.Page1`.
    public var name: String
    /// The name of the flow that shows it.
    public var flow: String

    package static let described = TypeDescription(
        "A screen in the navigation, without the data to draw it.",
        .init("id", "The screen's id in its session.", "s1"),
        .init("name", "The screen's name in the catalog.", "Tutorial.Page1"),
        .init("flow", "The name of the flow that shows it.", "Tutorial")
    )

    /// Creates a reference.
    public init(id: String, name: String, flow: String) {
        self.id = id
        self.name = name
        self.flow = flow
    }

    /// Writes all members.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.string(id)
        writer.key("name")
        writer.string(name)
        writer.key("flow")
        writer.string(flow)
        writer.endObject()
    }
}

/// How a screen or a container is presented over the one below.
public enum Presentation: String, Hashable, Sendable, CaseIterable {
    /// On top of the stack. Also the first screen of a session.
    case push
    /// Over everything, in a container of its own.
    case modal
    /// A question that must be answered before anything else.
    case alert
    /// A panel that covers part of the view.
    case sheet
}

extension Presentation: Codable {
    /// Decodes a presentation. An unknown one becomes `modal`.
    public init(from decoder: any Decoder) throws {
        self.init(name: try decoder.singleValueContainer().decode(String.self))
    }

    /// The presentation with a name. An unknown one becomes `modal` (`protocol.md` section 1).
    package init(name: String) { self = Presentation(rawValue: name) ?? .modal }
}

extension Navigation {
    /// This container and those presented over it, outermost first. ``presented`` is nil in each.
    public var layers: [Navigation] {
        var layers: [Navigation] = []
        var next: Navigation? = self
        while var layer = next {
            next = layer.presented
            layer.presented = nil
            layers.append(layer)
        }
        return layers
    }

    /// Presents each container over the one before it. Nil for an empty collection.
    public init?(layers: some BidirectionalCollection<Navigation>) {
        var stacked: Navigation?
        for var layer in layers.reversed() {
            layer.presented = stacked
            stacked = layer
        }
        guard let stacked else { return nil }
        self = stacked
    }

    /// The screens of the front stack, bottom first: of a stack itself, of the selected tab, or of a split view's
    /// secondary part (of its primary part, if that is empty). A presented container takes precedence.
    public var frontStack: [ScreenReference] {
        if let presented { return presented.frontStack }
        switch content {
        case .stack(let screens):
            return screens
        case .tabs(let selected, let tabs):
            return tabs.first { $0.key == selected }?.content.frontStack ?? []
        case .split(let primary, let secondary):
            let screens = secondary.frontStack
            return screens.isEmpty ? primary.frontStack : screens
        }
    }

    /// The front screen: the top of ``frontStack``.
    public var front: ScreenReference? { frontStack.last }

    /// Every screen in this container and in those presented over it.
    public var screens: [ScreenReference] {
        let own: [ScreenReference] =
            switch content {
            case .stack(let screens): screens
            case .tabs(_, let tabs): tabs.flatMap(\.content.screens)
            case .split(let primary, let secondary): primary.screens + secondary.screens
            }
        return own + (presented?.screens ?? [])
    }
}

extension Sequence {
    /// The first value that `make` returns for an element.
    ///
    /// Unlike `lazy.compactMap(…).first` it calls `make` once per element. The lazy form calls it again for the element
    /// it found, which is exponential in a recursive search.
    package func firstNonNil<Value>(_ make: (Element) throws -> Value?) rethrows -> Value? {
        for element in self {
            if let value = try make(element) { return value }
        }
        return nil
    }
}
