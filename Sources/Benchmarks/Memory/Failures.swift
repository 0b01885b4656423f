import Synchronization

/// What went wrong on threads that cannot throw.
final class Failures: Sendable {
    private let first = Mutex<(any Error)?>(nil)

    /// Does something and keeps what it throws.
    func catching(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            first.withLock { $0 = $0 ?? error }
        }
    }

    /// Throws the first of what was kept.
    func rethrow() throws {
        if let error = first.withLock({ $0 }) { throw error }
    }
}
