import FairwayWire

/// Placement of new content, as mutations of the tree's value.
extension Tree {
    /// A screen, or tabs or a split view.
    enum PlacedContent {
        case screen(ShownScreen)
        case area(Area)
    }

    /// Shows content for a flow with the requested style. A flow's first content uses the style that the flow was
    /// started with.
    mutating func place(_ content: PlacedContent, for id: NodeID, as requested: Style) throws(ChangeFailure) {
        let entry = enter(id, as: requested, with: content)
        let container: ContainerID
        switch entry {
        case .root(let scope):
            container = replaceContent(of: scope, with: content, for: id)
            if scope != id {
                modify(scope) {
                    $0.hasReplacedRoot = true
                    $0.home = container
                }
            }
        case .replacing(let other, _) where requested.isOverlay:
            removeReplaced(other, for: id)
            container = try place(content, for: id, requested)
        case .replacing(let other, _):
            container = replaceContent(of: other, with: content, for: id)
        case .filling(let container):
            fill(container, with: content, for: id)
            markShown(id, in: container)
            return
        case .style(let style):
            container = try place(content, for: id, style)
        }
        markShown(id, in: container)
    }

    /// The effective placement of the content. A flow's first content is placed as its parent requested. If several
    /// nested flows have shown nothing yet, the outermost flow's request applies.
    private mutating func enter(
        _ id: NodeID,
        as requested: Style,
        with content: PlacedContent
    ) -> Node.FirstPresentation {
        if requested == .root, self[id]?.entry == nil { return .root(of: id) }
        var entry = Node.FirstPresentation.style(requested == .root ? .automatic : requested)
        for node in chain(from: id) {
            guard let own = node.entry else { break }
            switch own {
            case .style(.automatic): continue
            // Replacing a flow that has shown nothing yet means taking its placement.
            case .root(let scope) where self[scope]?.entry != nil: continue
            // The container may have been replaced while the flow was starting.
            case .filling(let container) where !isStack(container): continue
            case .replacing(let other, .automatic) where self[other] == nil: continue
            case .replacing(let other, let style) where self[other] == nil: entry = .style(style)
            default: entry = own
            }
        }
        guard requested.isOverlay else { return entry }
        // An alert or a sheet is presented over other content, also in place of a flow that it replaces. As the root, it
        // takes the place of the flow's content instead, as an ordinary screen.
        switch entry {
        case .root, .replacing: return entry
        case .style, .filling: return .style(requested)
        }
    }

    private func isStack(_ container: ContainerID) -> Bool {
        if case .stack? = area(container) { true } else { false }
    }

    /// Marks the flow, and its ancestors that had shown nothing, as shown in the container.
    private mutating func markShown(_ id: NodeID, in container: ContainerID) {
        for node in chain(from: id) where node.entry != nil || node.home == nil {
            modify(node.id) {
                $0.entry = nil
                $0.home = $0.home ?? container
            }
        }
    }

    private mutating func place(
        _ content: PlacedContent,
        for id: NodeID,
        _ style: Style
    ) throws(ChangeFailure) -> ContainerID {
        if layers.isEmpty { return present(content, for: id, as: nil, navigates: style != .modal(navigation: false)) }
        switch style {
        case .modal(let navigation): return present(content, for: id, as: .modal, navigates: navigation)
        case .sheet: return present(content, for: id, as: .sheet, navigates: false)
        case .alert: return present(content, for: id, as: .alert, navigates: false)
        case .pane(let pane): return try place(content, for: id, in: pane)
        case .automatic, .push, .replace, .root: break
        }
        guard case .screen(let screen) = content else { return present(content, for: id, as: .modal, navigates: true) }
        guard let target = target(of: id) else {
            guard style == .automatic else { throw .mistake(noStack(for: screen, style)) }
            return present(content, for: id, as: .modal, navigates: true)
        }
        if style == .replace {
            replaceTop(of: target, with: screen, for: id)
        } else {
            push(screen, on: target, for: id)
        }
        return target
    }

    private mutating func push(_ screen: ShownScreen, on container: ContainerID, for id: NodeID) {
        edit(container) { $0.append(Area.Entry(screen: screen.id, owner: id)) }
        show(screen, for: id)
    }

    /// The new screen inherits the old one's barrier.
    private mutating func replaceTop(of container: ContainerID, with screen: ShownScreen, for id: NodeID) {
        var screen = screen
        let old = area(container)?.entries.last
        if let old {
            screen.isBarrier = shown(old.screen)?.screen.isBarrier ?? false
            remove(screens: [old.screen])
        }
        push(screen, on: container, for: id)
    }

    private func noStack(for screen: ShownScreen, _ style: Style) -> Mistake {
        Mistake(
            "show(\(screen.type.name), as: .\(style)): there is no navigation stack in front. "
                + "Show the screen with .automatic or .modal, or first remove the alert or sheet in front."
        )
    }

    /// The stack for a flow's next screen: its own, even if empty. If its own is covered, the frontmost one.
    func target(of id: NodeID) -> ContainerID? {
        if let home = self[id]?.home, let layer = layers.last(where: { !$0.area.isVacant || $0.area.id == home }),
            layer.navigates || (layer.area.isVacant && layer.presentation == .modal),
            case .stack? = layer.area.area(home)
        {
            return home
        }
        guard let front = frontLayer, front.navigates else { return nil }
        if let parent = self[id]?.parent, self[id]?.home == nil { return target(of: parent) }
        return front.area.frontStack?.id
    }

