import FairwayHTTP
import Glibc
import Synchronization

/// A blocking client that uses little CPU time. It has one persistent connection, sends one request at a time, and has
/// no TLS.
///
///     let client = PlainClient(host: "127.0.0.1", port: 8080)
///     let reply = try client.send(.get, "/healthz")
final class PlainClient: Sendable {
    private let host: String
    private let port: UInt16
    private let connection = Mutex<PlainConnection?>(nil)

    /// The timeout of each send and receive. A server on a busy machine, or in a sanitizer's build, may need minutes.
    static let timeoutSeconds = 600
    /// The limit on the size of a response.
    static let maximumBytes = 64 << 20

    /// Makes a client, which connects with the first request.
    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Sends a request and returns the response.
    func send(
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
            // The connection can be reused only after the response is complete.
            kept = nil
            try connection.write(request)
            let (reply, isKept) = try connection.readReply()
            if isKept { kept = connection }
            return reply
        }
    }

    /// Closes the connection.
    func close() { connection.withLock { $0 = nil } }
}

/// A response to a ``PlainClient``.
struct PlainReply: Sendable {
    /// The status code.
    let status: Int
    /// The header fields by lower-case name.
    let headers: [String: String]
    /// The body.
    let body: [UInt8]
}

/// The reason why a ``PlainClient`` has no response.
enum PlainClientError: Error, Sendable, CustomStringConvertible {
    /// The server cannot be reached, with the system's reason.
    case unreachable(String, String)
    /// The connection was closed before the response was complete, or the server sent nothing for ten minutes.
    case cutOff
    /// The response is not HTTP, or too large.
    case unreadable

    /// The message, with a remedy.
    var description: String {
        switch self {
        case .unreachable(let server, let reason):
            "\(server) cannot be reached: \(reason). Is the server running there?"
        case .cutOff: "The connection was closed before the response was complete. Try again."
        case .unreadable: "The response is not HTTP/1, or is too large. Check the address."
        }
    }
}

/// The connection of a ``PlainClient``.
final class PlainConnection {
    private let descriptor: Int32
    private var received: [UInt8] = []

    init(_ host: String, _ port: UInt16) throws(PlainClientError) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &found)
        guard code == 0 else { throw .unreachable("\(host):\(port)", String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(found) }
        var reason = ENOENT
        var candidate = found
        while let address = candidate?.pointee {
            let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
            if descriptor >= 0, Self.prepare(descriptor), connect(descriptor, address.ai_addr, address.ai_addrlen) == 0
            {
                self.descriptor = descriptor
                return
            }
            reason = errno
            if descriptor >= 0 { close(descriptor) }
            candidate = address.ai_next
        }
        throw .unreachable("\(host):\(port)", String(cString: strerror(reason)))
    }

    deinit { close(descriptor) }

    private static func prepare(_ descriptor: Int32) -> Bool {
        var timeout = timeval(tv_sec: PlainClient.timeoutSeconds, tv_usec: 0)
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        return setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size) == 0
            && setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size) == 0
    }

    func write(_ bytes: [UInt8]) throws(PlainClientError) {
        var remaining = bytes[...]
        while !remaining.isEmpty {
            // Without MSG_NOSIGNAL, a closed connection would end this process by SIGPIPE.
            let sent = remaining.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { throw .cutOff }
            remaining.removeFirst(sent)
        }
    }

    /// Reads a response. `isKept` is whether the connection can be reused.
    func readReply() throws(PlainClientError) -> (PlainReply, isKept: Bool) {
        let head = try readHead()
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count > 1, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else { throw .unreadable }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { throw .unreadable }
            headers[sides[0].lowercased()] = String(sides[1].drop { $0 == " " }.prefix { $0 != "\r" })
        }
        // RFC 9112, section 6.3.
        let body: [UInt8]
        var isKept = words[0] == "HTTP/1.1" && headers["connection"]?.lowercased() != "close"
        if status < 200 || status == 204 || status == 304 {
            body = []
        } else if headers["transfer-encoding"]?.lowercased() == "chunked" {
            body = try readChunks()
        } else if let length = headers["content-length"] {
            guard let count = Int(length), (0...PlainClient.maximumBytes).contains(count) else { throw .unreadable }
            body = try take(count)
        } else {
            body = try readToEnd()
            isKept = false
        }
        return (PlainReply(status: status, headers: headers, body: body), isKept)
    }

    private func readHead() throws(PlainClientError) -> [UInt8] {
        try readThrough([13, 10, 13, 10])
    }

    /// RFC 9112, section 7.1.
    private func readChunks() throws(PlainClientError) -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let line = String(decoding: try readThrough([13, 10]), as: UTF8.self)
            guard let size = Int(line.prefix { $0.isHexDigit }, radix: 16),
                size <= PlainClient.maximumBytes - body.count
            else { throw .unreadable }
            guard size > 0 else { break }
            body += try take(size)
            _ = try take(2)
        }
        while try readThrough([13, 10]) != [13, 10] {}
        return body
    }

    private func readToEnd() throws(PlainClientError) -> [UInt8] {
        while try receive() {}
        return try take(received.count)
    }

    private func readThrough(_ end: [UInt8]) throws(PlainClientError) -> [UInt8] {
        while true {
            if let found = received.firstRange(of: end) { return try take(found.upperBound) }
            guard try receive() else { throw .cutOff }
        }
    }

    private func take(_ count: Int) throws(PlainClientError) -> [UInt8] {
        while received.count < count { guard try receive() else { throw .cutOff } }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    /// Receives more. False: the server has closed.
    private func receive() throws(PlainClientError) -> Bool {
        guard received.count <= PlainClient.maximumBytes else { throw .unreadable }
        var count = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, initialized in
            repeat { count = recv(descriptor, buffer.baseAddress, buffer.count, 0) } while count < 0 && errno == EINTR
            initialized = max(0, count)
        }
        received += bytes
        guard count >= 0 else { throw .cutOff }
        return count > 0
    }
}
