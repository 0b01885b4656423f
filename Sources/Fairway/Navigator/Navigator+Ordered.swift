extension Navigator where F: OrderedFlow {
    /// Shows the step after the one in front, by declared order, leaving out those whose `when` is false.
    ///
    /// Past the last the change ends with `no-next-screen`; ``canGoNext`` asks first.
    public func goNext(as style: Style = .automatic) {
        transaction.ask(.goNext(.following, style), by: node)
    }

    /// Shows the step of that screen, wherever it stands in the order.
    public func goNext<S: Screen>(to screen: S.Type, id: String? = nil, as style: Style = .automatic) {
        transaction.ask(.goNext(.step(StepKey(screen: S.name, id: id)), style), by: node)
    }

    /// Shows this very screen as the step of its type.
    public func goNext<S: Screen>(to screen: S, id: String? = nil, as style: Style = .automatic) {
        transaction.ask(.goNext(.screen(screen, StepKey(screen: S.name, id: id)), style), by: node)
    }

    /// Whether there is a step after the one in front. It sees the flow as it was when the handler was called.
    public var canGoNext: Bool { transaction.followingStep(of: node) != nil }

    /// Where the flow stands; nil before its first step.
    public var progress: Progress? { transaction.tree.progress(of: node) }
}
