import Synchronization

/// Generates ids for changes without a key.
final class ChangeIDs: Sendable {
    private let origin: String
    private let count = Atomic<Int>(0)

    init(origin: String) { self.origin = origin }

    func next(in session: String) -> ChangeID {
        .counted(count.add(1, ordering: .relaxed).newValue, origin: origin, session: session)
    }
}
