import Glibc
import Synchronization

/// A client for trials, which costs next to nothing beside the server that it tries: one connection, one request at a time,
/// no TLS. It keeps the connection while the server does, and blocks the thread that calls.
///
///     let client = PlainClient(host: "127.0.0.1", port: 8080)
///     let reply = try client.send(.get, "/healthz")
public final class PlainClient: Sendable {
    private let host: String
    private let port: UInt16
    private let connection = Mutex<PlainConnection?>(nil)

    /// A server takes no longer than this to take or give the next bytes.
    static let patienceSeconds = 30
    /// An answer has at most so many bytes.
    static let mostBytes = 64 << 20

    /// A client of the server at a name or an address. It connects when something is sent.
    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Sends a request and returns what comes back.
    public func send(
        _ method: Method,
        _ target: String,
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) throws(PlainClientError) -> PlainReply {
        var head = "\(method.name) \(target) HTTP/1.1\r\nHost: \(host.contains(":") ? "[\(host)]" : host):\(port)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        head += "Content-Length: \(body.count)\r\n\r\n"
        let request = Array(head.utf8) + body
        return try connection.withLock { kept throws(PlainClientError) in
            let connection = if let kept { kept } else { try PlainConnection(host, port) }
            // Until the answer is whole, the connection is none to be used again.
            kept = nil
            try connection.write(request)
            let (reply, isKept) = try connection.readReply()
            if isKept { kept = connection }
            return reply
        }
    }

    /// Lets go of the connection.
    public func close() { connection.withLock { $0 = nil } }
}
