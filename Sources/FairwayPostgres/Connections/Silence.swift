/// How long a connection has had nothing to say: measured in spells, each of half the time after which it is given up,
/// so that no clock is read and no timer set for each statement.
struct Silence: Equatable, Sendable {
    private var isListening = false
    private var wasHeard = false
    private var spells = 0

    /// What to do at the end of a spell.
    enum Verdict: Equatable {
        /// Nothing, since nothing is expected.
        case none
        /// Listen for another spell.
        case listen
        /// Give it up.
        case giveUp
    }

    /// An answer is expected: whether a spell begins.
    mutating func begin() -> Bool {
        defer { isListening = true }
        if !isListening { wasHeard = false }
        return !isListening
    }

    /// Something was answered.
    mutating func hear() { wasHeard = true }

    /// A spell is over.
    mutating func end(isExpecting: Bool) -> Verdict {
        isListening = false
        spells = wasHeard || !isExpecting ? 0 : spells + 1
        guard isExpecting else { return .none }
        return spells < 2 ? .listen : .giveUp
    }
}
