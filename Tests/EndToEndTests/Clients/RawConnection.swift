import Foundation
import Glibc
import Synchronization

/// A connection whose test controls which bytes it sends, and when it reads.
final class RawConnection: Sendable {
    /// Retained, because the server stops when it is released.
    private let server: RunningServer
    private let descriptor: Int32
    /// A queue for reads, which block until the server answers. The global queue has only as many threads as
    /// processors, and other tests block them.
    private let waiting = DispatchQueue(label: "fairway.tests.connection")
    private let received = Mutex<[UInt8]>([])

    enum Failure: Error {
        /// The server sent nothing for ten minutes, or closed the connection.
        case cutOff
    }

    /// - Parameter receiveBytes: The size of the kernel's receive buffer, if it should be small.
    init(_ server: RunningServer, receiveBytes: Int32? = nil) throws {
        self.server = server
        // Processes that other tests start must not inherit the socket.
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(server.url.port ?? 0).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        // The default of half a minute is too short with a sanitizer.
        var timeout = timeval(tv_sec: 600, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        if var size = receiveBytes {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Failure.cutOff }
    }

    deinit { close(descriptor) }

    /// Makes the connection send a reset when it is closed, like that of a killed process with unread input.
    func resetsWhenClosed() {
        var none = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &none, socklen_t(MemoryLayout<linger>.size))
    }

    /// Whether the server has answered or closed the connection. Does not block.
    var hasInput: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count >= 0 || (errno != EAGAIN && errno != EINTR) || received.withLock { !$0.isEmpty }
    }

    /// Sends a request with an optional body.
    func send(
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        token: String? = nil,
        version: String = "HTTP/1.1"
    ) {
        var head = "\(method) \(path) \(version)\r\nHost: localhost\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        if let body { head += "Content-Length: \(body.utf8.count)\r\n" }
        send("\(head)\r\n\(body ?? "")")
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Reads a response. With `isStream`, reads only its head, because a stream does not end.
    func reply(isStream: Bool = false) async throws -> Client.Reply {
        let head = try await text(through: "\r\n\r\n").split(separator: "\r\n")
        var headers: [String: String] = [:]
        for line in head.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1)
            headers[sides[0].lowercased()] = sides[1].trimmingCharacters(in: .whitespaces)
        }
        let status = head.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        let length = isStream ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
        return Client.Reply(status: status ?? 0, headers: headers, body: try await bytes(length))
    }

    /// Reads the next event of a stream over HTTP/1.0, which has no chunked encoding. Skips comments.
    func event() async throws -> (name: String, id: String?, data: String) {
        while true {
            let lines = try await text(through: "\n\n").split(separator: "\n")
            guard let name = lines.first(where: { $0.hasPrefix("event: ") })?.dropFirst("event: ".count) else {
                continue
            }
            let data = lines.first { $0.hasPrefix("data: ") }?.dropFirst("data: ".count) ?? ""
            let id = lines.first { $0.hasPrefix("id: ") }?.dropFirst("id: ".count)
            return (String(name), id.map(String.init), String(data))
        }
    }

    private func text(through end: String) async throws -> String {
        while true {
            if let found = received.withLock({ $0.firstRange(of: Array(end.utf8)) }) {
                return String(decoding: try await bytes(found.upperBound), as: UTF8.self)
            }
            try await receive()
        }
    }

    private func bytes(_ count: Int) async throws -> [UInt8] {
        while received.withLock({ $0.count < count }) { try await receive() }
        return received.withLock { received in
            defer { received.removeFirst(count) }
            return Array(received.prefix(count))
        }
    }

    private func receive() async throws {
        let more: [UInt8] = await withCheckedContinuation { continuation in
            waiting.async { continuation.resume(returning: self.receivedBytes()) }
        }
        guard !more.isEmpty else { throw Failure.cutOff }
        received.withLock { $0 += more }
    }

    /// Waits for bytes. Returns none if the server has closed the connection.
    fileprivate func receivedBytes() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }
}

/// Repeats a request as soon as the last one is answered, on a thread that other tests do not use.
final class RepeatedRequest: Sendable {
    private let isStopped = Mutex(false)
    private let result: Task<Set<Int>, Never>

    /// - Parameter connection: A connection without unread bytes. Each response must arrive in one piece.
    init(_ method: String, _ path: String, on connection: RawConnection) {
        let (results, end) = AsyncStream.makeStream(of: Set<Int>.self)
        result = Task { await results.first { _ in true } ?? [] }
        let thread = Thread { [self] in
            var statuses: Set<Int> = []
            repeat {
                connection.send(method, path)
                let line = String(decoding: connection.receivedBytes(), as: UTF8.self).prefix { $0 != "\r\n" }
                statuses.insert(line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
            } while !isStopped.withLock { $0 } && !statuses.contains(0)
            end.yield(statuses)
        }
        thread.start()
    }

    /// Stops, and returns the statuses of the responses. Status 0 stands for a closed connection.
    func statuses() async -> Set<Int> {
        isStopped.withLock { $0 = true }
        return await result.value
    }
}
