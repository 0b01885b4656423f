public import Foundation

/// The part of a store that holds business keys, and the signals for keys that no session holds.
///
/// A commit binds and releases keys, and stores the receipts of signals, see ``Commit/keys`` and ``Commit/receipts``. A signal
/// and a binding never miss each other: of a commit that binds a key and a call of ``park(_:within:)`` for it, the later one sees
/// the other.
public protocol SignalStore: Sendable {
    /// The session and the flow that hold a key.
    func holder(of key: SessionKey) async throws(StoreError) -> KeyHolder?

    /// The keys of a session.
    func keys(of session: String) async throws(StoreError) -> [KeyBinding]

    /// What happened to the signal with an id.
    func receipt(_ id: String) async throws(StoreError) -> SignalReceipt?

    /// Stores a signal and its receipt, unless a session holds its key, its id is known, or there is no room for it.
    func park(
        _ signal: WaitingSignal,
        within limits: WaitingSignalLimits
    ) async throws(StoreError) -> ParkingOutcome

    /// Whether ``park(_:within:)`` would now refuse a signal because a limit is reached. Stores nothing.
    func isFull(for signal: WaitingSignal, within limits: WaitingSignalLimits) async throws(StoreError) -> Bool

    /// The signals that wait for a key.
    func waitingSignals() async throws(StoreError) -> WaitingSignalCount

    /// Deletes signals that have waited for a key since before a date, with their receipts, and returns their number.
    func deleteWaitingSignals(before date: Date, limit: Int) async throws(StoreError) -> Int

    /// Deletes receipts that are older than a date, and returns their number.
    func deleteReceipts(before date: Date, limit: Int) async throws(StoreError) -> Int
}

/// The holder of a key.
public struct KeyHolder: Hashable, Sendable {
    /// The session's id.
    public var session: String
    /// The number of the flow that bound the key.
    public var node: Int

    /// A holder.
    public init(session: String, node: Int) { (self.session, self.node) = (session, node) }
}

/// A key that a flow of a session holds. It is released when the flow ends.
public struct KeyBinding: Hashable, Sendable {
    /// The key.
    public var key: SessionKey
    /// The number of the flow.
    public var node: Int

    /// A binding.
    public init(_ key: SessionKey, node: Int) { (self.key, self.node) = (key, node) }
}

/// The memory of a signal's id, so that the signal is delivered once.
public struct SignalReceipt: Hashable, Sendable {
    /// The sender's id of the signal.
    public var id: String
    /// Identifies the request.
    public var fingerprint: String
    /// The session that has the signal; nil while it waits for a key.
    public var session: String?
    /// The session's revision after the signal; nil while no flow has handled it.
    public var revision: Int?
    /// When the signal arrived.
    public var at: Date

    /// A receipt.
    public init(id: String, fingerprint: String, session: String? = nil, revision: Int? = nil, at: Date) {
        (self.id, self.fingerprint, self.session, self.revision, self.at) = (id, fingerprint, session, revision, at)
    }
}

/// A signal for a key that no session holds.
public struct WaitingSignal: Hashable, Sendable {
    /// The key.
    public var key: SessionKey
    /// The signal as the work that it becomes when a session binds the key. Its node is empty until then.
    public var work: WorkItem
    /// The receipt; nil if the sender gave no id.
    public var receipt: SignalReceipt?

    /// A signal.
    public init(key: SessionKey, work: WorkItem, receipt: SignalReceipt? = nil) {
        (self.key, self.work, self.receipt) = (key, work, receipt)
    }

    /// The size that counts towards ``WaitingSignalLimits/bytes``.
    public var bytes: Int {
        work.payload.bytes.count + work.name.utf8.count + key.name.utf8.count + key.value.utf8.count
    }
}

/// How many signals may wait for keys.
public struct WaitingSignalLimits: Hashable, Sendable {
    /// Signals in all.
    public var count: Int
    /// Bytes in all.
    public var bytes: Int
    /// Signals for one key.
    public var perKey: Int

    /// Limits.
    public init(count: Int, bytes: Int, perKey: Int) {
        (self.count, self.bytes, self.perKey) = (count, bytes, perKey)
    }
}

/// The number and size of the signals that wait for keys.
public struct WaitingSignalCount: Hashable, Sendable {
    /// Signals.
    public var count: Int
    /// Their size.
    public var bytes: Int

    /// A number and a size.
    public init(count: Int = 0, bytes: Int = 0) { (self.count, self.bytes) = (count, bytes) }
}

/// The result of ``SignalStore/park(_:within:)``. Nothing was stored unless it is `parked`.
public enum ParkingOutcome: Hashable, Sendable {
    /// The signal waits.
    case parked
    /// A session holds the key.
    case held(KeyHolder)
    /// The id is known.
    case known(SignalReceipt)
    /// A limit is reached.
    case full
}

extension SignalReceipt {
    /// The columns that ``init(_:)`` reads, in this order.
    package static let columns = "id, fingerprint, session_id, revision, at_ms"

    package init(_ row: some StoredRow) {
        self.init(
            id: row.text(0),
            fingerprint: row.text(1),
            session: row.optionalText(2),
            revision: row.isNull(3) ? nil : row.int(3),
            at: row.date(4)
        )
    }
}
