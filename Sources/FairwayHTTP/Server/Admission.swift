import Synchronization

/// Counts the connections of all event queues against the limit.
final class Admission: Sendable {
    private let limit: Int
    private let open = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    /// Takes one in; false: there are so many that it cannot even be told so.
    func enter() -> Bool {
        if open.add(1, ordering: .relaxed).newValue <= limit + limit / 16 + 16 { return true }
        leave()
        return false
    }

    func leave() { open.subtract(1, ordering: .relaxed) }

    /// How many are open.
    var count: Int { open.load(ordering: .relaxed) }

    var isOverLimit: Bool { count > limit }
}
