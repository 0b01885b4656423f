/// Why a call that gives out something else than an answer gives out nothing.
public struct Refusal: Error, Sendable {
    /// What its caller is answered with instead.
    public let answer: Answer
}
