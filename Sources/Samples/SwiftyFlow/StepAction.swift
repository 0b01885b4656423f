import Fairway

/// What can be done on any step of these flows.
enum StepAction: String, Codable, CaseIterable {
    case nextButtonPressed
    case backButtonPressed
    case backToRootButtonPressed
    case closeButtonPressed

    /// What it means in a flow that just goes through its order.
    func go<F: OrderedFlow>(_ nav: Navigator<F>) where F.Output == Done {
        switch self {
        case .nextButtonPressed: nav.goNext()
        case .backButtonPressed: nav.goBack()
        case .backToRootButtonPressed: nav.goBackToRoot()
        case .closeButtonPressed: nav.finish()
        }
    }
}
