import FairwayWire

extension Area {
    /// Every screen in here, bottom first, tabs and halves in their order.
    var entries: [Entry] {
        if case .stack(let stack) = self { return stack.entries }
        return parts.flatMap(\.entries)
    }

    /// The screens on top of what is visible, the one in front last.
    var visible: [Entry] {
        if case .stack(let stack) = self { return stack.entries.last.map { [$0] } ?? [] }
        return visibleParts.flatMap(\.visible)
    }

    /// The last of ``visible``, of which no list is made: most changes ask for it ten times.
    var front: Entry? {
        if case .stack(let stack) = self { return stack.entries.last }
        return visibleParts.reversed().firstNonNil(\.front)
    }

    /// The stack in which the screen in front is, or would be.
    var frontStack: Stack? {
        if case .stack(let stack) = self { return stack }
        let stacks = visibleParts.compactMap(\.frontStack)
        return stacks.last { !$0.entries.isEmpty } ?? stacks.first
    }

    /// The area of that id, here or in a part.
    func area(_ id: ContainerID) -> Area? {
        if self.id == id { return self }
        for part in parts {
            if let found = part.area(id) { return found }
        }
        return nil
    }

    /// The stack in which a screen lies. Looked through from the top, where what is asked for nearly always is.
    func stack(holding screen: ScreenID) -> Stack? {
        if case .stack(let stack) = self {
            return stack.entries.reversed().contains { $0.screen == screen } ? stack : nil
        }
        for part in parts {
            if let found = part.stack(holding: screen) { return found }
        }
        return nil
    }

    /// Changes this area and every area in it, parts first.
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

    /// Changes the area of that id; false when it is not here.
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

    /// Where the content of some flows begins in here.
    func place(of owners: Set<NodeID>) -> Place? {
        if let owner, owners.contains(owner) { return .area(id) }
        if case .stack(let stack) = self {
            return stack.entries.firstIndex { owners.contains($0.owner) }.map { .entry(stack.id, $0) }
        }
        return parts.firstNonNil { $0.place(of: owners) }
    }

    /// A place in a layer: in a stack, or a whole area.
    enum Place: Hashable, Sendable {
        case entry(ContainerID, Int)
        case area(ContainerID)
    }
}
