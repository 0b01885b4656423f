import FairwayWire

/// The load of an engine at one moment, and what it can accept.
///
/// A server that accepts all calls under overload answers ever later, until clients have given up waiting. So beyond
/// its limits it rejects calls at once, before they cost anything, and keeps its pace for the calls it has accepted.
struct Load: Hashable, Sendable {
    /// Clients' calls that run, or wait for their session, a slot or the store.
    var changes: Int
    /// How long the first client in the queue has waited for a slot.
    var waitedSeconds = 0.0

    /// Why one more call must be rejected; nil if it can be accepted.
    func obstacle(_ limits: EngineLimits) -> Problem? {
        if changes >= limits.changesUnderWay {
            return Problem(.overloaded, "\(limits.changesUnderWay) changes are under way.")
        }
        return limits.obstacle(afterSeconds: waitedSeconds)
    }

    /// The number of changes that may wait for one session at this load. A session gets an eighth of the free capacity,
    /// so that requests to a few busy sessions leave room for all others.
    func waitingChangesPerSession(_ limits: EngineLimits) -> Int {
        max(1, min(limits.waitingChangesPerSession, (limits.changesUnderWay - changes) / 8))
    }
}

extension EngineLimits {
    /// The rejection if calls wait for this long; nil if that is acceptable.
    func obstacle(afterSeconds waited: Double) -> Problem? {
        guard waited >= secondsInLine else { return nil }
        return Problem(.overloaded, "Changes wait longer than \(secondsInLine) seconds for their turn.")
    }
}
