import FairwayWire

/// What was seen on the way through an app.
struct Exploration {
    var steps = 0
    var sessions = 0
    /// Names of screens.
    var reached: Set<String> = []
    /// Screens on which nothing could be done.
    var waiting: Set<String> = []
    /// Actions that came as far as to a flow, as steps are named.
    private var tried: Set<String> = []
    /// Those of them that a flow has taken, if only to refuse them.
    private var handled: Set<String> = []
    private var noted: [Finding] = []
    private let screens: [String]
    private let actions: [String]

    /// Something that is wrong with the app.
    struct Finding: Equatable {
        var fault: Fault
        /// The step that showed it.
        var step: String
        /// All steps from the start of the session to that one.
        var walk: [String]
    }

    enum Fault: Equatable {
        /// The flow's code threw, or took too long.
        case failed(ProblemCode, String?)
        /// The screen offers an action that no flow takes: neither the screen's own, nor one that has started that.
        case unhandled
        /// The flow could not be told what came of a job, or that a time had come.
        case unheard(String)
        /// The session is another once it is read back.
        case changed
        /// The session cannot be read back.
        case unreadable(String)

        /// Whether it is the same mistake. What is said of it may name ids and values.
        func isLike(_ other: Fault) -> Bool {
            switch (self, other) {
            case (.failed(let code, _), .failed(let other, _)): code == other
            case (.unhandled, .unhandled), (.unheard, .unheard), (.changed, .changed), (.unreadable, .unreadable): true
            default: false
            }
        }
    }

    init(_ catalog: Catalog) {
        screens = catalog.screens.map(\.name)
        actions = catalog.screens.flatMap { screen in screen.actions.members.map { "\(screen.name).\($0.name)" } }
    }

    /// Notes a fault; one that is known already only for a shorter way to it.
    mutating func note(_ fault: Fault, at step: String, _ walk: [String]) {
        let finding = Finding(fault: fault, step: step, walk: walk)
        guard let index = noted.firstIndex(where: { $0.fault.isLike(fault) && $0.step == step }) else {
            return noted.append(finding)
        }
        if walk.count < noted[index].walk.count { noted[index] = finding }
    }

    /// Notes how far a step came, beside what its flow's code may have thrown.
    mutating func note(_ code: ProblemCode?, to step: ExplorerStep, _ walk: [String]) {
        switch (step, code) {
        case (.action, nil), (.action, .rejected?), (.action, .flowFailed?), (.action, .flowTimeout?),
            (.action, .unsupportedScreen?):
            tried.insert(step.name)
            handled.insert(step.name)
        case (.action, .unhandledAction?):
            tried.insert(step.name)
            note(.unhandled, at: step.name, walk)
        case (.timer, let code?) where code == .rejected || code == .unsupportedScreen,
            (.failure, let code?) where code == .rejected || code == .unsupportedScreen:
            // Nobody is there who could do something else: it would be told again and again.
            note(.unheard(code.rawValue), at: step.name, walk)
        default: break
        }
    }

    /// What is wrong. An action that no flow took is none where some flow did elsewhere: the screen's flow may be for being
    /// started by that one.
    var findings: [Finding] { noted.filter { $0.fault != .unhandled || !handled.contains($0.step) } }

    /// Declared screens that were not seen.
    var unreached: [String] { screens.filter { !reached.contains($0) } }

    /// Declared actions that were not tried.
    var untried: [String] { actions.filter { !tried.contains($0) } }

    /// How many of the declared screens were seen, and of the actions tried.
    var coverage: String {
        """
        \(screens.count - unreached.count) of \(screens.count) screens seen, \
        \(actions.count - untried.count) of \(actions.count) actions tried
        """
    }
}
