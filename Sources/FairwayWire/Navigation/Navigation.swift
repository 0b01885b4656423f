/// A container with what is in it and what is presented on top of it; the outermost one is the whole navigation.
public struct Navigation: Hashable, Sendable {
    /// The container's id, which `select` and moves name.
    public var id: String
    /// How it lies on the container under it; nil for the outermost one and for the parts of tabs and split views.
    public var presentation: Presentation?
    /// What is in it.
    public var content: Content
    /// The container on top of this one.
    public var presented: Navigation? {
        get { overlay.navigation }
        set { overlay = newValue.map(Overlay.over) ?? .nothing }
    }
    private var overlay: Overlay

    /// The kinds of container.
    public indirect enum Content: Hashable, Sendable {
        /// Screens, bottom first.
        case stack([ScreenReference])
        /// Containers of which one is in front.
        case tabs(selected: String, [Tab])
        /// Two containers side by side.
        case split(primary: Navigation, secondary: Navigation)
    }

    /// One tab of a container.
    public struct Tab: Decodable, Hashable, Sendable {
        /// What `select` names.
        public var key: String
        /// What the user reads.
        public var title: String
        /// The tab's own container; an empty stack until it is selected for the first time.
        public var content: Navigation

        /// A tab with its container.
        public init(key: String, title: String, content: Navigation) {
            self.key = key
            self.title = title
            self.content = content
        }
    }

    /// A struct cannot hold itself, so that what lies on top is boxed.
    private indirect enum Overlay: Hashable, Sendable {
        case nothing
        case over(Navigation)

        var navigation: Navigation? {
            if case .over(let navigation) = self { navigation } else { nil }
        }
    }

    /// A container with its content.
    public init(id: String, presentation: Presentation? = nil, content: Content, presented: Navigation? = nil) {
        self.id = id
        self.presentation = presentation
        self.content = content
        self.overlay = presented.map(Overlay.over) ?? .nothing
    }
}
