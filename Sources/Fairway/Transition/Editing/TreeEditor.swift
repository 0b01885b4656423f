import FairwayWire

/// A session's tree while a change edits it: the operations that wait, and the content that comes into view or leaves.
///
/// It runs no handlers. The transaction runs them between the calls of its methods.
struct TreeEditor {
    /// The tree before the change.
    let before: Tree
    var tree: Tree
    var operations: RecordedOperations
    /// The child that has left, while a `finishOf:` or `dismissOf:` handler runs for it.
    var child: Child?
    private(set) var ending: SessionEnd?
    /// The flows that have left with an output.
    private var finished: [NodeID] = []
    /// The visible screens for which `on(appear:)` has run and `on(disappear:)` has not. Differs from the tree's
    /// visible screens only while the change is in progress.
    private(set) var inView: ShortList<Area.Entry>
    /// The screens that became visible during this change, with their values at that time.
    private var transientScreens: [ScreenID: ShownScreen] = [:]

    init(_ tree: Tree, mostOperations: Int) {
        (before, self.tree) = (tree, tree)
        operations = RecordedOperations(most: mostOperations)
        inView = tree.visible
    }

    /// Whether a flow may perform an operation. Throws if the operation refers to content that no longer exists.
    func applies(_ request: NavigationRequest, by id: NodeID) throws(Mistake) -> Bool {
        if ending == nil, tree[id] != nil { return true }
        switch request {
        // Finishing again has no effect.
        case .finish, .dismiss: return false
        default:
            throw Mistake(
                "\(before[id]?.type.name ?? "a flow") has ended and then asked to \(request): call finish() or dismiss() last."
            )
        }
    }

    mutating func end(_ outcome: SessionOutcome, result: RawJSON? = nil) {
        guard ending == nil else { return }
        if let root = tree.root { tree.removeSubtree(root.id) }
        tree.prune()
        ending = SessionEnd(outcome: outcome, result: result)
    }

    mutating func noteFinished(_ flow: NodeID) { finished.append(flow) }

    /// How a flow left in this change.
    func outcome(of flow: NodeID) -> SessionOutcome {
        if finished.contains(flow) { return .completed }
        return switch ending?.outcome {
        case .ended: .ended
        case .expired: .expired
        case .completed, .dismissed, nil: .dismissed
        }
    }

    /// The flow that is dismissed next, because it has no content; the deepest first. Flows with pending requests are
    /// skipped.
    func contentless() throws(Mistake) -> NodeID? {
        guard ending == nil, let id = tree.contentless(besides: operations.unfinished) else { return nil }
        if tree[id]?.parent == nil, tree[id]?.type.canEnd == false {
            throw Mistake(
                "nothing is left to show: \(tree[id]?.type.name ?? "the initial flow") has no screen and no flow left. "
                    + "Show a screen in on(finishOf:) or on(dismissOf:)."
            )
        }
        return id
    }

    /// Throws if the session goes on and has no front screen.
    func checkShowsScreen() throws(Mistake) {
        guard ending == nil, tree.front == nil else { return }
        throw Mistake(
            "nothing is left to show: all flows in the front tabs or split view have finished or were dismissed. "
                + "Show a screen or start a flow in on(finishOf:) or on(dismissOf:)."
        )
    }
}

/// Screens that come into view or leave it.
extension TreeEditor {
    /// Whether other screens are visible than those in view.
    var hasOtherScreensVisible: Bool {
        // If the layout is unchanged, so are the visible screens.
        ending == nil && tree.changes.layout && tree.visible != inView
    }

    /// Puts the visible screens in view. Returns those that left the view, and those that came.
    mutating func changeView() -> (went: [Area.Entry], came: [Area.Entry]) {
        let (old, new) = (inView, tree.visible)
        inView = new
        return (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
    }

    /// Removes a screen from view that has left before it appeared.
    mutating func removeFromView(_ entry: Area.Entry) { inView = ShortList(inView.filter { $0 != entry }) }

    mutating func noteAppeared(_ screen: ShownScreen) { transientScreens[screen.id] = screen }

    /// A screen that is shown now, was shown before the change, or was shown during it.
    func lastKnown(_ id: ScreenID) -> ShownScreen? {
        tree.shown(id)?.screen ?? transientScreens[id] ?? before.shown(id)?.screen
    }

    /// The screen in view of a request, by default the frontmost.
    func visible(_ screen: String?) throws(Problem) -> (screen: ShownScreen, owner: Node) {
        let entry = screen == nil ? inView.last : inView.first { $0.screen.description == screen }
        guard let entry, let shown = tree.shown(entry.screen) else {
            throw Problem(.staleScreen, "Screen \(screen ?? "") is no longer in front.")
        }
        return shown
    }
}
