/// A test that asked its tester for something that makes no sense, in a sentence that says what to change.
public struct TestMistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do about it.
    public let description: String

    init(_ description: String) { self.description = description }
}
