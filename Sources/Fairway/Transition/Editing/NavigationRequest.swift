/// A request that a handler requested from its navigator.
enum NavigationRequest {
    case show(any Screen, Style)
    case showDerived(any Screen.Type, ScreenParameter?, Style)
    case start(any FlowController, Style, slot: FlowSlot?, call: StartCall?)
    case showTabs([Tab], selected: String?, Style)
    case showSplit(primary: any FlowController, secondary: any FlowController, Style, call: StartCall?)
    case select(String)
    case goNext(NextStep, Style)
    case goBack(BackTarget)
    case finish(any Codable & Sendable)
    case dismiss
    case raise(any Event)

    /// The target of `goNext`.
    enum NextStep {
        case following
        case step(StepKey)
        case screen(any Screen, StepKey)
    }

    /// The screen that the request shows, and its step.
    var screen: (value: any Screen, step: StepKey?)? {
        switch self {
        case .show(let screen, _): (screen, nil)
        case .goNext(.screen(let screen, let step), _): (screen, step)
        default: nil
        }
    }

    /// The same request with another value of its screen.
    func replacingScreen(with screen: any Screen) -> NavigationRequest {
        switch self {
        case .show(_, let style): .show(screen, style)
        case .goNext(.screen(_, let step), let style): .goNext(.screen(screen, step), style)
        default: self
        }
    }

    /// The target of `goBack`.
    enum BackTarget {
        case one
        case screen(any Screen.Type, for: ScreenParameter?)
        case root
    }
}

/// The call by which an author starts a flow. Its flow must have a route for the result of the flow that it starts. Nil
/// in its place means that no route is required: the call ignores the result, or the route was checked before.
enum StartCall {
    case start, link, tab, split

    /// How the call is written if it ignores the result of a flow.
    func ignoringResult(of flow: String) -> String {
        switch self {
        case .start: "nav.start(\(flow)(), ignoringResult: true)"
        case .link: "ChainLink.flow(\(flow)(), ignoringResult: true)"
        case .tab: "Tab(…, \(flow)(), ignoringResult: true)"
        case .split: "nav.showSplit(…, ignoringResults: true)"
        }
    }
}

extension NavigationRequest: CustomStringConvertible {
    /// Describes the request by its types only, because values may be confidential.
    var description: String {
        switch self {
        case .show(let screen, _): "show \(type(of: screen).name)"
        case .showDerived(let screen, _, _): "show \(screen.name)"
        case .start(let flow, _, _, _): "start \(type(of: flow).name)"
        case .showTabs: "show tabs"
        case .showSplit: "show a split view"
        case .select(let tab): "select the tab \(tab)"
        case .goNext: "go to the next screen"
        case .goBack: "go back"
        case .finish: "finish"
        case .dismiss: "be dismissed"
        case .raise(let event): "raise \(type(of: event).name)"
        }
    }
}
