extension Navigator {
    /// Shows a derived screen, which this flow or one above it declares with `shows`. The nearest declaration applies.
    ///
    /// ```swift
    /// nav.show(List.self)
    /// ```
    public func show<S: Screen>(_ screen: S.Type, as style: Style = .automatic) {
        transaction.enqueue(.showDerived(screen, nil, style), by: node)
    }

    /// Shows a derived screen that is declared with `shows(_:for:)`.
    ///
    /// If its closure returns nil, the action is refused with `rejected` and the code `gone`. Showing an equal
    /// parameter again shows another screen.
    ///
    /// ```swift
    /// nav.show(Detail.self, for: program.id)
    /// ```
    public func show<S: Screen, Parameter: Codable & Hashable & Sendable>(
        _ screen: S.Type,
        for parameter: Parameter,
        as style: Style = .automatic
    ) {
        transaction.enqueue(.showDerived(screen, ScreenParameter(parameter), style), by: node)
    }

    /// Shows a screen with state of its own.
    ///
    /// ```swift
    /// nav.show(Page2())
    /// nav.show(Unsaved(), as: .alert)
    /// ```
    public func show<S: Screen>(_ screen: S, as style: Style = .automatic) {
        transaction.enqueue(.show(screen, style), by: node)
    }

    /// Starts another flow and shows it, in the same change.
    ///
    /// With `.root` it replaces everything that this flow shows, and no `on(dismissOf:)` handlers run for what leaves.
    /// Going back then leaves this flow as a whole and is impossible if this flow is the session's root. If this flow
    /// has shown nothing yet, the other flow becomes its content. If this flow has nothing left to show because the
    /// flows it started have left, it is dismissed and its parent's `on(dismissOf:)` runs.
    ///
    /// ```swift
    /// nav.start(PickImage(title: "A cover"), as: .modal)
    /// ```
    ///
    /// - Parameters:
    ///   - flow: the flow, with its input in its stored properties.
    ///   - style: how it is presented.
    ///   - ignoringResult: whether its output is dropped. Otherwise the change fails if this flow has no route
    ///     `on(finishOf:)` for a flow with an output other than ``Done``.
    public func start<Child: FlowController>(
        _ flow: Child,
        as style: Style = .automatic,
        ignoringResult: Bool = false
    ) {
        transaction.enqueue(.start(flow, style, slot: nil, call: ignoringResult ? nil : .start), by: node)
    }

    /// Starts another flow in a slot. A flow that was started in an equal slot is replaced.
    ///
    /// The result goes to the route `on(finishOf:slot:)`, which receives the slot.
    ///
    /// ```swift
    /// nav.start(EditPassenger(passenger: passenger), as: .modal, slot: passenger.id)
    /// ```
    ///
    /// - Parameters:
    ///   - flow: the flow, with its input in its stored properties.
    ///   - style: how it is presented.
    ///   - slot: identifies the flow among those that this flow started. It is stored and compared as JSON; nil is no
    ///     slot. Prefer ids to indices, because a list may change before the result arrives.
    ///   - ignoringResult: whether its output is dropped.
    public func start<Child: FlowController, Slot: Codable & Hashable & Sendable>(
        _ flow: Child,
        as style: Style = .automatic,
        slot: Slot,
        ignoringResult: Bool = false
    ) {
        let slot = transaction.slot(slot, for: Child.self, of: node)
        transaction.enqueue(.start(flow, style, slot: slot, call: ignoringResult ? nil : .start), by: node)
    }

    /// Shows flows in tabs, each with its own navigation stack. A tab's flow starts when the tab is first selected.
    ///
    /// The tabs are this flow's entire content. If other flows show screens in the same stack, the tabs are presented
    /// modally over them. When the flow of the selected tab leaves, this flow must show other content.
    ///
    /// ```swift
    /// nav.showTabs(selected: "home") {
    ///     Tab("home", title: "Home", Home())
    ///     Tab("profile", title: "Profile", Profile())
    /// }
    /// ```
    public func showTabs(selected: String? = nil, as style: Style = .automatic, @TabsBuilder _ tabs: () -> [Tab]) {
        transaction.enqueue(.showTabs(tabs(), selected: selected, style), by: node)
    }

    /// Shows two flows side by side.
    ///
    /// The primary flow starts first. If a handler replaces the split view while the primary flow starts, the secondary
    /// flow does not start.
    ///
    /// ```swift
    /// nav.showSplit(primary: PlanetList(), secondary: PlanetDetail())
    /// ```
    ///
    /// - Parameters:
    ///   - primary: the flow that starts first.
    ///   - secondary: the flow beside it.
    ///   - style: how the split view is presented.
    ///   - ignoringResults: whether the outputs of both flows are dropped, as in ``start(_:as:slot:ignoringResult:)``.
    public func showSplit<Primary: FlowController, Secondary: FlowController>(
        primary: Primary,
        secondary: Secondary,
        as style: Style = .automatic,
        ignoringResults: Bool = false
    ) {
        let call: StartCall? = ignoringResults ? nil : .split
        transaction.enqueue(.showSplit(primary: primary, secondary: secondary, style, call: call), by: node)
    }

