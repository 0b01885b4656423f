import Foundation
import Synchronization

/// A load balancer that sends each client's requests to the servers in turn. It keeps connections alive and never
/// retries.
final class Balancer: Sendable {
    private struct State {
        var servers: [RunningServer]
        /// The number of completed or lost requests of each client.
        var answers: [Int: Int] = [:]
        var statuses: Set<Int> = []
        var lost = 0
        var isOver = false
    }

    private let state: Mutex<State>

    init(_ servers: [RunningServer]) { state = Mutex(State(servers: servers)) }

    /// The oldest server in the list.
    var first: RunningServer { state.withLock { $0.servers[0] } }

    /// All statuses so far.
    var statuses: Set<Int> { state.withLock(\.statuses) }

    /// The number of requests without an answer.
    var lost: Int { state.withLock(\.lost) }

    func takeOut(_ server: RunningServer) { state.withLock { $0.servers.removeAll { $0 === server } } }

    func add(_ server: RunningServer) { state.withLock { $0.servers.append(server) } }

    func end() { state.withLock { $0.isOver = true } }

    /// Waits until each client has completed at least one more request. Requests that were in flight at the call are
    /// then complete, so none is on its way to a server that was removed before.
    func everybodyIsAnswered() async throws {
        let before = state.withLock(\.answers)
        while state.withLock({ $0.answers.contains { before[$0.key] == $0.value } || $0.answers.isEmpty }) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Starts sessions until `end()` is called. Throws if the task is cancelled.
    func send(as client: Int) async throws {
        state.withLock { $0.answers[client] = 0 }
        var connections: [ObjectIdentifier: (server: RunningServer, connection: RawConnection)] = [:]
        for turn in 0... {
            try Task.checkCancellation()
            let (servers, isOver) = state.withLock { ($0.servers, $0.isOver) }
            if isOver { return }
            connections = connections.filter { kept in servers.contains { $0 === kept.value.server } }
            let server = servers[(client + turn) % servers.count]
            do {
                // A server closes a connection that was idle for long, for example because other tests kept this client
                // from running.
                let kept = connections[ObjectIdentifier(server)]?.connection
                let connection = if let kept, !kept.hasInput { kept } else { try RawConnection(server) }
                connections[ObjectIdentifier(server)] = (server, connection)
                connection.send("POST", "/v1/sessions", #"{"flow":"Counter"}"#)
                let reply = try await connection.reply()
                if reply["Connection"] == "close" { connections[ObjectIdentifier(server)] = nil }
                state.withLock { _ = $0.statuses.insert(reply.status) }
            } catch RawConnection.Failure.cutOff {
                connections[ObjectIdentifier(server)] = nil
                state.withLock { $0.lost += 1 }
            }
            state.withLock { $0.answers[client, default: 0] += 1 }
        }
    }
}
