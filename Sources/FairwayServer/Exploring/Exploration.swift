import FairwayWire

/// The results of an explorer: coverage and faults.
struct Exploration {
    var steps = 0
    var sessions = 0
    var reached: Set<String> = []
    /// Screens on which the explorer found no step to take.
    var waiting: Set<String> = []
    /// The actions that reached the app's flows, by the names of their steps.
    private var tried: Set<String> = []
    /// The actions in `tried` that a flow has handled, including those that it refused.
    private var handled: Set<String> = []
    private var recorded: [Finding] = []
    private let screens: [String]
    private let actions: [String]

    struct Finding: Equatable {
        var fault: Fault
        var step: String
        /// The effective steps from the start of the session, and this step.
        var walk: [String]
    }

    enum Fault: Equatable {
        /// The flow's code threw or timed out.
        case failed(ProblemCode, String?)
        /// No flow in the responder chain handles an action that the screen offers.
        case unhandled
        /// The result of a job, or a timer, could not be delivered to its flow.
        case undelivered(String)
        /// The session differs after it is read back from the store.
        case changed
        /// The session cannot be read back from the store.
        case unreadable(String)

        /// Whether both are faults of the same kind. Messages may contain ids and values, so they are not compared.
        func isLike(_ other: Fault) -> Bool {
            switch (self, other) {
            case (.failed(let code, _), .failed(let other, _)): code == other
            case (.unhandled, .unhandled), (.undelivered, .undelivered), (.changed, .changed),
                (.unreadable, .unreadable):
                true
            default: false
            }
        }
    }

    init(_ catalog: Catalog) {
        screens = catalog.screens.map(\.name)
        actions = catalog.screens.flatMap { screen in screen.actions.members.map { "\(screen.name).\($0.name)" } }
    }

    /// Records a fault. If the step already has a fault of the same kind, the shorter sequence of steps is kept.
    mutating func record(_ fault: Fault, at step: String, _ walk: [String]) {
        let finding = Finding(fault: fault, step: step, walk: walk)
        guard let index = recorded.firstIndex(where: { $0.fault.isLike(fault) && $0.step == step }) else {
            return recorded.append(finding)
        }
        if walk.count < recorded[index].walk.count { recorded[index] = finding }
    }

    mutating func record(_ code: ProblemCode?, to step: ExplorerStep, _ walk: [String]) {
        switch (step, code) {
        case (.action, nil), (.action, .rejected?), (.action, .flowFailed?), (.action, .flowTimeout?),
            (.action, .unsupportedScreen?):
            tried.insert(step.name)
            handled.insert(step.name)
        case (.action, .unhandledAction?):
            tried.insert(step.name)
            record(.unhandled, at: step.name, walk)
        case (.timer, let code?) where code == .rejected || code == .unsupportedScreen,
            (.failure, let code?) where code == .rejected || code == .unsupportedScreen:
            // A refused timer or job result is delivered again and again. No user can correct it.
            record(.undelivered(code.rawValue), at: step.name, walk)
        default: break
        }
    }

    /// The faults, without unhandled actions that were handled in another session. There, the parent of the screen's
    /// flow may handle them.
    var findings: [Finding] { recorded.filter { $0.fault != .unhandled || !handled.contains($0.step) } }

    var unreached: [String] { screens.filter { !reached.contains($0) } }

    var untried: [String] { actions.filter { !tried.contains($0) } }

    /// A summary like `3 of 4 screens seen, 5 of 9 actions tried`.
    var coverage: String {
        """
        \(screens.count - unreached.count) of \(screens.count) screens seen, \
        \(actions.count - untried.count) of \(actions.count) actions tried
        """
    }
}
