extension Navigator where F: FlowController {
    /// Finishes this flow. Its screens are removed, and the parent's `on(finishOf:)` receives the output in the same
    /// change.
    ///
    /// Finishing again has no effect.
    ///
    /// ```swift
    /// on(PickerPage.self) { flow, action, nav in nav.finish(flow.selection) }
    /// ```
    public func finish(_ output: F.Output) {
        transaction.enqueue(.finish(output), by: node)
    }
}

extension Navigator {
    /// Ends this flow without an output. The parent's `on(dismissOf:)` runs.
    ///
    /// ```swift
    /// case .cancelButtonPressed: nav.dismiss()
    /// ```
    public func dismiss() {
        transaction.enqueue(.dismiss, by: node)
    }

    /// Removes this flow's frontmost screen. On the flow's first screen, this dismisses the flow, unless the handler
    /// has requested further operations, such as showing another screen.
    ///
    /// ```swift
    /// case .closeButtonPressed: nav.goBack()
    /// ```
    public func goBack() {
        transaction.enqueue(.goBack(.one), by: node)
    }

    /// Goes back to this flow's latest screen of a type. Fails the change if there is none.
    ///
    /// ```swift
    /// nav.goBack(to: Basket.self)
    /// ```
    public func goBack<S: Screen>(to screen: S.Type) {
        transaction.enqueue(.goBack(.screen(screen, for: nil)), by: node)
    }

    /// Goes back to this flow's latest derived screen of a type with this parameter. Fails the change if there is none,
    /// or if the screen is declared with a parameter of another type.
    ///
    /// ```swift
    /// nav.goBack(to: Detail.self, for: program.id)
    /// ```
    public func goBack<S: Screen, Parameter: Codable & Hashable & Sendable>(
        to screen: S.Type,
        for parameter: Parameter
    ) {
        transaction.enqueue(.goBack(.screen(screen, for: ScreenParameter(parameter))), by: node)
    }

    /// Goes back to this flow's first screen, or to its tabs or split view. Flows that it started are removed as well,
    /// without a call of `on(dismissOf:)`.
    ///
    /// ```swift
    /// nav.goBackToRoot()
    /// ```
    public func goBackToRoot() {
        transaction.enqueue(.goBack(.root), by: node)
    }
}

extension Navigator where F: FlowController, F.Output == Done {
    /// Finishes this flow, which has no output.
    ///
    /// ```swift
    /// if nav.canGoNext { nav.goNext() } else { nav.finish() }
    /// ```
    public func finish() { finish(Done()) }
}

extension Navigator where F: FlowController, F.Output == Never {
    /// Unavailable: an initial flow has no output.
    @available(
        *,
        unavailable,
        message:
            "an initial flow never finishes; declare `typealias Output = …` to make it one that does, or dismiss() it"
    )
    public func finish() {}
}
