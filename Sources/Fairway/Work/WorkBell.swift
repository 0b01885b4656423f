import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Tells whoever does the work when some of it has been committed, so that nobody has to look for it all the time.
final class WorkBell: Sendable {
    private let listener = Mutex<(@Sendable (Ring) -> Void)?>(nil)

    /// What there is to be done.
    enum Ring {
        /// This.
        case work(StoredWork)
        /// Something of another node's, from that moment on.
        case due(Date)
    }

    /// Calls back with new work, and with what may be taken up again.
    func onRing(_ listener: @escaping @Sendable (Ring) -> Void) { self.listener.withLock { $0 = listener } }

    /// Some changes have been committed.
    func ring(_ session: String, _ changes: [WorkChange]) {
        for case .add(let item) in changes { ring(StoredWork(session: session, item: item)) }
    }

    /// Some work may be taken up.
    func ring(_ work: StoredWork) { listener.withLock(\.self)?(.work(work)) }

    /// Another node has added work.
    func ring(at due: Date) { listener.withLock(\.self)?(.due(due)) }
}
