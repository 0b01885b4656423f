import Foundation
import Synchronization

/// Executes transfers, each id once.
final class Ledger: Sendable {
    /// What everybody has.
    static let balance: Decimal = 1_000

    private let executed = Mutex<[String: [Entry]]>([:])

    private struct Entry {
        var id: String
        var reference: String
    }

    /// Sends money, unless that has been done under this id; the reference is the same each time.
    func transfer(_ amount: Decimal, to recipient: String, id: String, session: String) -> String {
        executed.withLock { executed in
            if let done = executed[session]?.first(where: { $0.id == id }) { return done.reference }
            let entry = Entry(id: id, reference: "T-\((executed[session]?.count ?? 0) + 1)")
            executed[session, default: []].append(entry)
            return entry.reference
        }
    }

    /// How many transfers were executed for a session.
    func count(session: String) -> Int {
        executed.withLock { $0[session]?.count ?? 0 }
    }
}
