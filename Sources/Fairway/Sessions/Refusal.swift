/// Why one of the engine's calls that lead to something else than an ``Answer`` led to nothing.
public struct Refusal: Error, CustomStringConvertible, Sendable {
    /// What the caller is answered with instead.
    public let answer: Answer

    /// Not the body, in which there may be anything.
    public var description: String { answer.code?.rawValue ?? "\(answer.status)" }
}
