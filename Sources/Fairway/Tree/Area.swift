import FairwayWire

/// What fills a layer or a part of one: a stack of screens, tabs, or two areas side by side.
indirect enum Area: Hashable, Sendable {
    case stack(Stack)
    case tabs(Tabs)
    case split(Split)

    /// Screens on one another, bottom first.
    struct Stack: Hashable, Sendable {
        var id: ContainerID
        var entries: [Entry] = []
    }

    /// A screen in its stack, with the flow that showed it.
    struct Entry: Hashable, Sendable {
        var screen: ScreenID
        var owner: NodeID
    }

    /// Areas of which one is in front.
    struct Tabs: Hashable, Sendable {
        var id: ContainerID
        var owner: NodeID
        var selected: String
        var tabs: [Tab]
    }

    /// One of the areas behind one another.
    struct Tab: Hashable, Sendable {
        var key: String
        var title: String
        var area: Area
        /// The flow that starts when the tab is selected for the first time; nil once it has.
        var unstarted: UnstartedFlow?

        /// Whether there is nothing to see when it is selected: its flow has left, or has lost what it showed.
        var isVacant: Bool { unstarted == nil && area.front == nil }
    }

    /// Two areas side by side.
    struct Split: Hashable, Sendable {
        var id: ContainerID
        var owner: NodeID
        var primary: Area
        var secondary: Area
    }

    var id: ContainerID {
        switch self {
        case .stack(let stack): stack.id
        case .tabs(let tabs): tabs.id
        case .split(let split): split.id
        }
    }

    /// The flow that made this area what it is; a stack belongs to nobody.
    var owner: NodeID? {
        switch self {
        case .stack: nil
        case .tabs(let tabs): tabs.owner
        case .split(let split): split.owner
        }
    }

    /// The parts of tabs and split views.
    var parts: [Area] {
        switch self {
        case .stack: []
        case .tabs(let tabs): tabs.tabs.map(\.area)
        case .split(let split): [split.primary, split.secondary]
        }
    }

    /// The parts a user sees now, the one in front last.
    var visibleParts: [Area] {
        switch self {
        case .stack: []
        case .tabs(let tabs): tabs.tabs.filter { $0.key == tabs.selected }.map(\.area)
        case .split(let split): [split.primary, split.secondary]
        }
    }

    /// Whether there is nothing here to see. Tabs and split views are there as long as their owner is.
    var isVacant: Bool {
        if case .stack(let stack) = self { stack.entries.isEmpty } else { false }
    }
}
