import FairwayWire

/// Finding tabs and changing them.
extension Tree {
    /// The tabs of that id.
    func tabs(_ id: ContainerID) -> Area.Tabs? {
        guard case .tabs(let tabs)? = area(id) else { return nil }
        return tabs
    }

    /// The tabs that a flow shows, or else those of the nearest flow above it that shows any.
    func tabs(around id: NodeID) -> Area.Tabs? {
        for node in chain(from: id) {
            if let tabs = layers.reversed().firstNonNil({ $0.area.tabs(of: node.id) }) { return tabs }
        }
        return nil
    }

    /// The tabs a user sees now, outermost first.
    var visibleTabs: [Area.Tabs] { frontLayer?.area.visibleTabs ?? [] }

    /// Changes tabs in place.
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

    fileprivate var visibleTabs: [Tabs] {
        let inner = visibleParts.flatMap(\.visibleTabs)
        return if case .tabs(let tabs) = self { [tabs] + inner } else { inner }
    }
}
