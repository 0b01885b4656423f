extension Navigator {
    /// Puts a screen in front.
    public func show<S: Screen>(_ screen: S, as style: Style = .automatic) {
        transaction.ask(.show(screen, style), by: node)
    }

    /// Puts another flow in front and starts it, in the same change.
    ///
    /// As `.root` it takes the place of all that this flow shows, and what was there leaves without a word: going back
    /// then leaves this flow as a whole, to its parent, and is not possible where this flow is the session's root. A flow
    /// that has shown nothing yet just has the other as its content. A flow that is left with nothing to show, because
    /// what it started has left, is dismissed, and its parent is told.
    ///
    /// - Parameters:
    ///   - flow: the flow, with what it is to know in its stored properties.
    ///   - style: how it comes to be in front.
    ///   - slot: names a place: starting again in a slot replaces what was there.
    public func start<Child: FlowController>(_ flow: Child, as style: Style = .automatic, slot: String? = nil) {
        transaction.ask(.start(flow, style, slot: slot), by: node)
    }

    /// Shows flows behind one another, each with a stack of its own. Those not selected start when they are.
    ///
    /// They are this flow's whole content; among the screens of other flows, where there is no room for that, they are
    /// presented over everything. When the flow in the selected tab leaves, this one has to show something else.
    ///
    /// ```swift
    /// nav.showTabs(selected: "home") {
    ///     Tab("home", title: "Home", Home())
    ///     Tab("profile", title: "Profile", Profile())
    /// }
    /// ```
    public func showTabs(selected: String? = nil, as style: Style = .automatic, @TabsBuilder _ tabs: () -> [Tab]) {
        transaction.ask(.showTabs(tabs(), selected: selected, style), by: node)
    }

    /// Shows two flows side by side.
    ///
    /// They start in that order. If this flow, told of what the first one did as it started, shows something else in their
    /// place, the second one does not start.
    public func showSplit<Primary: FlowController, Secondary: FlowController>(
        primary: Primary,
        secondary: Secondary,
        as style: Style = .automatic
    ) {
        transaction.ask(.showSplit(primary: primary, secondary: secondary, style), by: node)
    }

    /// Brings another tab to the front, of the tabs that this flow or one above it shows.
    public func select(_ tab: String) {
        transaction.ask(.select(tab), by: node)
    }

    /// Changes the stored properties of a screen this flow shows, in whatever layer it is; the client gets `refresh`.
    ///
    /// A screen of its own comes before one of a flow it started; of several, the one shown last. A retained screen that is not shown now is changed where it is kept.
    /// - Returns: whether there is such a screen.
    @discardableResult
    public func update<S: Screen>(_ screen: S.Type, id: String? = nil, _ change: (inout S) -> Void) -> Bool {
        transaction.update(screen, step: id, of: node, change)
    }

    /// The stored properties of a screen that this flow shows, or has retained.
    public func instance<S: Screen>(of screen: S.Type, id: String? = nil) -> S? {
        transaction.instance(of: screen, step: id, in: node)
    }
}
