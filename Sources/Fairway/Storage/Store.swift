public import FairwayWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where sessions are kept. Every store passes the same contract, `StoreContract` in `FairwayTesting`.
///
/// A commit is all or nothing, and is acknowledged only once it would survive what the store promises to survive.
public protocol Store: Sendable {
    /// A session with its flows and drafts.
    func load(_ session: String) async throws(StoreError) -> StoredSession?

    /// Writes a change if the session is at the expected revision and the idempotency key is new.
    func commit(_ commit: Commit) async throws(StoreError) -> CommitOutcome

    /// The answer that was kept under a key.
    func reply(_ session: String, key: String) async throws(StoreError) -> StoredReply?

    /// Keeps or removes what a user has typed; no revision, no compare-and-set.
    func setDraft(_ draft: RawJSON?, _ session: String, screen: String) async throws(StoreError)

    /// What happened to a session after a revision, oldest first.
    func journal(_ session: String, after revision: Int, limit: Int) async throws(StoreError) -> [JournalEntry]

    /// The pending timers and background work of a session, in order of due time.
    func work(_ session: String) async throws(StoreError) -> [WorkItem]

    /// Keeps a handoff code, hashed.
    func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) async throws(StoreError)

    /// The session that a handoff code, hashed, belongs to. A commit that names the code uses it up.
    func handoff(_ code: [UInt8]) async throws(StoreError) -> StoredHandoff?

    /// What was answered to a request that gave out a token, by the hash of its idempotency key.
    func creation(_ key: [UInt8]) async throws(StoreError) -> StoredCreation?
}
