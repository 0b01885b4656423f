/// Thrown by a performer when another attempt would be useless, for example because a card was declined.
///
/// ```swift
/// throw GiveUp("the card was declined")
/// ```
public struct GiveUp: Error, Hashable, Sendable {
    /// The reason, passed to the flow in ``JobFailure/message``.
    public var message: String

    /// Gives up for a reason.
    public init(_ message: String) { self.message = message }
}
