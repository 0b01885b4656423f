import Dispatch
import FairwayHTTP
import ServerDoubles
import Synchronization

/// A client that asks one thing after the other, on a connection that it keeps until it is told to close it, and then on
/// another, until nobody listens any more.
final class Asker: Sendable {
    struct Tally {
        var answers = 0
        /// On which an answer came.
        var connections = 0
        /// Requests on one of those connections that got no answer.
        var unanswered = 0
        var isOver = false
    }

    private let address: SocketAddress
    private let state = Mutex(Tally())
    /// Waits for the server.
    private let waiting = DispatchQueue(label: "fairway.tests.asker")

    init(_ address: SocketAddress) { self.address = address }

    var tally: Tally { state.withLock(\.self) }

    func begin() {
        waiting.async { [self] in
            while let client = try? TestClient(address) { ask(client) }
            state.withLock { $0.isOver = true }
        }
    }

    private func ask(_ client: TestClient) {
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
