extension Navigator where F: FlowController {
    /// Ends this flow: everything it shows leaves, then the parent's `on(finishOf:)` gets the output, in one change.
    ///
    /// Finishing twice is harmless: the first output counts.
    public func finish(_ output: F.Output) {
        transaction.ask(.finish(output), by: node)
    }
}

extension Navigator {
    /// Ends this flow with no output: the parent's `on(dismissOf:)` runs.
    public func dismiss() {
        transaction.ask(.dismiss, by: node)
    }

    /// Takes away the screen of this flow that is in front; at its first screen, the flow itself, unless it has asked
    /// for more.
    public func goBack() {
        transaction.ask(.goBack(.one), by: node)
    }

    /// Goes back to the latest screen of that type that this flow shows.
    public func goBack<S: Screen>(to screen: S.Type) {
        transaction.ask(.goBack(.screen(screen)), by: node)
    }

    /// Goes back to this flow's first screen, or to its tabs or split view. What lies beyond leaves, flows it started
    /// included, and as this flow asked for that itself, nobody is told.
    public func goBackToRoot() {
        transaction.ask(.goBack(.root), by: node)
    }
}

extension Navigator where F: FlowController, F.Output == Done {
    /// Ends this flow, which has nothing to tell.
    public func finish() { finish(Done()) }
}

extension Navigator where F: FlowController, F.Output == Never {
    /// There is nothing that an initial flow could finish with.
    @available(
        *,
        unavailable,
        message:
            "an initial flow never finishes; declare `typealias Output = …` to make it one that does, or dismiss() it"
    )
    public func finish() {}
}
