/// How often one screen is in front.
public struct ScreenSummary: Hashable, Sendable {
    /// The screen's name.
    public var screen: String
    /// How many users look at it.
    public var front: Int
}
