public import Fairway
import Synchronization

/// A store that fails when and as a test says.
///
/// ```swift
/// let store = FaultyStore(MemoryStore())
/// store.failNext(.afterCommit)              // the change is committed, its answer is lost
/// store.isUnavailable = true                // until further notice
/// let hold = store.holdNext()               // the next commit waits …
/// await hold.reached()
/// hold.release()                            // … until here
/// ```
public final class FaultyStore: Store {
    /// What may happen to one commit.
    public enum Fault: Sendable {
        /// It fails, and nothing is written.
        case beforeCommit
        /// It is written, and fails.
        case afterCommit
        /// The store says that another was faster.
        case conflict
    }

    private let store: any Store
    private let losesFirstRaces: Bool
    let interference: (any Interference)?
    private let state = Mutex(State())

    private struct State {
        var faults: [Fault] = []
        var holds: [(hold: Hold, condition: @Sendable (Commit) -> Bool)] = []
        var isUnavailable = false
        var lostRaces: Set<Race> = []
    }

    private struct Race: Hashable {
        var session: String
        var revision: Int
    }

    /// Wraps a store.
    ///
    /// - Parameters:
    ///   - store: the store that does the work.
    ///   - losesFirstRaces: Another node seems to be faster each time: the first commit of every change of a session is
    ///     a conflict, so that the engine runs the change's handlers a second time.
    ///   - interference: decides what happens to the calls that no fault was asked for.
    public init(
        _ store: any Store,
        losesFirstRaces: Bool = false,
        interference: (any Interference)? = nil
    ) {
        self.interference = interference
        self.store = store
        self.losesFirstRaces = losesFirstRaces
    }

    /// Whether every call fails.
    public var isUnavailable: Bool {
        get { state.withLock(\.isUnavailable) }
        set { state.withLock { $0.isUnavailable = newValue } }
    }

    /// Lets something happen to the next commit that nothing happens to yet.
    public func failNext(_ fault: Fault) { state.withLock { $0.faults.append(fault) } }

    /// Lets the next commit wait, or the next of which something is so.
    public func holdNext(where condition: @escaping @Sendable (Commit) -> Bool = { _ in true }) -> Hold {
        let hold = Hold()
        state.withLock { $0.holds.append((hold, condition)) }
        return hold
    }

    /// Commits, unless something is to happen.
    public func commit(_ commit: Commit) async throws(StoreError) -> CommitOutcome {
        let (hold, fault) = state.withLock { state in
            (
                state.holds.firstIndex { $0.condition(commit) }.map { state.holds.remove(at: $0).hold },
                state.faults.isEmpty ? nil : state.faults.removeFirst()
            )
        }
        await hold?.wait()
        try check()
        if losesRace(commit) { return .conflict }
        switch fault {
        case nil: return try await pass(commit)
        case .conflict: return .conflict
        case .beforeCommit: throw Self.unavailable
        case .afterCommit:
            _ = try await store.commit(commit)
            throw Self.unavailable
        }
    }

    private func pass(_ commit: Commit) async throws(StoreError) -> CommitOutcome {
        guard let interference else { return try await store.commit(commit) }
        try await interference.enter("commit")
        let outcome = try await interference.commit(commit, to: store)
        try await interference.leave("commit")
        return outcome
    }

    private func losesRace(_ commit: Commit) -> Bool {
        guard losesFirstRaces, let revision = commit.expectedRevision, commit.row != nil else { return false }
        let race = Race(session: commit.session, revision: revision)
        return state.withLock { $0.lostRaces.insert(race).inserted }
    }

    /// The error of every fault.
    public static let unavailable = StoreError(.unavailable, "The store fails because the test says so.")

    func check() throws(StoreError) {
        if isUnavailable { throw Self.unavailable }
    }

    func passing<Result: Sendable>(
        _ name: String = #function,
        _ call: (any Store) async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        try check()
        try await interference?.enter(name)
        let result = try await call(store)
        try await interference?.leave(name)
        return result
    }

    /// What the store that it wraps offers, unless the store is to be unavailable.
    public var sharing: (any SharedStore)? { store.sharing.map { FaultySharing(store: self, sharing: $0) } }

    /// Passes on.
    public var writeStatistics: WriteStatistics? { store.writeStatistics }

    /// Passes on.
    public func close() async { await store.close() }
}
