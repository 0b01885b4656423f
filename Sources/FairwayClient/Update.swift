public import FairwayWire

/// A state to be shown, and how it came about from the one shown before.
public struct Update: Sendable {
    /// The state.
    public var state: StateDocument
    /// How to get there.
    public var transition: Transition

    /// How to get from one state to the next.
    public enum Transition: Hashable, Sendable {
        /// Move by move, as the user is used to.
        case moves([Move])
        /// All at once: there are states between the two that this client has not seen, or the moves say so.
        case whole
        /// Everything stays where it is; only contents differ.
        case contents
    }
}
