import FairwayWire

/// Where something lies, and what lies beyond it: pure readings of the tree.
extension Tree {
    /// A place in one of the layers.
    struct Place: Hashable, Sendable {
        var layer: Int
        var area: Area.Place
    }

    /// The area of that id, in whichever layer it is.
    func area(_ id: ContainerID) -> Area? { layers.firstNonNil { $0.area.area(id) } }

    /// Where the content of some flows begins.
    func place(of owners: Set<NodeID>) -> Place? {
        layers.indices.firstNonNil { index in
            layers[index].area.place(of: owners).map { Place(layer: index, area: $0) }
        }
    }

    /// Where the topmost entry lies of which something holds.
    func lastPlace(where holds: (Area.Entry) -> Bool) -> Place? {
        for index in layers.indices.reversed() {
            if let place = layers[index].area.lastPlace(where: holds) { return Place(layer: index, area: place) }
        }
        return nil
    }

    /// The screens above a place: those on it in its stack, and those in the layers over it. Of tabs and split views
    /// themselves all parts stay.
    func entries(beyond place: Place) -> [Area.Entry] {
        let above = layers[(place.layer + 1)...].flatMap(\.area.entries)
        guard case .entry(let container, let index) = place.area,
            case .stack(let stack)? = layers[place.layer].area.area(container)
        else { return above }
        return stack.entries[(index + 1)...] + above
    }

    /// The screen of some flows that a user sees, or would see without what others have put on it.
    func front(of owners: Set<NodeID>) -> Area.Entry? {
        layers.reversed().firstNonNil { $0.area.front(of: owners) }
    }
}

extension Area {
    /// The ids of this area and of all in it.
    var ids: [ContainerID] { [id] + parts.flatMap(\.ids) }

    fileprivate func lastPlace(where holds: (Entry) -> Bool) -> Place? {
        if case .stack(let stack) = self { return stack.entries.lastIndex(where: holds).map { .entry(stack.id, $0) } }
        return parts.reversed().compactMap { $0.lastPlace(where: holds) }.first
    }

    fileprivate func front(of owners: Set<NodeID>) -> Entry? {
        if case .stack(let stack) = self { return stack.entries.last { owners.contains($0.owner) } }
        return visibleParts.reversed().firstNonNil { $0.front(of: owners) }
    }
}
