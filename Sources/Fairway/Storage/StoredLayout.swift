import FairwayWire

/// The containers of a session as they are stored: what lies where, by number. The screens themselves are in the rows of
/// the flows that show them.
///
/// It is read with each session that is loaded, and written where something moves, which is why both are done by hand.
struct StoredLayout {
    var next: NextIdentifiers
    var layers: [StoredLayer]

    struct StoredLayer {
        var presentation: Presentation?
        var navigates: Bool
        var area: StoredArea
    }

    /// One of the three kinds of area, told apart by which members are there.
    struct StoredArea {
        var id: Int
        var owner: Int?
        /// Of a stack: the screens, each followed by the flow that shows it.
        var screens: [Int]?
        /// Of tabs.
        var selected: String?
        var tabs: [StoredTab]?
        /// Of a split view: the primary half and the secondary one.
        var halves: [StoredArea]?
    }

    struct StoredTab {
        var key: String
        var title: String
        var area: StoredArea
        var unstarted: StoredUnstarted?
    }

    struct StoredUnstarted {
        var flow: String
        var version: Int
        var state: RawJSON
    }
}

extension StoredLayout {
    /// The layout of a tree.
    init(_ tree: Tree) {
        next = tree.next
        layers = tree.layers.map {
            StoredLayer(presentation: $0.presentation, navigates: $0.navigates, area: StoredArea($0.area))
        }
    }
}

extension StoredLayout.StoredArea {
    init(_ area: Area) {
        self.init(id: area.id.number, owner: area.owner?.number)
        switch area {
        case .stack(let stack):
            screens = stack.entries.flatMap { [$0.screen.number, $0.owner.number] }
        case .tabs(let tabs):
            selected = tabs.selected
            self.tabs = tabs.tabs.map { tab in
                StoredLayout.StoredTab(
                    key: tab.key,
                    title: tab.title,
                    area: Self(tab.area),
                    unstarted: tab.unstarted.map {
                        StoredLayout.StoredUnstarted(
                            flow: $0.flow,
                            version: $0.version,
                            state: $0.state
                        )
                    }
                )
            }
        case .split(let split):
            halves = [Self(split.primary), Self(split.secondary)]
        }
    }

    /// The area that was stored; nil for what this build would not have written.
    var area: Area? {
        let id = ContainerID(id)
        if let screens {
            guard screens.count.isMultiple(of: 2) else { return nil }
            let entries = stride(from: 0, to: screens.count, by: 2).map {
                Area.Entry(screen: ScreenID(screens[$0]), owner: NodeID(screens[$0 + 1]))
            }
            return .stack(Area.Stack(id: id, entries: entries))
        }
        guard let owner = owner.map(NodeID.init) else { return nil }
        if let tabs, let selected {
            let parts = tabs.compactMap { tab in
                tab.area.area.map { area in
                    Area.Tab(
                        key: tab.key,
                        title: tab.title,
                        area: area,
                        unstarted: tab.unstarted.map {
                            UnstartedFlow(flow: $0.flow, version: $0.version, state: $0.state)
                        }
                    )
                }
            }
            guard parts.count == tabs.count else { return nil }
            return .tabs(Area.Tabs(id: id, owner: owner, selected: selected, tabs: parts))
        }
        guard let halves, halves.count == 2, let primary = halves[0].area, let secondary = halves[1].area else {
            return nil
        }
        return .split(Area.Split(id: id, owner: owner, primary: primary, secondary: secondary))
    }
}
