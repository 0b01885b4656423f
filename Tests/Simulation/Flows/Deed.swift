import Fairway

/// Something that a flow of the simulation asks its navigator for.
enum Deed: Codable, Hashable, Sendable {
    case show(String, How)
    case chart(String)
    case hail(String)
    case slip(String)
    case start(Leg, How, slot: String?)
    case order(Int)
    case next
    case tabs([Leg])
    case split(Leg, Leg)
    case select(String)
    case finish
    case dismiss
    case back
    case backToChart
    case backToRoot
    case rename(String)
    case toast(String)
    case schedule(String, seconds: Int, id: String?)
    case cancel(String)
    case haul(String, id: String?)
    case raise(String)
    case ask(String)
    case pause(milliseconds: Int)
    case refuse
    case fail

    /// A style that can be written down.
    enum How: String, Codable, Sendable, CaseIterable {
        case automatic, push, modal, bareModal, sheet, alert, replace, root, primary, secondary

        var style: Style {
            switch self {
            case .automatic: .automatic
            case .push: .push
            case .modal: .modal
            case .bareModal: .modal(navigation: false)
            case .sheet: .sheet
            case .alert: .alert
            case .replace: .replace
            case .root: .root
            case .primary: .pane(.primary)
            case .secondary: .pane(.secondary)
            }
        }
    }

    /// What `fail` throws.
    struct Failure: Error {}
}
