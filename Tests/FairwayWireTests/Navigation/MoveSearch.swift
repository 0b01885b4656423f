import FairwayWire

/// Searches for moves between two navigations by brute force, following `protocol.md` section 1. It shares no code with
/// `Navigation.moves`.
struct MoveSearch {
    let before: Navigation
    let after: Navigation

    /// The first list of moves that leads to the new navigation and shows only its screens.
    var first: [Move]? {
        for dismissed in dismissals {
            // A layer that remains cannot be dismissed and presented again.
            let presented = after.layers.dropFirst(dismissed.layers.count)
            guard !presented.contains(where: { layer in before.layers.contains { $0.id == layer.id } }) else {
                continue
            }
            for inside in insides(of: dismissed.layers) {
                let moves = dismissed.moves + inside + presents(from: dismissed.layers.count)
                if !moves.isEmpty, leads(moves) { return moves }
            }
        }
        return nil
    }

    private var newScreens: Set<String> { Set(after.screens.map(\.id)) }

    /// Nothing, or dismissing everything over a layer that still has its front screen.
    private var dismissals: [(layers: [Navigation], moves: [Move])] {
        let layers = before.layers
        var found: [(layers: [Navigation], moves: [Move])] = [(layers, [])]
        for count in 1..<max(1, layers.count) {
            let layer = layers[count - 1]
            guard let front = layer.front?.id, newScreens.contains(front) else { continue }
            found.append((Array(layers.prefix(count)), [Move(.dismiss, container: layer.id, screen: front)]))
        }
        return found
    }

    private func presents(from count: Int) -> [Move] {
        after.layers.dropFirst(count).map { Move(.present, container: $0.id, screen: $0.front?.id) }
    }

    /// The possible moves in the front layer: selecting another tab, or moves in each visible stack.
    private func insides(of layers: [Navigation]) -> [[Move]] {
        guard let old = layers.last, after.layers.count >= layers.count else { return [] }
        let new = after.layers[layers.count - 1]
        var found = [moves(from: old, to: new)]
        // `select` replaces the whole content, so it is never combined with other moves.
        if layers.count == before.layers.count, after.layers.count == before.layers.count {
            found += selections(from: old, to: new).map { [$0] }
        }
        return found.compactMap(\.self)
    }

    /// The moves in the visible stacks of two containers of the same shape; nil if no moves lead from one to the other.
    private func moves(from old: Navigation, to new: Navigation) -> [Move]? {
        guard old.id == new.id else { return nil }
        switch (old.content, new.content) {
        case (.stack(let before), .stack(let after)):
            return moves(from: before, to: after, in: new.id)
        case (.tabs(let selected, let before), .tabs(let selectedNow, let after)):
            guard selected == selectedNow, let old = before.first(where: { $0.key == selected }),
                let new = after.first(where: { $0.key == selected })
            else { return nil }
            return moves(from: old.content, to: new.content)
        case (.split(let primary, let secondary), .split(let primaryNow, let secondaryNow)):
            guard let first = moves(from: primary, to: primaryNow),
                let second = moves(from: secondary, to: secondaryNow)
            else { return nil }
            return first + second
        default:
            return nil
        }
    }

    private func moves(from old: [ScreenReference], to new: [ScreenReference], in container: String) -> [Move]? {
        if old == new { return [] }
        if !new.isEmpty, old.count == new.count, old.dropLast() == new.dropLast(), !old.contains(new[new.count - 1]) {
            return [Move(.replace, container: container, screen: new[new.count - 1].id)]
        }
        for kept in (0...old.count).reversed() {
            guard Array(old.prefix(kept)) == Array(new.prefix(kept)) else { continue }
            if kept == 0, !old.isEmpty { return nil }
            let pushed = new.dropFirst(kept)
            guard !pushed.contains(where: old.contains) else { return nil }
            let pop = kept < old.count ? [Move(.pop, container: container, screen: old[kept - 1].id)] : []
            return pop + pushed.map { Move(.push, container: container, screen: $0.id) }
        }
        return nil
    }

    private func selections(from old: Navigation, to new: Navigation) -> [Move] {
        guard old.id == new.id else { return [] }
        switch (old.content, new.content) {
        case (.tabs(let before, let tabs), .tabs(let after, let tabsNow)):
            guard before == after else { return [Move(.select, container: new.id, screen: new.front?.id, tab: after)] }
            guard tabs.filter({ $0.key != after }) == tabsNow.filter({ $0.key != after }) else { return [] }
            return zip(tabs, tabsNow).flatMap { selections(from: $0.content, to: $1.content) }
        case (.split(let primary, let secondary), .split(let primaryNow, let secondaryNow)):
            let first = secondary == secondaryNow ? selections(from: primary, to: primaryNow) : []
            return first + (primary == primaryNow ? selections(from: secondary, to: secondaryNow) : [])
        default:
            return []
        }
    }

    private func leads(_ moves: [Move]) -> Bool {
        let below = after.layers.count == before.layers.count || !moves.contains { $0.move == .select }
        return below && before.applying(moves, toward: after) == after && isChangedOnlyInFront(moves)
    }

    /// A client that selects a tab would not notice a change behind the front layer.
    private func isChangedOnlyInFront(_ moves: [Move]) -> Bool {
        guard moves.contains(where: { $0.move == .select }) else { return true }
        return before.layers.dropLast() == after.layers.dropLast()
    }
}
