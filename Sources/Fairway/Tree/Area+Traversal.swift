import FairwayWire

extension Area {
    /// All screens, bottom first, in the order of tabs and panes.
    var entries: [Entry] {
        if case .stack(let stack) = self { return stack.entries }
        return parts.flatMap(\.entries)
    }

    /// The topmost screens of the visible stacks, the frontmost last.
    var visible: ShortList<Entry> {
        if case .stack(let stack) = self { return ShortList(stack.entries.suffix(1)) }
        return ShortList(visibleParts.flatMap(\.visible))
    }

    /// The last of ``visible``.
    var front: Entry? {
        if case .stack(let stack) = self { return stack.entries.last }
        return visibleParts.reversed().firstNonNil(\.front)
    }

    /// The visible stack that contains the frontmost screen, or the first visible stack if all are empty.
    var frontStack: Stack? {
        if case .stack(let stack) = self { return stack }
        let stacks = visibleParts.compactMap(\.frontStack)
        return stacks.last { !$0.entries.isEmpty } ?? stacks.first
    }

    func area(_ id: ContainerID) -> Area? {
        if self.id == id { return self }
        for part in parts {
            if let found = part.area(id) { return found }
        }
        return nil
    }

    func stack(holding screen: ScreenID) -> Stack? {
        if case .stack(let stack) = self {
            return stack.entries.reversed().contains { $0.screen == screen } ? stack : nil
        }
        for part in parts {
            if let found = part.stack(holding: screen) { return found }
        }
        return nil
    }

    /// Applies a change to this area and all areas in it, parts first.
    mutating func editAll(_ edit: (inout Area) -> Void) {
        switch self {
        case .stack:
            break
        case .tabs(var tabs):
            for index in tabs.tabs.indices { tabs.tabs[index].area.editAll(edit) }
            self = .tabs(tabs)
        case .split(var split):
            split.primary.editAll(edit)
            split.secondary.editAll(edit)
            self = .split(split)
        }
        edit(&self)
    }

    /// Applies a change to the area with the id: this one or one in it. Returns false if there is none.
    mutating func edit(_ id: ContainerID, _ change: (inout Area) -> Void) -> Bool {
        if self.id == id {
            change(&self)
            return true
        }
        switch self {
        case .stack:
            return false
        case .tabs(var tabs):
            for index in tabs.tabs.indices where tabs.tabs[index].area.edit(id, change) {
                self = .tabs(tabs)
                return true
            }
            return false
        case .split(var split):
            guard split.primary.edit(id, change) || split.secondary.edit(id, change) else { return false }
            self = .split(split)
            return true
        }
    }

    /// The lowest position with content of one of the given flows.
    func place(of owners: Set<NodeID>) -> AreaPlace? {
        if let owner, owners.contains(owner) { return .area(id) }
        if case .stack(let stack) = self {
            return stack.entries.firstIndex { owners.contains($0.owner) }.map { .entry(stack.id, $0) }
        }
        return parts.firstNonNil { $0.place(of: owners) }
    }

    /// A position in a layer: an index in a stack, or an entire area.
    enum AreaPlace: Hashable, Sendable {
        case entry(ContainerID, Int)
        case area(ContainerID)
    }
}
