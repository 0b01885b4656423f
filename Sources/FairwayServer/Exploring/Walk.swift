import FairwayWire

/// A session that is explored, and how it came to where it is.
struct Walk {
    /// All steps that have changed something, the start first, for a person to read.
    var steps: [String]
    var state: StateDocument
    /// How many steps, one after the other, have changed nothing.
    var vain = 0
    /// Whether a handler may be at it still, so that nobody else gets in.
    var isHeld = false

    init(startingWith flow: String, _ state: StateDocument) {
        steps = [Self.start(flow)]
        self.state = state
    }

    static func start(_ flow: String) -> String { "start \(flow)" }

    /// What a step is counted as: what a screen's actions lead to depends on its flow, and on who has started that; what
    /// else happens, on the screen that it happens on.
    func key(of step: ExplorerStep) -> String {
        switch step {
        case .action, .back: "\(steps[0]): \(step.key)"
        case .select, .timer, .failure, .jobs: "\(steps[0]): \(step.key) on \(state.screen?.name ?? "none")"
        }
    }
}
