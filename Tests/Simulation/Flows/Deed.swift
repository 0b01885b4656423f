import Fairway

/// Something that a flow of the simulation asks its navigator for. The tests of the engine have `Command` for the same, but
/// write theirs by hand; these are rolled, and what becomes of each is written into a `Logbook`.
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

    /// What `fail` throws.
    struct Failure: Error {}
}
