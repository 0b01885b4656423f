/// What a flow answers to a back gesture.
public enum BackAnswer: Sendable {
    /// The screen leaves.
    case leave
    /// The screen stays; whatever the handler asked for happens instead.
    case stay
}