    private mutating func place(
        _ content: PlacedContent,
        for id: NodeID,
        in pane: Style.Pane
    ) throws(ChangeFailure) -> ContainerID {
        let owners = Set(chain(from: id).map(\.id))
        guard let split = split(of: owners, in: frontLayer?.area),
            let container = (pane == .primary ? split.primary : split.secondary).frontStack?.id,
            case .screen(let screen) = content
        else {
            throw .mistake(
                Mistake(
                    "show(as: .pane(.\(pane))): no split view of this flow or of one above it is in front. Show one first."
                )
            )
        }
        push(screen, on: container, for: id)
        return container
    }

    private func split(of owners: Set<NodeID>, in area: Area?) -> Area.Split? {
        guard let area else { return nil }
        if case .split(let split) = area, owners.contains(split.owner) { return split }
        for part in area.visibleParts {
            if let found = self.split(of: owners, in: part) { return found }
        }
        return nil
    }

    private mutating func present(
        _ content: PlacedContent,
        for id: NodeID,
        as presentation: Presentation?,
        navigates: Bool
    ) -> ContainerID {
        let area = makeArea(content, for: id)
        layers.append(Layer(presentation: presentation, navigates: navigates, area: area))
        return area.id
    }

    private mutating func makeArea(_ content: PlacedContent, for id: NodeID) -> Area {
        switch content {
        case .area(let area):
            return area
        case .screen(let screen):
            show(screen, for: id)
            return .stack(
                Area.Stack(id: next.makeContainer(), entries: [Area.Entry(screen: screen.id, owner: id)])
            )
        }
    }

    /// Places new content where a flow's content begins, and removes that flow's old content.
    private mutating func replaceContent(of scope: NodeID, with content: PlacedContent, for id: NodeID) -> ContainerID {
        let staying = Set(chain(from: id).map(\.id))
        let leaving = Set(subtree(of: scope))
        let place = place(of: leaving)?.area ?? formerPlace(of: scope)
        let area: ContainerID
        var kept: ScreenID?
        switch (place, content) {
        case (.entry(let container, let index), .screen(let screen)):
            edit(container) { $0.insert(Area.Entry(screen: screen.id, owner: id), at: min(index, $0.count)) }
            show(screen, for: id)
            (area, kept) = (container, screen.id)
        case (.entry(let container, _), .area(let new)) where holds(only: leaving, in: container),
            (.area(let container), .area(let new)):
            replaceArea(container, with: new)
            area = new.id
        case (.area(let container), .screen(let screen)):
            let new = makeArea(content, for: id)
            replaceArea(container, with: new)
            (area, kept) = (new.id, screen.id)
        case (.entry, .area), (nil, _):
            // Tabs cannot be placed between screens of other flows, so they are presented modally.
            area = present(content, for: id, as: layers.isEmpty ? nil : .modal, navigates: true)
            if case .screen(let screen) = content { kept = screen.id }
        }
        removeContent { entry in
            leaving.contains(entry.owner) && entry.screen != kept
        } areas: {
            leaving.contains($0.owner ?? id) && $0.id != area
        }
        leaving.subtracting(staying).forEach { remove($0) }
        return area
    }

    /// Removes a flow and its content before another flow is presented as an alert or a sheet in its place.
    private mutating func removeReplaced(_ other: NodeID, for id: NodeID) {
        let staying = Set(chain(from: id).map(\.id))
        let leaving = Set(subtree(of: other))
        removeContent {
            leaving.contains($0.owner)
        } areas: {
            $0.owner.map(leaving.contains) ?? false
        }
        leaving.subtracting(staying).forEach { remove($0) }
        // Prune now. If no layer is left, the new content becomes the base.
        prune()
    }

    /// Whether all screens of a stack belong to the given flows.
    private func holds(only owners: Set<NodeID>, in container: ContainerID) -> Bool {
        area(container)?.entries.allSatisfy { owners.contains($0.owner) } ?? false
    }

    /// The position of a flow's former content, if its container still exists.
    private func formerPlace(of scope: NodeID) -> Area.AreaPlace? {
        guard let home = self[scope]?.home, let area = area(home) else { return nil }
        return .entry(home, area.entries.count)
    }

    private mutating func replaceArea(_ container: ContainerID, with new: Area) {
        for index in layers.indices where layers[index].area.edit(container, { $0 = new }) { return }
    }

    private mutating func fill(_ container: ContainerID, with content: PlacedContent, for id: NodeID) {
        switch content {
        case .screen(let screen):
            push(screen, on: container, for: id)
        case .area(let area):
            replaceArea(container, with: area)
            // A handler may have pushed a screen into this container before the flow started.
            forgetScreensThatLeft()
        }
    }

    private mutating func show(_ screen: ShownScreen, for id: NodeID) {
        modify(id) { $0.screens.append(screen) }
    }

    private mutating func edit(_ container: ContainerID, _ change: (inout [Area.Entry]) -> Void) {
        for index in layers.indices {
            let found = layers[index].area.edit(container) { area in
                guard case .stack(var stack) = area else { return }
                change(&stack.entries)
                area = .stack(stack)
            }
            if found { return }
        }
    }
}

extension Style {
    /// Whether the style presents over other content.
    fileprivate var isOverlay: Bool { self == .alert || self == .sheet }
}
