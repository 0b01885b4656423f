import FairwayWire

/// What is going on in an engine at a moment, and what can be added to it.
///
/// A server that takes on all that is asked of it answers ever later, until nobody waits for its answers any more. So
/// past its limits it says so at once, before any of the work is done, and what it has taken on keeps its pace.
struct Load: Hashable, Sendable {
    /// Calls of clients that run, or wait for their session, for a place at work or for the store.
    var changes: Int
    /// How long the first of the clients has been waiting that wait for a place at work.
    var waitedSeconds = 0.0

    /// Why one more call cannot be taken on; nil when it can.
    func obstacle(_ limits: EngineLimits) -> Problem? {
        if changes >= limits.changesUnderWay {
            return Problem(.overloaded, "\(limits.changesUnderWay) changes are under way.")
        }
        return limits.obstacle(afterSeconds: waitedSeconds)
    }

    /// How many changes may wait for one session now. Of what is free a session gets an eighth, so that a few whose
    /// users press without end leave room for all others: the fuller the engine, the shorter their queues.
    func waitingChangesPerSession(_ limits: EngineLimits) -> Int {
        max(1, min(limits.waitingChangesPerSession, (limits.changesUnderWay - changes) / 8))
    }
}

extension EngineLimits {
    /// Why nobody is taken on while calls wait for so long; nil where that is not too long.
    func obstacle(afterSeconds waited: Double) -> Problem? {
        guard waited >= secondsInLine else { return nil }
        return Problem(.overloaded, "Changes wait longer than \(secondsInLine) seconds for their turn.")
    }
}
