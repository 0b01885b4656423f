import FairwayWire
import Synchronization

/// A decoded layout and the navigation that was computed from it, shared by all sessions with the same layout.
final class CachedLayout: Sendable {
    let json: RawJSON
    let next: NextIdentifiers
    let layers: [Layer]
    /// The last navigation with this layout.
    private let last = Mutex<LastNavigation?>(nil)

    /// A navigation with its screens. Each session numbers its screens from 1, so sessions with the same layout can
    /// show different screens.
    private final class LastNavigation: Sendable {
        let navigation: KeptNavigation
        private let screens: [Name]

        private struct Name {
            let screen: ScreenID
            let type: ScreenType
            let flow: FlowType
        }

        init(_ tree: Tree) {
            navigation = KeptNavigation(tree.navigation)
            screens = tree.nodes.flatMap { node in
                node.screens.map { Name(screen: $0.id, type: $0.type, flow: node.type) }
            }
        }

        /// Whether a tree with the same layout has the same screens.
        func matches(_ tree: Tree) -> Bool {
            var index = 0
            for node in tree.nodes {
                for screen in node.screens {
                    guard index < screens.count, screens[index].screen == screen.id,
                        screens[index].type === screen.type, screens[index].flow === node.type
                    else { return false }
                    index += 1
                }
            }
            return index == screens.count
        }
    }

    /// Decodes a stored layout. Throws if this build cannot read it.
    init(_ json: RawJSON) throws {
        let stored = try StoredLayout(JSONReader(json.bytes))
        guard stored.next.areUsable else { throw Mistake("its next ids are not in the range that this build assigns") }
        self.json = json
        next = stored.next
        layers = stored.layers
    }

    /// The layout of a tree, encoded as `json`.
    init(_ json: RawJSON, of tree: Tree) {
        self.json = json
        (next, layers) = (tree.next, tree.layers)
        assert((try? CachedLayout(json))?.layers == layers, "The encoded layout does not match the tree.")
    }

    /// The navigation of a tree with this layout.
    func navigation(of tree: Tree) -> KeptNavigation {
        if let last = last.withLock({ $0 }), last.matches(tree) { return last.navigation }
        let new = LastNavigation(tree)
        // The old value is freed after the lock is released.
        _ = last.withLock { exchange(&$0, with: new) }
        return new.navigation
    }
}

/// A cache of layouts, so that sessions with equal layouts share one decoded copy.
final class LayoutCache: Sendable {
    private static let count = 256
    /// Longer layouts are not cached. A decoded layout takes several times as many bytes as its JSON.
    private static let mostBytes = 2_048
    /// The index of a layout is computed from its hash. A new layout replaces the layout at its index.
    private let layouts = Mutex([CachedLayout?](repeating: nil, count: count))

    /// Decodes a stored layout.
    func layout(_ json: RawJSON) throws -> CachedLayout {
        try known(json) { try CachedLayout(json) }
    }

    /// The layout of a tree.
    func layout(of tree: Tree) -> CachedLayout {
        let json = StoredLayout(tree).json
        return known(json) { CachedLayout(json, of: tree) }
    }

    private func known(_ json: RawJSON, or make: () throws -> CachedLayout) rethrows -> CachedLayout {
        guard json.bytes.count <= Self.mostBytes else { return try make() }
        var hasher = Hasher()
        json.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        let index = Int(UInt(bitPattern: hasher.finalize()) % UInt(Self.count))
        if let known = layouts.withLock({ $0[index] }), known.json == json { return known }
        let new = try make()
        // The old value is freed after the lock is released.
        _ = layouts.withLock { exchange(&$0[index], with: new) }
        return new
    }
}
