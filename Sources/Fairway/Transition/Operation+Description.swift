extension Operation: CustomStringConvertible {
    /// What was asked for, by the types alone: values may hold anything.
    var description: String {
        switch self {
        case .show(let screen, _): "show \(type(of: screen).name)"
        case .start(let flow, _, _): "start \(type(of: flow).name)"
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
