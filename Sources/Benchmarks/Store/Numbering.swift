import Synchronization

/// Numbers from 0 on, each given out once.
final class Numbering: Sendable {
    private let given = Atomic(0)

    /// The next number; nil when it would not be below this.
    func next(below end: Int) -> Int? {
        let number = given.add(1, ordering: .relaxed).oldValue
        return number < end ? number : nil
    }
}
