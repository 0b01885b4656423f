/// What a handler asked its navigator for, until the engine does it.
enum Operation {
    case show(any Screen, Style)
    case start(any FlowController, Style, slot: String?)
    case showTabs([Tab], selected: String?, Style)
    case showSplit(primary: any FlowController, secondary: any FlowController, Style)
    case select(String)
    case goNext(NextStep, Style)
    case goBack(BackTarget)
    case finish(any Codable & Sendable)
    case dismiss
    case raise(any Event)

    /// Which step of an ordered flow.
    enum NextStep {
        case following
        case step(StepKey)
        case screen(any Screen, StepKey)
    }

    /// The screen that a flow has brought to be shown, and the step it is for.
    var screen: (value: any Screen, step: StepKey?)? {
        switch self {
        case .show(let screen, _): (screen, nil)
        case .goNext(.screen(let screen, let step), _): (screen, step)
        default: nil
        }
    }

    /// The same with another value of that screen.
    func bringing(_ screen: any Screen) -> Operation {
        switch self {
        case .show(_, let style): .show(screen, style)
        case .goNext(.screen(_, let step), let style): .goNext(.screen(screen, step), style)
        default: self
        }
    }

    /// How far back.
    enum BackTarget {
        case one
        case screen(any Screen.Type)
        case root
    }
}
