public import Fairway
public import FairwayWire
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store in which another node seems to be faster each time: the first commit of every change is a conflict, so that
/// the engine runs the change's handlers a second time. A flow whose handlers cannot be run again fails its tests on it.
public final class ContestedStore: Store {
    private let store: any Store
    private let lost = Mutex<Set<Race>>([])

    private struct Race: Hashable {
        var session: String
        var revision: Int
    }

    /// A store over another one.
    public init(_ store: any Store) { self.store = store }

    /// Loses the first race of each change of a session that exists already.
    public func commit(_ commit: Commit) async throws(StoreError) -> CommitOutcome {
        if let revision = commit.expectedRevision, commit.row != nil {
            let race = Race(session: commit.session, revision: revision)
            if lost.withLock({ $0.insert(race).inserted }) { return .conflict }
        }
        return try await store.commit(commit)
    }

    /// The session in the store beneath.
    public func load(_ session: String) async throws(StoreError) -> StoredSession? {
        try await store.load(session)
    }

    /// The reply in the store beneath.
    public func reply(_ session: String, key: String) async throws(StoreError) -> StoredReply? {
        try await store.reply(session, key: key)
    }

    /// Keeps the draft in the store beneath.
    public func setDraft(_ draft: RawJSON?, _ session: String, screen: String) async throws(StoreError) {
        try await store.setDraft(draft, session, screen: screen)
    }

    /// The journal of the store beneath.
    public func journal(
        _ session: String,
        after revision: Int,
        limit: Int
    ) async throws(StoreError) -> [JournalEntry] {
        try await store.journal(session, after: revision, limit: limit)
    }

    /// The work in the store beneath.
    public func work(_ session: String) async throws(StoreError) -> [WorkItem] {
        try await store.work(session)
    }

    /// Keeps the code in the store beneath.
    public func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) async throws(StoreError) {
        try await store.addHandoff(code, session: session, expiresAt: expiresAt)
    }

    /// The code in the store beneath.
    public func handoff(_ code: [UInt8]) async throws(StoreError) -> StoredHandoff? {
        try await store.handoff(code)
    }

    /// The creation in the store beneath.
    public func creation(_ key: [UInt8]) async throws(StoreError) -> StoredCreation? {
        try await store.creation(key)
    }
}
