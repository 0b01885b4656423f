import Synchronization

/// Ids for changes that bring none of their own: told apart from those of other servers, and of this one before it was
/// started anew, by where they come from, and from each other by a number.
final class ChangeIDs: Sendable {
    private let origin: String
    private let count = Atomic<Int>(0)

    init(origin: String) { self.origin = origin }

    func next() -> String { "\(origin)\(count.add(1, ordering: .relaxed).newValue)" }
}