    /// Selects a tab of this flow or of the nearest flow above that shows tabs.
    ///
    /// ```swift
    /// nav.select("profile")
    /// ```
    public func select(_ tab: String) {
        transaction.enqueue(.select(tab), by: node)
    }

    /// Changes the stored properties of a screen with state of its own. The client receives `refresh`.
    ///
    /// This flow's own screens are searched first, then those of the flows it started, latest first. A retained screen
    /// that is not shown is changed where it is kept. The change fails if the screen is derived, shown or not: change the
    /// flow's state instead.
    ///
    /// ```swift
    /// nav.update(Editor.self) { $0.image = name }
    /// ```
    ///
    /// - Returns: whether a screen was found.
    @discardableResult
    public func update<S: Screen>(_ screen: S.Type, id: String? = nil, _ change: (inout S) -> Void) -> Bool {
        transaction.update(screen, step: id, of: node, change)
    }

    /// The stored properties of a screen with state of its own that this flow shows or has retained. The change fails
    /// if the screen is derived: read the flow's state instead.
    ///
    /// ```swift
    /// let name = nav.instance(of: NamePage.self)?.name
    /// ```
    public func instance<S: Screen>(of screen: S.Type, id: String? = nil) -> S? {
        transaction.instance(of: screen, step: id, in: node)
    }
}

extension Navigator where F: OrderedFlow {
    /// Shows the next step in the declared order. Steps with a false `when` condition are skipped.
    ///
    /// After the last step the change fails with `no-next-screen`. Check ``canGoNext`` first.
    ///
    /// ```swift
    /// if nav.canGoNext { nav.goNext() } else { nav.finish() }
    /// ```
    public func goNext(as style: Style = .automatic) {
        transaction.enqueue(.goNext(.following, style), by: node)
    }

    /// Shows the step with this screen type, anywhere in the order.
    ///
    /// ```swift
    /// nav.goNext(to: Photo.self, id: "back")
    /// ```
    public func goNext<S: Screen>(to screen: S.Type, id: String? = nil, as style: Style = .automatic) {
        transaction.enqueue(.goNext(.step(StepKey(screen: S.name, id: id)), style), by: node)
    }

    /// Shows the given screen as the step of its type, which must have state of its own.
    ///
    /// ```swift
    /// nav.goNext(to: Photo(title: "Once more"))
    /// ```
    public func goNext<S: Screen>(to screen: S, id: String? = nil, as style: Style = .automatic) {
        transaction.enqueue(.goNext(.screen(screen, StepKey(screen: S.name, id: id)), style), by: node)
    }

    /// Whether a next step exists in the flow's state at the start of the handler.
    public var canGoNext: Bool { transaction.editor.tree.followingStep(of: node) != nil }

    /// The flow's position. Nil before its first step.
    public var progress: Progress? { transaction.editor.tree.progress(of: node) }
}

/// A tab with its flow.
///
/// ```swift
/// Tab("home", title: "Home", Home())
/// ```
public struct Tab {
    let key: String
    let title: Text
    let flow: any FlowController
    let ignoresResult: Bool

    /// Declares a tab.
    ///
    /// - Parameters:
    ///   - key: identifies the tab for clients and for ``Navigator/select(_:)``.
    ///   - title: the title shown to the user.
    ///   - flow: the tab's flow, started when the tab is first selected.
    ///   - ignoringResult: whether its output is dropped, as in ``Navigator/start(_:as:slot:ignoringResult:)``.
    public init(_ key: String, title: Text, _ flow: some FlowController, ignoringResult: Bool = false) {
        self.key = key
        self.title = title
        self.flow = flow
        ignoresResult = ignoringResult
    }
}

/// Builds the tabs of ``Navigator/showTabs(selected:as:_:)``.
@resultBuilder
public enum TabsBuilder {
    /// A single tab.
    public static func buildExpression(_ tab: Tab) -> [Tab] { [tab] }
    /// Collects the tabs of a block.
    public static func buildBlock(_ tabs: [Tab]...) -> [Tab] { tabs.flatMap(\.self) }
    /// Collects the tabs of a loop.
    public static func buildArray(_ tabs: [[Tab]]) -> [Tab] { tabs.flatMap(\.self) }
    /// The tabs of an `if` without `else`.
    public static func buildOptional(_ tabs: [Tab]?) -> [Tab] { tabs ?? [] }
    /// The tabs of the first branch.
    public static func buildEither(first tabs: [Tab]) -> [Tab] { tabs }
    /// The tabs of the second branch.
    public static func buildEither(second tabs: [Tab]) -> [Tab] { tabs }
}
