/// How many of one flow are active.
public struct FlowSummary: Hashable, Sendable {
    /// The flow's name.
    public var flow: String
    /// How many are active.
    public var active: Int
    /// How many of them are in front.
    public var front: Int
    /// The screens they show, by name.
    public var screens: [ScreenSummary]
}
