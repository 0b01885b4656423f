import FairwayWire

/// Positions in the tree and the content above them.
extension Tree {
    /// A position in one of the layers.
    struct Place: Hashable, Sendable {
        var layer: Int
        var area: Area.AreaPlace
    }

    func area(_ id: ContainerID) -> Area? { layers.firstNonNil { $0.area.area(id) } }

    /// The lowest position with content of one of the given flows.
    func place(of owners: Set<NodeID>) -> Place? {
        layers.indices.firstNonNil { index in
            layers[index].area.place(of: owners).map { Place(layer: index, area: $0) }
        }
    }

    /// The position of the topmost entry that satisfies the predicate.
    func lastPlace(where holds: (Area.Entry) -> Bool) -> Place? {
        for index in layers.indices.reversed() {
            if let place = layers[index].area.lastPlace(where: holds) { return Place(layer: index, area: place) }
        }
        return nil
    }

    /// The screens above a position in its stack, and all screens in the layers above. Other tabs and panes of the
    /// position's own layer are not included.
    func entries(beyond place: Place) -> [Area.Entry] {
        let above = layers[(place.layer + 1)...].flatMap(\.area.entries)
        guard case .entry(let container, let index) = place.area,
            case .stack(let stack)? = layers[place.layer].area.area(container)
        else { return above }
        return stack.entries[(index + 1)...] + above
    }

    /// The frontmost screen that one of the given flows owns. Hidden tabs are not searched.
    func front(of owners: Set<NodeID>) -> Area.Entry? {
        layers.reversed().firstNonNil { $0.area.front(of: owners) }
    }
}

extension Area {
    /// The ids of this area and of all areas in it.
    var ids: [ContainerID] { [id] + parts.flatMap(\.ids) }

    fileprivate func lastPlace(where holds: (Entry) -> Bool) -> AreaPlace? {
        if case .stack(let stack) = self { return stack.entries.lastIndex(where: holds).map { .entry(stack.id, $0) } }
        return parts.reversed().compactMap { $0.lastPlace(where: holds) }.first
    }

    fileprivate func front(of owners: Set<NodeID>) -> Entry? {
        if case .stack(let stack) = self { return stack.entries.last { owners.contains($0.owner) } }
        return visibleParts.reversed().firstNonNil { $0.front(of: owners) }
    }
}

extension Tree {
    func tabs(_ id: ContainerID) -> Area.Tabs? {
        guard case .tabs(let tabs)? = area(id) else { return nil }
        return tabs
    }

    /// The tabs of the flow, or of the nearest flow above that shows tabs.
    func tabs(around id: NodeID) -> Area.Tabs? {
        for node in chain(from: id) {
            if let tabs = layers.reversed().firstNonNil({ $0.area.tabs(of: node.id) }) { return tabs }
        }
        return nil
    }

    /// The visible tabs, outermost first.
    var visibleTabs: [Area.Tabs] { frontLayer?.area.visibleTabs ?? [] }

    /// Shows the titles of tabs in a language.
    mutating func translateTabs(to language: Language) {
        guard layers.contains(where: { $0.area.hasOtherTitles(in: language) }) else { return }
        for index in layers.indices {
            layers[index].area.editAll { area in
                guard case .tabs(var tabs) = area else { return }
                for index in tabs.tabs.indices {
                    tabs.tabs[index].shownTitle = language.string(tabs.tabs[index].title)
                }
                area = .tabs(tabs)
            }
        }
    }

    mutating func modifyTabs(_ id: ContainerID, _ change: (inout Area.Tabs) -> Void) {
        for index in layers.indices {
            let found = layers[index].area.edit(id) { area in
                guard case .tabs(var tabs) = area else { return }
                change(&tabs)
                area = .tabs(tabs)
            }
            if found { return }
        }
    }
}

extension Area {
    fileprivate func tabs(of owner: NodeID) -> Tabs? {
        if case .tabs(let tabs) = self, tabs.owner == owner { return tabs }
        return parts.firstNonNil { $0.tabs(of: owner) }
    }

    /// Whether a tab is shown with another title than it has in the language.
    fileprivate func hasOtherTitles(in language: Language) -> Bool {
        if case .tabs(let tabs) = self, tabs.tabs.contains(where: { $0.shownTitle != language.string($0.title) }) {
            return true
        }
        return parts.contains { $0.hasOtherTitles(in: language) }
    }

    fileprivate var visibleTabs: [Tabs] {
        let inner = visibleParts.flatMap(\.visibleTabs)
        return if case .tabs(let tabs) = self { [tabs] + inner } else { inner }
    }
}
