package import FairwayHTTP
import Glibc
import TestWaits

package struct TestResponse: Equatable {
    package var status = 0
    package var headers: [String: String] = [:]
    package var body = ""

    package var code: String? {
        body.split(separator: "\"code\":\"").dropFirst().first?.split(separator: "\"").first.map(String.init)
    }
}

package struct ClientFailure: Error {
    package let message: String
}

/// A client that sends raw bytes over a blocking socket with a timeout.
package final class TestClient {
    package let descriptor: Int32
    /// Whether the connection was reset.
    package private(set) var wasReset = false
    private var received: [UInt8] = []

    package init(_ address: SocketAddress, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var timeout = timeval(tv_sec: TestLimits.secondsForOutput, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        guard descriptor >= 0, address.connect(descriptor) else {
            throw ClientFailure(message: "connect: \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(descriptor) }

    /// Sends `text`. False: the server has closed.
    @discardableResult
    package func send(_ text: String) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// Closes the output.
    package func closeOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes the connection send a reset when it is closed, like that of a killed process.
    package func resetsWhenClosed() {
        var none = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &none, socklen_t(MemoryLayout<linger>.size))
    }

    /// Whether bytes or the end of the input can be read now.
    package var isReadable: Bool {
        if !received.isEmpty { return true }
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) > 0
    }

    /// Waits for bytes and reads them. False: the input has ended.
    private func receive() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == ECONNRESET {
            wasReset = true
            return false
        }
        guard count >= 0 else {
            throw ClientFailure(message: "nothing came: \(String(cString: strerror(errno)))")
        }
        received += buffer[..<count]
        return count > 0
    }

    /// Reads to the end of the input.
    package func rest() throws -> String {
        while try receive() {}
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    /// Reads up to the end of `text`.
    package func read(through text: String) throws -> String {
        let wanted = Array(text.utf8)
        var from = 0
        while true {
            if received.count >= wanted.count {
                for start in from...(received.count - wanted.count)
                where received[start] == wanted[0] && received[start..<start + wanted.count].elementsEqual(wanted) {
                    defer { received.removeFirst(start + wanted.count) }
                    return String(decoding: received[..<(start + wanted.count)], as: UTF8.self)
                }
                from = received.count - wanted.count + 1
            }
            guard try receive() else {
                throw ClientFailure(message: "closed after “\(String(decoding: received, as: UTF8.self))”")
            }
        }
    }

    package func read(count: Int) throws -> String {
        while received.count < count {
            guard try receive() else { throw ClientFailure(message: "closed inside a body") }
        }
        defer { received.removeFirst(count) }
        return String(decoding: received[..<count], as: UTF8.self)
    }

    /// Reads a response.
    package func response(toHead: Bool = false) throws -> TestResponse {
        var lines = try read(through: "\r\n\r\n").split(separator: "\r\n").map(String.init)
        var response = TestResponse()
        response.status = Int(lines.removeFirst().split(separator: " ")[1]) ?? 0
        for line in lines {
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            response.headers[line[..<colon].lowercased()] = String(line[colon...].dropFirst(2))
        }
        if toHead || response.status < 200 || response.status == 204 || response.status == 304 { return response }
        if let length = response.headers["content-length"].flatMap({ Int($0) }) {
            response.body = try read(count: length)
        } else if response.headers["transfer-encoding"] == "chunked" {
            while case let chunk = try chunk(), !chunk.isEmpty { response.body += chunk }
        } else {
            response.body = try rest()
        }
        return response
    }

    /// Reads the next event of a stream: a chunk that is not a comment.
    package func event() throws -> String {
        while true {
            let chunk = try chunk()
            if !chunk.hasPrefix(":") { return chunk }
        }
    }

    /// Reads a chunk of a body. The last one is empty.
    package func chunk() throws -> String {
        let line = try read(through: "\r\n")
        guard let size = Int(line.dropLast(1), radix: 16) else { throw ClientFailure(message: "no chunk: \(line)") }
        let chunk = try read(count: size)
        _ = try read(through: "\r\n")
        return chunk
    }
}
