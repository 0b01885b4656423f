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

    /// Uses up a handoff code: the session it belongs to, once, until it expires.
    func takeHandoff(_ code: [UInt8], now: Date) async throws(StoreError) -> String?

    /// Sets the token that opens a session and remembers the one before as superseded. It is no change of the session's
    /// own: no revision.
    func setToken(_ hash: [UInt8], superseding old: [UInt8], session: String) async throws(StoreError)
}
