/// Whether a screen that has left comes back as it was.
public enum Keep: Sendable {
    /// Made anew each time it is reached.
    case transient
    /// Its stored properties come back when it is shown again, until the flow ends.
    case retained
}
