public import FairwayWire
import Synchronization

/// A user's session: where they are, and the way to say what they did.
///
/// Calls may be made from anywhere, and states may reach it in any order, from replies and from the stream; it shows
/// each revision once, and never an older one after a newer.
public final class RemoteSession: Sendable {
    /// What has to be kept to go on with the session later. The token lets whoever has it act as the user.
    public let credentials: Credentials
    let app: RemoteApp
    private let shown: Mutex<Shown>

    /// What proves that the session is this user's.
    public struct Credentials: Codable, Hashable, Sendable {
        /// The session's id.
        public var session: String
        /// The bearer token.
        public var token: String

        /// What was kept.
        public init(session: String, token: String) {
            self.session = session
            self.token = token
        }
    }

    private struct Shown {
        var state: ShownState
        var watchers: [Int: AsyncStream<Update>.Continuation] = [:]
        var nextWatcher = 0
    }

    init(_ app: RemoteApp, _ credentials: Credentials, _ state: StateDocument) {
        self.app = app
        self.credentials = credentials
        var first = state
        first.token = nil
        shown = Mutex(Shown(state: ShownState(first)))
    }

    /// The newest state that has come in.
    public var state: StateDocument { shown.withLock(\.state.state) }

    /// The newest state at once, then each one that comes in, by replies and by `follow()`. Who does not keep up is
    /// taken straight to the newest. Ends when the session is over.
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

    /// Takes in a state, from wherever it came.
    @discardableResult
    func receive(_ state: StateDocument) -> StateDocument {
        // Yielded under the lock, so that two states that come at once keep their order.
        let finished = shown.withLock { shown -> [AsyncStream<Update>.Continuation] in
            guard let update = shown.state.receive(state) else { return [] }
            for watcher in shown.watchers.values {
                // One that was not fetched yet is dropped: its moves alone would not lead to the newer one.
                if case .dropped = watcher.yield(update) {
                    watcher.yield(Update(state: update.state, transition: .whole))
                }
            }
            guard update.state.status == .over else { return [] }
            defer { shown.watchers = [:] }
            return Array(shown.watchers.values)
        }
        // Outside of it: a stream that ends says so at once, and is taken from the watchers under the lock.
        for watcher in finished { watcher.finish() }
        return state
    }
}
