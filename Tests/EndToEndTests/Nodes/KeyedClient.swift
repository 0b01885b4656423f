import FairwayWire
import Foundation

/// A client that increments a counter with idempotency keys. It moves to another node if one does not answer or rejects
/// changes.
struct KeyedClient: Sendable {
    private let nodes: [RunningServer]
    private var place: Int
    let session: String
    private let token: String?
    /// The number of acknowledged increments.
    private(set) var acknowledged = 0
    /// The number of repeated increments.
    private(set) var refusals = 0

    /// An answer that violates the protocol.
    struct Surprise: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts a session on one of the nodes.
    init(_ nodes: [RunningServer], startingAt place: Int) async throws {
        self.nodes = nodes
        self.place = place
        let started = try await StartedSession("Counter", on: nodes[place % nodes.count])
        session = started.id
        token = started.client.token
    }

    /// Increments the counter, on one node after the other until one answers.
    ///
    /// - Parameter isRefused: Called for each failed attempt.
    mutating func count(refused isRefused: () async -> Void = {}) async throws {
        let number = acknowledged + 1
        while true {
            // If the store does not come back, the test's time limit cancels the task.
            try Task.checkCancellation()
            let node = nodes[place % nodes.count]
            place += 1
            if let reply = try await ask("k\(number)", node) {
                let state = try reply.state
                guard state.revision == number + 1, try count(in: state) == number else {
                    throw Surprise(description: "\(session): \(number) was answered with \(state)")
                }
                acknowledged = number
                return
            }
            refusals += 1
            await isRefused()
        }
    }

    /// The stored count, read through a node. Retries while the node reconnects to its store.
    func stored(at node: RunningServer) async throws -> Int {
        while true {
            try Task.checkCancellation()
            let reply = try await Client(node, token: token).send("GET", "/v1/sessions/\(session)")
            if reply.status == 200 { return try count(in: try reply.state) }
            guard try reply.problem.code == .storeUnavailable else {
                throw Surprise(description: "\(session): \(String(decoding: reply.body, as: UTF8.self))")
            }
        }
    }

    /// Opens a stream of the session.
    func stream(at node: RunningServer) async throws -> RawConnection {
        let stream = try RawConnection(node)
        stream.send("GET", "/v1/sessions/\(session)/stream", token: token, version: "HTTP/1.0")
        _ = try await stream.reply(isStream: true)
        return stream
    }

    private func ask(_ key: String, _ node: RunningServer) async throws -> Client.Reply? {
        let path = "/v1/sessions/\(session)/actions"
        let body = #"{"action":"incrementButtonPressed"}"#
        let client = Client(node, token: token)
        // A killed node refuses or closes the connection.
        guard let reply = try? await client.send("POST", path, body, headers: ["Idempotency-Key": key]) else {
            return nil
        }
        switch reply.status {
        case 200: return reply
        case 503:
            guard try reply.problem.code == .storeUnavailable, reply["Retry-After"] != nil else { break }
            return nil
        default: break
        }
        throw Surprise(
            description: "\(session): \(key): \(reply.status) \(String(decoding: reply.body, as: UTF8.self))"
        )
    }

    private struct Page: Decodable {
        var count: Int
    }

    private func count(in state: StateDocument) throws -> Int {
        guard let screen = state.screen else { throw Surprise(description: "\(session): nothing is in front") }
        return try JSON.decode(Page.self, from: screen.viewModel.bytes).count
    }
}
