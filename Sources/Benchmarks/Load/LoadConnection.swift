import Glibc

/// A keep-alive connection that sends a script's requests and checks every answer.
final class LoadConnection {
    enum Outcome {
        case answered
        /// Refused with 429 or 503.
        case refused(retryAfterSeconds: Int)
    }

    let descriptor: Int32
    private(set) var sentAt: UInt64 = 0
    private var session: LoadSession
    private let script: LoadScript
    private let port: UInt16
    private var requests: [[UInt8]]
    /// The source of the next session, for a connection that drives many.
    private let others: StoredSessions?
    private var received = ReceivedBytes()

    /// Connects to a port of this machine.
    init(to port: UInt16, _ session: LoadSession, _ script: LoadScript, then others: StoredSessions? = nil) throws {
        (self.session, self.script, self.port, self.others) = (session, script, port, others)
        requests = session.requests(script, port: port)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw failure("connect: \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    /// Sends the next request. It is small enough for the socket's buffer.
    func send() throws {
        let request = requests[session.step]
        sentAt = Nanoseconds.now
        let sent = request.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard sent == request.count else { throw failure("could not send a request") }
    }

    /// Reads the bytes that have arrived. Returns nil until the answer is complete; throws if it is an unexpected one.
    func receive() throws -> Outcome? {
        guard received.read(from: descriptor) else { throw failure("closed by the server") }
        guard let headEnd = received.find("\r\n\r\n") else { return nil }
        // Matches both `Content-Length` and `content-length`.
        guard let length = received.number(after: "ength: ") else { throw failure("no Content-Length") }
        guard received.count >= headEnd + 4 + length else { return nil }
        guard received.count == headEnd + 4 + length else { throw failure("more than one answer") }
        defer { received.clear() }
        let status = received.number(after: "HTTP/1.1 ")
        if status == 429 || status == 503 {
            guard let seconds = received.number(after: "\r\nRetry-After: ") else { throw failure("no Retry-After") }
            return .refused(retryAfterSeconds: seconds)
        }
        let expected = script.steps[session.step].expected(session.cycle)
        let isRevision = !script.makesRevisions || received.number(after: #""revision":"#) == session.revision + 1
        guard status == 200, isRevision, received.find(expected) != nil else {
            throw failure("expected \(expected) after revision \(session.revision), received \(received.text)")
        }
        session.advance(script)
        if let others {
            others.update(session)
            session = others.next()
            requests = session.requests(script, port: port)
        }
        return .answered
    }

    /// Waits for a text in a stream, then frees the received bytes.
    func waitForText(_ text: String) throws {
        while received.find(text) == nil {
            guard received.read(from: descriptor) else { throw failure("closed by the server") }
        }
        received = ReceivedBytes()
    }

    private func failure(_ text: String) -> BenchmarkError { BenchmarkError(description: "port \(port): \(text)") }
}

/// The bytes of an answer that have arrived.
private struct ReceivedBytes {
    private static let mostBytes = 16 << 20
    private var buffer: [UInt8] = []
    private(set) var count = 0

    /// Reads once; false at the end of the stream, on an error, or if an answer is too long.
    mutating func read(from descriptor: Int32) -> Bool {
        if count == buffer.count {
            guard count < Self.mostBytes else { return false }
            buffer.append(contentsOf: [UInt8](repeating: 0, count: max(64 << 10, count)))
        }
        let start = count
        var read = 0
        repeat {
            read = buffer.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
            }
        } while read < 0 && errno == EINTR
        count += max(0, read)
        return read > 0
    }

    mutating func clear() { count = 0 }

    /// The offset of a text's first occurrence.
    func find(_ text: String) -> Int? {
        var text = text
        return text.withUTF8 { text in
            buffer.withUnsafeBytes { bytes in
                guard let sought = text.baseAddress, let start = bytes.baseAddress else { return nil }
                var offset = 0
                // memchr is fast even in a debug build.
                while offset + text.count <= count,
                    let found = memchr(start + offset, Int32(sought.pointee), count - text.count - offset + 1)
                {
                    offset = UnsafeRawPointer(found) - start
                    if memcmp(start + offset, sought, text.count) == 0 { return offset }
                    offset += 1
                }
                return nil
            }
        }
    }

    /// The number after a text's first occurrence.
    func number(after text: String) -> Int? {
        guard let start = find(text).map({ $0 + text.utf8.count }) else { return nil }
        return Int(String(decoding: buffer[start..<count].prefix { (48...57).contains($0) }, as: UTF8.self))
    }

    var text: String { String(decoding: buffer[..<count], as: UTF8.self) }
}
