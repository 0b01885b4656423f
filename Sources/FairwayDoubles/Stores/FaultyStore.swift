public import Fairway
import Synchronization

/// A store that fails on a test's request.
///
/// ```swift
/// let store = FaultyStore(MemoryStore())
/// store.failNext(.afterCommit)              // the change is committed, but its response is lost
/// store.isUnavailable = true                // every call fails until this is false
/// let hold = store.holdNext()               // the next commit waits …
/// await hold.reached()
/// hold.release()                            // … until here
/// ```
public final class FaultyStore: Store {
    /// A fault of a single commit.
    public enum Fault: Sendable {
        /// The commit fails and nothing is written.
        case beforeCommit
        /// The commit is written, but its call fails.
        case afterCommit
        /// The store reports a conflict with another writer.
        case conflict
    }

    private let store: any Store
    private let losesFirstRaces: Bool
    let interceptor: (any StoreInterceptor)?
    private let state = Mutex(State())

    private struct State {
        var faults: [Fault] = []
        var holds: [(hold: CommitGate, condition: @Sendable (Commit) -> Bool)] = []
        var isUnavailable = false
        var areFilesRead = false
        var lostRaces: Set<Race> = []
    }

    private struct Race: Hashable {
        var session: String
        var revision: Int
    }

    /// Wraps a store.
    ///
    /// - Parameters:
    ///   - store: The wrapped store.
    ///   - losesFirstRaces: Whether the first commit of every change returns a conflict, as if another node were
    ///     faster. The engine then runs the change's handlers a second time.
    ///   - interceptor: Intercepts the calls for which no fault was requested.
    public init(
        _ store: any Store,
        losesFirstRaces: Bool = false,
        interceptor: (any StoreInterceptor)? = nil
    ) {
        self.interceptor = interceptor
        self.store = store
        self.losesFirstRaces = losesFirstRaces
    }

    /// Whether every call fails.
    public var isUnavailable: Bool {
        get { state.withLock(\.isUnavailable) }
        set { state.withLock { $0.isUnavailable = newValue } }
    }

    /// Whether erasures wait, as for another process that reads the store's files.
    public var areFilesRead: Bool {
        get { state.withLock(\.areFilesRead) }
        set { state.withLock { $0.areFilesRead = newValue } }
    }

    /// Adds a fault. Each commit takes one, in order.
    public func failNext(_ fault: Fault) { state.withLock { $0.faults.append(fault) } }

    /// Makes the next commit that meets a condition wait.
    public func holdNext(where condition: @escaping @Sendable (Commit) -> Bool = { _ in true }) -> CommitGate {
        let hold = CommitGate()
        state.withLock { $0.holds.append((hold, condition)) }
        return hold
    }

    /// Commits, subject to the requested faults.
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
        guard let interceptor else { return try await store.commit(commit) }
        try await interceptor.enter("commit")
        let outcome = try await interceptor.commit(commit, to: store)
        try await interceptor.leave("commit")
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
        try await interceptor?.enter(name)
        let result = try await call(store)
        try await interceptor?.leave(name)
        return result
    }

    /// The wrapped store's shared part, with the same faults.
    public var sharing: (any SharedStore)? { store.sharing.map { FaultySharing(store: self, sharing: $0) } }

    /// The wrapped store's signals, with the same faults.
    public var signals: (any SignalStore)? { store.signals.map { FaultySignals(store: self, signals: $0) } }

    /// Forwards to the store.
    public var writeStatistics: WriteStatistics? { store.writeStatistics }

    /// Forwards to the store.
    public var warnings: [StoreWarning] { store.warnings }

    /// Forwards to the store.
    public func close() async { await store.close() }
}

/// Holds a commit until the test releases it.
public final class CommitGate: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isReached = false
        var isReleased = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watching: [Watcher] = []
    }

    init() {}

    /// Waits until a commit has arrived at the gate. Returns early if the task is cancelled.
    public func reached() async {
        let watcher = state.withLock { state -> Watcher? in
            guard !state.isReached else { return nil }
            let watcher = Watcher()
            state.watching.append(watcher)
            return watcher
        }
        await watcher?.wait()
    }

    /// Lets the commit continue.
    public func release() {
        let waiting = state.withLock { state in
            state.isReleased = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        let watching = state.withLock { state in
            state.isReached = true
            defer { state.watching = [] }
            return state.watching
        }
        for watcher in watching { watcher.resume() }
        await withCheckedContinuation { continuation in
            let isReleased = state.withLock { state in
                if !state.isReleased { state.waiting.append(continuation) }
                return state.isReleased
            }
            if isReleased { continuation.resume() }
        }
    }
}
