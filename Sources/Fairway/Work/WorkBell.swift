import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Tells whoever does the work when some of it has been committed, so that nobody has to look for it all the time.
final class WorkBell: Sendable {
    private let listener = Mutex<(@Sendable (Date) -> Void)?>(nil)

    /// Calls back with the moment at which new work is due.
    func onRing(_ listener: @escaping @Sendable (Date) -> Void) { self.listener.withLock { $0 = listener } }

    /// Some work has been committed.
    func ring(_ changes: [WorkChange]) {
        let dues = changes.compactMap { if case .add(let item) = $0 { item.due } else { nil } }
        if let soonest = dues.min() { ring(soonest) }
    }

    /// Some work may be taken up at that moment.
    func ring(_ due: Date) { listener.withLock(\.self)?(due) }
}
