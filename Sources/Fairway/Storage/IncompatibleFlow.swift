/// A stored flow that this build can neither decode nor migrate. It is left as it is, to the byte, for a build that can.
public struct IncompatibleFlow: Error, Hashable, Sendable {
    /// The name it was stored under.
    public let flow: String
    /// What stood in the way.
    public let reason: String
}
