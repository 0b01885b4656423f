extension Navigation {
    /// The moves from this navigation to another, as specified in `protocol.md` section 1.
    ///
    /// The result is a single `reset` if the moves would show a screen that is not in the new navigation, or if
    /// anything behind the front container changed. A client therefore never draws a screen that no longer exists.
    public func moves(to new: Navigation) -> [Move] {
        guard self != new else { return [] }
        let reset = [Move(.reset, container: new.layers.last?.id, screen: new.front?.id)]
        let before = layers
        let after = new.layers
        let common = zip(before, after).prefix { $0.id == $1.id && $0.presentation == $1.presentation }.count
        guard common > 0, before[..<(common - 1)] == after[..<(common - 1)] else { return reset }

        var moves: [Move] = []
        let shared = after[common - 1]
        if before.count > common {
            // Dismissing reveals the old layer, so its front screen must still exist.
            guard let uncovered = before[common - 1].front, shared.screens.contains(uncovered) else { return reset }
            moves.append(Move(.dismiss, container: shared.id, screen: uncovered.id))
        }
        guard let inside = before[common - 1].content.moves(to: shared.content, of: shared) else { return reset }
        // `select` takes the whole content of the tab, so it cannot be combined with other moves.
        guard !inside.contains(where: { $0.move == .select }) || (moves.isEmpty && after.count == common) else {
            return reset
        }
        moves += inside
        moves += after[common...].map { Move(.present, container: $0.id, screen: $0.front?.id) }
        return moves
    }
}

extension Navigation.Content {
    /// The moves inside one container; nil if only `reset` can express the change.
    fileprivate func moves(to new: Navigation.Content, of container: Navigation) -> [Move]? {
        switch (self, new) {
        case (.stack(let before), .stack(let after)):
            Self.moves(from: before, to: after, in: container.id)
        case (.tabs(let selectedBefore, let before), .tabs(let selected, let after)):
            Self.moves(from: before, selectedBefore, to: after, selected, in: container)
        case (.split(let primaryBefore, let secondaryBefore), .split(let primary, let secondary)):
            Self.join(
                Self.moves(fromPart: primaryBefore, to: primary),
                Self.moves(fromPart: secondaryBefore, to: secondary)
            )
        default:
            nil
        }
    }

    private static func moves(
        from before: [ScreenReference],
        to after: [ScreenReference],
        in container: String
    ) -> [Move]? {
        let common = zip(before, after).prefix { $0 == $1 }.count
        if before.count == after.count, common == before.count - 1, let top = after.last {
            return [Move(.replace, container: container, screen: top.id)]
        }
        // A screen that moved within the stack would be popped and pushed again.
        guard !after[common...].contains(where: before.contains) else { return nil }
        var moves: [Move] = []
        if before.count > common {
            guard common > 0 else { return nil }
            moves.append(Move(.pop, container: container, screen: after[common - 1].id))
        }
        return moves + after[common...].map { Move(.push, container: container, screen: $0.id) }
    }

    private static func moves(
        from before: [Navigation.Tab],
        _ selectedBefore: String,
        to after: [Navigation.Tab],
        _ selected: String,
        in container: Navigation
    ) -> [Move]? {
        guard selectedBefore == selected else {
            return [Move(.select, container: container.id, screen: container.front?.id, tab: selected)]
        }
        guard before.map(\.key) == after.map(\.key), before.map(\.title) == after.map(\.title) else { return nil }
        var moves: [Move] = []
        for (old, new) in zip(before, after) where old != new {
            guard new.key == selected, let inside = Self.moves(fromPart: old.content, to: new.content) else {
                return nil
            }
            moves += inside
        }
        return moves
    }

    private static func moves(fromPart before: Navigation, to after: Navigation) -> [Move]? {
        guard before != after else { return [] }
        guard before.id == after.id else { return nil }
        return before.content.moves(to: after.content, of: after)
    }

    private static func join(_ first: [Move]?, _ second: [Move]?) -> [Move]? {
        guard let first, let second else { return nil }
        // `select` takes the whole content of the tab, so it cannot be combined with other moves.
        let moves = first + second
        return moves.count > 1 && moves.contains { $0.move == .select } ? nil : moves
    }
}
