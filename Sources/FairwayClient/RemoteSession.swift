public import FairwayWire
import Synchronization

/// A user's session on a server.
///
/// All methods may be called from any thread. States arrive from replies and from the stream, in any order. No state
/// is published after a newer one. A revision that arrives again, perhaps with another draft, is published again.
public final class RemoteSession: Sendable {
    let app: RemoteApp
    private let shown: Mutex<Shown>

    /// The credentials for a session.
    public struct Credentials: Codable, Hashable, Sendable {
        /// The session's id.
        public var session: String
        /// The bearer token; nil for a session that only user tokens open.
        public var token: String?

        /// Creates credentials.
        public init(session: String, token: String? = nil) {
            self.session = session
            self.token = token
        }

        var credential: APICall.Credential { token.map(APICall.Credential.token) ?? .user }
    }

    private struct Shown {
        var credentials: Credentials
        var signIn: Task<Result<StateDocument, ClientError>, Never>?
        var state: ShownState
        var effects = EffectInbox()
        var watchers: [Int: AsyncStream<Update>.Continuation] = [:]
        var nextWatcher = 0
    }

    init(_ app: RemoteApp, _ credentials: Credentials, _ state: StateDocument) {
        self.app = app
        var first = state
        first.token = nil
        var shown = Shown(credentials: credentials, state: ShownState(first))
        shown.effects.add(first.effects)
        self.shown = Mutex(shown)
    }

    /// The credentials to store for ``RemoteApp/resume(_:)``. Anyone with the token can act as the user.
    public var credentials: Credentials { shown.withLock(\.credentials) }

    /// The newest state received.
    public var state: StateDocument { shown.withLock(\.state.state) }

    /// The newest state immediately, then each new state, from replies and from `follow()`. A slow consumer skips to
    /// the newest. The sequence ends when the session is over.
    ///
    /// ```swift
    /// for await update in session.updates { draw(update) }
    /// ```
    public var updates: AsyncStream<Update> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = shown.withLock { shown in
                shown.nextWatcher += 1
                shown.watchers[shown.nextWatcher] = continuation
                continuation.yield(Update(state: shown.state.state, transition: .whole))
                if shown.state.state.status == .over { continuation.finish() }
                return shown.nextWatcher
            }
            continuation.onTermination = { [weak self] _ in
                self?.shown.withLock { $0.watchers[id] = nil }
            }
        }
    }

    /// The effects that arrived since the last call of this method, oldest first. Each effect is returned once, although
    /// the server sends it in a reply and in the stream.
    ///
    /// ```swift
    /// for await update in session.updates {
    ///     draw(update)
    ///     for effect in session.takeEffects() { perform(effect) }
    /// }
    /// ```
    public func takeEffects() -> [EffectDocument] { shown.withLock { $0.effects.take() } }

    /// Publishes a state unless a newer one is known. The effects of an older state are published with the newest one.
    @discardableResult
    func receive(_ state: StateDocument) -> StateDocument {
        // Yield while holding the lock, to keep the order of concurrent states.
        let finished = shown.withLock { shown -> [AsyncStream<Update>.Continuation] in
            let hasNewEffects = shown.effects.add(state.effects)
            let stale = hasNewEffects ? Update(state: shown.state.state, transition: .contents) : nil
            guard let update = shown.state.receive(state) ?? stale else { return [] }
            for watcher in shown.watchers.values {
                // The watcher did not receive the dropped update, so the moves of this update do not apply to the state
                // that it shows.
                if case .dropped = watcher.yield(update) {
                    watcher.yield(Update(state: update.state, transition: .whole))
                }
            }
            guard update.state.status == .over else { return [] }
            defer { shown.watchers = [:] }
            return Array(shown.watchers.values)
        }
        // Finish without the lock: `onTermination` runs immediately and takes it.
        for watcher in finished { watcher.finish() }
        return state
    }
}

/// Signing in.
extension RemoteSession {
    /// Runs a sign-in, or waits for the one that is running.
    func signingIn(
        _ signIn: @escaping @Sendable () async throws(ClientError) -> StateDocument
    ) async throws(ClientError) -> StateDocument {
        let task = shown.withLock { shown in
            let task =
                shown.signIn
                ?? Task {
                    defer { self.shown.withLock { $0.signIn = nil } }
                    do throws(ClientError) {
                        return .success(try await signIn())
                    } catch {
                        return .failure(error)
                    }
                }
            shown.signIn = task
            return task
        }
        return try await task.value.get()
    }

    /// Opens the session with the user token from now on.
    func useUserToken() { shown.withLock { $0.credentials.token = nil } }

    /// Whether a sign-in has superseded a session's token. Waits for a sign-in that is running.
    func hasSignedIn(since credential: APICall.Credential) async -> Bool {
        _ = await shown.withLock(\.signIn)?.value
        return credential != .user && credentials.token == nil
    }
}

/// The state that a client shows. Converts states, in any order, into updates (`protocol.md` section 1).
struct ShownState: Sendable {
    private(set) var state: StateDocument

    init(_ state: StateDocument) { self.state = state }

    /// The update for a new state; nil if a newer one is already shown.
    mutating func receive(_ new: StateDocument) -> Update? {
        guard new.revision >= state.revision else { return nil }
        let old = state
        state = new
        state.token = nil
        guard new.revision > old.revision else { return Update(state: state, transition: .contents) }
        guard new.revision == old.revision + 1, !new.moves.isEmpty else {
            let isSame = old.navigation == new.navigation && old.status == new.status
            return Update(state: state, transition: isSame ? .contents : .whole)
        }
        guard Self.canFollow(new.moves, from: old.navigation, to: new.navigation) else {
            return Update(state: state, transition: .whole)
        }
        let isContents = new.moves.allSatisfy { $0.move == .refresh }
        return Update(state: state, transition: isContents ? .contents : .moves(new.moves))
    }

    /// Whether a client can animate the moves from the old navigation to the new one.
    private static func canFollow(_ moves: [Move], from old: Navigation?, to new: Navigation?) -> Bool {
        // The session is over, so no navigation remains.
        guard let new else { return true }
        guard !moves.contains(where: { $0.move == .reset }) else { return false }
        return old?.following(moves, toward: new) == new
    }
}

/// The effects that a session has received, without repetitions.
struct EffectInbox: Sendable {
    /// The server sends at most this many at once (`protocol.md` section 1).
    static let most = 256

    private var unread: [EffectDocument] = []
    /// The ids of the newest effects, to recognise repetitions.
    private var ids: [String] = []

    /// Adds the effects that are new. Returns whether there were any.
    @discardableResult
    mutating func add(_ effects: [EffectDocument]) -> Bool {
        let count = unread.count
        for effect in effects where !ids.contains(effect.id) {
            ids.append(effect.id)
            unread.append(effect)
        }
        let isChanged = unread.count > count
        ids.removeFirst(max(0, ids.count - 2 * Self.most))
        unread.removeFirst(max(0, unread.count - Self.most))
        return isChanged
    }

    mutating func take() -> [EffectDocument] {
        defer { unread = [] }
        return unread
    }
}

/// A state to show, and the transition from the previous one.
public struct Update: Sendable {
    /// The state to show.
    public var state: StateDocument
    /// The transition from the previous state.
    public var transition: Transition

    /// How to get from one state to the next.
    public enum Transition: Hashable, Sendable {
        /// Animate the moves in order.
        case moves([Move])
        /// Replace everything: this client missed a revision, or the change cannot be animated.
        case whole
        /// Only contents differ; the navigation is the same.
        case contents
    }
}
