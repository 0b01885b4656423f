extension Navigation {
    /// The moves that lead from this navigation to another, by the rule of `protocol.md` 1.
    ///
    /// A list that would pass through a screen which is not in the new navigation, and any change behind the front, is
    /// one `reset`: a client never has to draw what is not there any more.
    public func moves(to new: Navigation) -> [Move] {
        guard self != new else { return [] }
        let reset = [Move(.reset, container: new.layers.last?.id, screen: new.front?.id)]
        let before = layers
        let after = new.layers
        let common = zip(before, after).prefix { $0.id == $1.id && $0.presentation == $1.presentation }.count
        guard common > 0, before[..<(common - 1)] == after[..<(common - 1)] else { return reset }

        var moves: [Move] = []
        let meeting = after[common - 1]
        if before.count > common {
            // The layer comes to light as it was, so that what was in front of it must still be there.
            guard let uncovered = before[common - 1].front, meeting.screens.contains(uncovered) else { return reset }
            moves.append(Move(.dismiss, container: meeting.id, screen: uncovered.id))
        }
        guard let inside = before[common - 1].content.moves(to: meeting.content, of: meeting) else { return reset }
        // Taking a tab from the tree takes all of it, so that it cannot be one of several steps.
        guard !inside.contains(where: { $0.move == .select }) || (moves.isEmpty && after.count == common) else {
            return reset
        }
        moves += inside
        moves += after[common...].map { Move(.present, container: $0.id, screen: $0.front?.id) }
        return moves
    }
}

extension Navigation.Content {
    /// The moves inside one container, or nil when they cannot be told as steps.
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
        // A screen that was there and still is, on something else, would be taken away and put back.
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
        // A `select` takes the whole tree, so that it cannot stand beside another step.
        let moves = first + second
        return moves.count > 1 && moves.contains { $0.move == .select } ? nil : moves
    }
}
