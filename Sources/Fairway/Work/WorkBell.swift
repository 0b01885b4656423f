import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Notifies the worker of committed work, so that it need not poll the store all the time.
final class WorkBell: Sendable {
    private let listener = Mutex<(@Sendable (Ring) -> Void)?>(nil)

    /// The notified event.
    enum Ring {
        /// This work can be taken up.
        case work(StoredWork)
        /// Another node has added work that is due at this time.
        case due(Date)
    }

    /// Sets the function that is called with each notice.
    func onRing(_ listener: @escaping @Sendable (Ring) -> Void) { self.listener.withLock { $0 = listener } }

    /// Notifies of the work that a commit added.
    func ring(_ session: String, _ changes: [WorkChange]) {
        for case .add(let item) in changes { ring(StoredWork(session: session, item: item)) }
    }

    /// Notifies of one piece of work that can be taken up.
    func ring(_ work: StoredWork) { listener.withLock(\.self)?(.work(work)) }

    /// Notifies of another node's work.
    func ring(at due: Date) { listener.withLock(\.self)?(.due(due)) }
}
