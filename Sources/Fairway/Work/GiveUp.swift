/// Thrown by a performer for whom trying again is no use: the card was declined, the address does not exist.
///
/// ```swift
/// throw GiveUp("the card was declined")
/// ```
public struct GiveUp: Error, Hashable, Sendable {
    /// Why; the flow is told in ``JobFailure/message``.
    public var message: String

    /// Gives up for a reason.
    public init(_ message: String) { self.message = message }
}
