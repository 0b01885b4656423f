import FairwayWire

/// What was seen on the way through an app.
struct Exploration {
    var steps = 0
    var sessions = 0
    /// Names of screens.
    var reached: Set<String> = []
    /// Actions, as steps are named.
    var tried: Set<String> = []
    /// Those of them that some flow has taken, if only to refuse them.
    var handled: Set<String> = []
    /// Screens on which nothing could be done.
    var waiting: Set<String> = []
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
        /// The screen offers an action that no flow takes.
        case unhandled
        /// The session is another once it is read back, or cannot be.
        case forgotten(String?)
    }

    init(_ catalog: Catalog) {
        screens = catalog.screens.map(\.name)
        actions = catalog.screens.flatMap { screen in screen.actions.members.map { "\(screen.name).\($0.name)" } }
    }

    /// Notes a fault; one that is known already only for a shorter way to it.
    mutating func note(_ fault: Fault, at step: String, _ walk: [String]) {
        guard let index = noted.firstIndex(where: { $0.fault == fault && $0.step == step }) else {
            return noted.append(Finding(fault: fault, step: step, walk: walk))
        }
        if walk.count < noted[index].walk.count { noted[index].walk = walk }
    }

    /// What is wrong. An action that no flow took is none where some other flow did: the screen's flow is for being started
    /// by that one.
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
