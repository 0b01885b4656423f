import Fairway

/// A navigator call of a simulated flow. The engine's tests write `Command` by hand. These are generated, and the
/// result of each is recorded in the flow's log.
enum Deed: Codable, Hashable, Sendable {
    case show(String, Style)
    case chart(String)
    case hail(String)
    case slip(String)
    case start(Leg, Style, slot: String?)
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

    /// Thrown by `fail`.
    struct Failure: Error {}
}
