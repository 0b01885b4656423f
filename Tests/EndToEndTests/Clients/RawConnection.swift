import Foundation
import Glibc
import Synchronization
import TestWaits

/// A connection whose test controls which bytes it sends, and when it reads.
final class RawConnection: Sendable {
    /// Retained, because the server stops when it is released.
    private let server: RunningServer
    private let descriptor: Int32
    /// Runs reads, which block until the server answers. The global queue has only as many threads as processors, and
    /// other tests block them.
    private let waiting = DispatchQueue(label: "fairway.tests.connection")
    private let received = Mutex<[UInt8]>([])

    enum Failure: Error {
        /// The server sent nothing for ``TestLimits/secondsForOutput``, or closed the connection.
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
        var timeout = timeval(tv_sec: TestLimits.secondsForOutput, tv_usec: 0)
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
        try await onOwnQueue { try $0.nextReply(isStream: isStream) }
    }

    /// Reads the next event of a stream over HTTP/1.0, which has no chunked encoding. Skips comments.
    func event() async throws -> (name: String, id: String?, data: String) {
        try await onOwnQueue { try $0.nextEvent() }
    }

    private func onOwnQueue<Value: Sendable>(
        _ read: @escaping @Sendable (RawConnection) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            waiting.async { continuation.resume(with: Result { try read(self) }) }
        }
    }

    /// Blocks until a response has arrived.
    fileprivate func nextReply(isStream: Bool = false) throws -> Client.Reply {
        let head = try text(through: "\r\n\r\n").split(separator: "\r\n")
        var headers: [String: String] = [:]
        for line in head.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1)
            headers[sides[0].lowercased()] = sides[1].trimmingCharacters(in: .whitespaces)
        }
        let status = head.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        let length = isStream ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
        return Client.Reply(status: status ?? 0, headers: headers, body: try bytes(length))
    }

    private func nextEvent() throws -> (name: String, id: String?, data: String) {
        while true {
            let lines = try text(through: "\n\n").split(separator: "\n")
            guard let name = lines.first(where: { $0.hasPrefix("event: ") })?.dropFirst("event: ".count) else {
                continue
            }
            let data = lines.first { $0.hasPrefix("data: ") }?.dropFirst("data: ".count) ?? ""
            let id = lines.first { $0.hasPrefix("id: ") }?.dropFirst("id: ".count)
            return (String(name), id.map(String.init), String(data))
        }
    }

    private func text(through end: String) throws -> String {
        while true {
            // As `Data`, because a debug build searches an array slowly.
            if let found = received.withLock({ Data($0).range(of: Data(end.utf8)) }) {
                return String(decoding: try bytes(found.upperBound), as: UTF8.self)
            }
            try receive()
        }
    }

    private func bytes(_ count: Int) throws -> [UInt8] {
        while received.withLock({ $0.count < count }) { try receive() }
        return received.withLock { received in
            defer { received.removeFirst(count) }
            return Array(received.prefix(count))
        }
    }

    /// Waits for bytes.
    private func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw Failure.cutOff }
        received.withLock { $0 += buffer[..<count] }
    }
}

/// A connection that is never idle. A thread that other tests do not block repeats a request on it, and sends other
/// requests in between.
final class BusyConnection: Sendable {
    private struct Call {
        let send: @Sendable (RawConnection) -> Void
        let status: CheckedContinuation<Int, Never>
    }

    private struct State {
        var calls: [Call] = []
        var statuses: Set<Int> = []
        var isOver = false
    }

    private let connection: RawConnection
    private let state = Mutex(State())

    /// - Parameter connection: A connection without unread bytes.
    init(_ connection: RawConnection, repeating method: String, _ path: String) {
        self.connection = connection
        Thread.detachNewThread { [self] in
            while true {
                let (call, isOver) = state.withLock { ($0.calls.isEmpty ? nil : $0.calls.removeFirst(), $0.isOver) }
                if call == nil, isOver { return }
                if let call { call.send(connection) } else { connection.send(method, path) }
                let status = (try? connection.nextReply().status) ?? 0
                if let call { call.status.resume(returning: status) } else { note(status) }
            }
        }
    }

    private func note(_ status: Int) {
        state.withLock { state in
            state.statuses.insert(status)
            if status == 0 { state.isOver = true }
        }
    }

    /// The statuses of the responses to the repeated request. A closed connection is status 0.
    var statuses: Set<Int> { state.withLock(\.statuses) }

    /// Sends another request. Returns the status of its response.
    func status(of method: String, _ path: String, _ body: String? = nil, token: String?) async -> Int {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                let call = Call(send: { $0.send(method, path, body, token: token) }, status: continuation)
                if !state.isOver { state.calls.append(call) }
                return state.isOver
            }
            if isOver { continuation.resume(returning: 0) }
        }
    }

    /// Ends the repetition.
    func end() { state.withLock { $0.isOver = true } }
}
