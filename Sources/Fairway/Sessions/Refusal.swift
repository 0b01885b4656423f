/// The error of engine calls that do not return an ``Answer``.
public struct Refusal: Error, CustomStringConvertible, Sendable {
    /// The answer to give to the caller.
    public let answer: Answer

    /// Without the body, which may contain user data.
    public var description: String { answer.code?.rawValue ?? "\(answer.status)" }
}
