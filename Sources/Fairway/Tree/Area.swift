import FairwayWire

/// The content of a layer or of a part of it.
indirect enum Area: Hashable, Sendable {
    case stack(Stack)
    case tabs(Tabs)
    case split(Split)

    /// A navigation stack, bottom first.
    struct Stack: Hashable, Sendable {
        var id: ContainerID
        var entries: [Entry] = []
    }

    /// A screen in a stack, with the flow that showed it.
    struct Entry: Hashable, Sendable {
        var screen: ScreenID
        var owner: NodeID
    }

    /// Tabs with one selection.
    struct Tabs: Hashable, Sendable {
        var id: ContainerID
        var owner: NodeID
        var selected: String
        var tabs: [TabArea]
    }

    /// A tab with its content.
    struct TabArea: Hashable, Sendable {
        var key: String
        var title: Text
        /// The title in the session's language.
        var shownTitle: String
        var area: Area
        /// The flow that starts when the tab is first selected. Nil after that.
        var unstarted: UnstartedFlow?

        /// Whether the tab shows nothing: its flow has ended, or the flow's content was removed.
        var isVacant: Bool { unstarted == nil && area.front == nil }
    }

    /// A split view.
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

    /// The flow that shows the tabs or the split view. A stack has no owner.
    var owner: NodeID? {
        switch self {
        case .stack: nil
        case .tabs(let tabs): tabs.owner
        case .split(let split): split.owner
        }
    }

    /// The areas of tabs or panes.
    var parts: [Area] {
        switch self {
        case .stack: []
        case .tabs(let tabs): tabs.tabs.map(\.area)
        case .split(let split): [split.primary, split.secondary]
        }
    }

    /// The visible areas, the frontmost last.
    var visibleParts: [Area] {
        switch self {
        case .stack: []
        case .tabs(let tabs): tabs.tabs.filter { $0.key == tabs.selected }.map(\.area)
        case .split(let split): [split.primary, split.secondary]
        }
    }

    /// Whether the area is an empty stack. Tabs and split views are never vacant, because they are removed with their
    /// owner.
    var isVacant: Bool {
        if case .stack(let stack) = self { stack.entries.isEmpty } else { false }
    }
}

/// A presentation layer: the base, a modal, a sheet or an alert.
struct Layer: Hashable, Sendable {
    /// Nil for the base.
    var presentation: Presentation?
    /// Whether screens can be pushed onto its stack.
    var navigates: Bool
    var area: Area

    /// The container's id, which identifies the layer to clients.
    var id: ContainerID { area.id }
}

/// A tab's flow before the tab is first selected.
struct UnstartedFlow: Hashable, Sendable {
    var flow: String
    var version: Int
    var state: RawJSON
}
