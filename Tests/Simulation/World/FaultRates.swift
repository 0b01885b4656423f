/// The rates of injected faults, and other random parameters of a run. A rate of n means one fault in n opportunities
/// on average. Zero disables the fault, so some runs have many crashes and others none.
struct FaultRates: Sendable {
    /// A request or a response is lost.
    var losses: Int
    /// A store call fails before or after its work.
    var failures: Int
    /// The store reports a conflict although no other node has committed.
    var conflicts: Int
    /// A store call is delayed.
    var delays: Int
    /// A process crashes between two steps, and another one starts.
    var crashes: Int
    /// Sessions are evicted from memory.
    var evictions: Int
    /// The clock is set.
    var jumps: Int
    /// The store is unreachable for a time.
    var outages: Int
    /// An external call of a job fails.
    var declines: Int
    /// From then on, notices to a node are held back, lost, or delivered immediately.
    var silences: Int
    /// The number of nodes on the store.
    var nodes: Int
    /// The disk of a single node is full for a time.
    var fullDisks: Int
    /// The time after which an idle session expires.
    var idleSeconds: Double

    /// Derives the rates from a seed.
    init(_ dice: Dice) {
        losses = dice.pick([0, 60, 12]) ?? 0
        failures = dice.pick([0, 80, 15]) ?? 0
        conflicts = dice.pick([0, 30, 6]) ?? 0
        delays = dice.pick([0, 10, 3]) ?? 0
        crashes = dice.pick([0, 2_000, 400]) ?? 0
        evictions = dice.pick([0, 200, 20]) ?? 0
        jumps = dice.pick([0, 2_000, 300]) ?? 0
        outages = dice.pick([0, 0, 2_000]) ?? 0
        declines = dice.pick([0, 6, 2]) ?? 0
        silences = dice.pick([0, 500, 50]) ?? 0
        nodes = dice.pick([1, 2, 2]) ?? 1
        idleSeconds = dice.pick([1e9, 1e9, 60]) ?? 1e9
        fullDisks = nodes == 1 ? dice.pick([0, 0, 2_000]) ?? 0 : 0
    }
}
