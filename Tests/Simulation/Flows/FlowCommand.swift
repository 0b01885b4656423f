import Fairway

/// A navigator call of a simulated flow. In contrast to the `Command` of the engine's tests, it is generated, and the
/// flow's log records its result.
enum FlowCommand: Codable, Hashable, Sendable {
    case show(String, Style)
    case target(String)
    case alert(String)
    case sheet(String)
    case start(NestedFlow, Style, slot: String?)
    case steps(Int)
    case next
    case tabs([NestedFlow])
    case split(NestedFlow, NestedFlow)
    case select(String)
    case finish
    case dismiss
    case back
    case backToTarget
    case backToRoot
    case rename(String)
    case toast(String)
    case schedule(String, seconds: Int, id: String?)
    case cancel(String)
    case job(String, id: String?)
    case raise(String)
    case find(String)
    case pause(milliseconds: Int)
    case refuse
    case fail

    /// Thrown by `fail`.
    struct Failure: Error {}
}
