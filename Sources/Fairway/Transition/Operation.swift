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

    /// How far back.
    enum BackTarget {
        case one
        case screen(any Screen.Type)
        case root
    }
}
