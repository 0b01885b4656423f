import FairwayWire
import Synchronization

/// A layout as it is stored, and what has been made of it.
///
/// Sessions that lie alike share it, which is to say those in which the same numbers have been given out: whose users have taken
/// as many steps to the same place.
final class KnownLayout: Sendable {
    let json: RawJSON
    let next: NextIdentifiers
    let layers: [Layer]
    /// What was laid out so last.
    private let seen = Mutex<Seen?>(nil)

    /// The same layout may hold other screens in another session: numbers are given out anew in each.
    private final class Seen: Sendable {
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

        /// Whether a tree that is laid out alike has the same names in it.
        func isLike(_ tree: Tree) -> Bool {
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

    /// The layout that was stored.
    ///
    /// - Throws: a sentence that says why this build cannot read it.
    init(_ json: RawJSON) throws {
        let stored = try StoredLayout(JSONReader(json.bytes))
        guard stored.next.areUsable else { throw Mistake("its next ids are none that this build gives out") }
        self.json = json
        next = stored.next
        layers = stored.layers
    }

    /// The layout of a tree, as it is stored.
    init(_ json: RawJSON, of tree: Tree) {
        self.json = json
        (next, layers) = (tree.next, tree.layers)
        assert((try? KnownLayout(json))?.layers == layers, "What is stored is another layout.")
    }

    /// What clients see of a tree that is laid out so.
    func navigation(of tree: Tree) -> KeptNavigation {
        if let seen = seen.withLock({ $0 }), seen.isLike(tree) { return seen.navigation }
        let new = Seen(tree)
        // What was there is freed when the lock is free again.
        _ = seen.withLock { exchange(&$0, with: new) }
        return new.navigation
    }
}
