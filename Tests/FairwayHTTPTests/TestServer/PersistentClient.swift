import Dispatch
import FairwayHTTP
import ServerDoubles
import Synchronization

/// A client that sends one request after another. When the server closes the connection, the client opens the next one.
/// It ends when the server accepts no more connections.
final class PersistentClient: Sendable {
    struct Tally {
        var answers = 0
        /// Connections with at least one response.
        var connections = 0
        /// Requests on such connections that got no response.
        var unanswered = 0
        var isOver = false
    }

    private let address: SocketAddress
    private let state = Mutex(Tally())
    /// Runs the client, which blocks while it waits for responses.
    private let waiting = DispatchQueue(label: "fairway.tests.persistent-client")

    init(_ address: SocketAddress) { self.address = address }

    var tally: Tally { state.withLock(\.self) }

    func begin() {
        waiting.async { [self] in
            while let client = try? TestClient(address) { send(client) }
            state.withLock { $0.isOver = true }
        }
    }

    private func send(_ client: TestClient) {
        var isAccepted = false
        while true {
            client.send("GET /hello/Ada HTTP/1.1\r\nHost: a\r\n\r\n")
            guard let response = try? client.response() else {
                return state.withLock { $0.unanswered += isAccepted ? 1 : 0 }
            }
            state.withLock { tally in
                tally.answers += 1
                if !isAccepted { tally.connections += 1 }
            }
            isAccepted = true
            if response.headers["connection"] == "close" { return }
        }
    }
}
