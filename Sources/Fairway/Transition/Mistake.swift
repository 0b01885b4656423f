/// Something an app's author has to mend, in a sentence that says what to change.
public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do about it.
    public let description: String

    init(_ description: String) { self.description = description }
}
