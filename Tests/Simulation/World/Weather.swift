/// How rough it is: how often each kind of fault comes, once in so many chances; zero for never. Every seed has weather
/// of its own, so that some runs are full of crashes and others have none.
struct Weather: Sendable {
    /// An answer on its way to a client is lost, or its request.
    var losses: Int
    /// A call of the store fails before it, or after it has done its work.
    var failures: Int
    /// The store says wrongly that another node was faster.
    var conflicts: Int
    /// A call of the store takes a while.
    var delays: Int
    /// The process ends, between any two steps, and another begins.
    var crashes: Int
    /// Sessions are dropped from memory, between any two steps.
    var evictions: Int
    /// The clock is set.
    var jumps: Int
    /// The store cannot be reached for a time.
    var outages: Int
    /// Work outside fails.
    var declines: Int
    /// What nodes tell each other comes late, or not at all, from then on.
    var silences: Int
    /// How many processes, the nodes, serve clients from one store at the same time.
    var nodes: Int
    /// The disk of a single node is full for a time.
    var fullDisks: Int
    /// After how long a session that nobody touches ends.
    var idleSeconds: Double

    /// The weather of a seed.
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
