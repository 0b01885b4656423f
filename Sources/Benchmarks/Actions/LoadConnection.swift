import CEpoll
import Glibc

/// One keep-alive connection of a load: sends a request, reads the whole answer and checks it.
final class LoadConnection {
    /// What kept an answer from being the one that was due.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What a whole answer was.
    enum Outcome {
        case answered
        /// Sent away for now, with 429 or 503: the same is to be asked again after so many seconds.
        case refused(retryAfterSeconds: Int)
    }

    private let socket: LoadSocket
    var descriptor: Int32 { socket.descriptor }
    var session: LoadSession
    private let script: LoadScript
    private let port: UInt16
    private var requests: [[UInt8]]
    /// Where the session after this one comes from, for a connection that drives many in turn.
    private let others: StoredSessions?
    private var received: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private(set) var sentAt: UInt64 = 0

    /// A connection that drives stored sessions, another with each answer.
    convenience init(to port: UInt16, _ sessions: StoredSessions, _ script: LoadScript) throws {
        try self.init(to: port, sessions.next(), script, then: sessions)
    }

    init(to port: UInt16, _ session: LoadSession, _ script: LoadScript, then others: StoredSessions? = nil) throws {
        self.session = session
        self.script = script
        self.port = port
        self.others = others
        requests = session.requests(script, port: port)
        socket = try LoadSocket(to: port)
    }

    /// Sends the next request. It is small, so that the socket takes it whole.
    func send() throws {
        let request = requests[session.step]
        sentAt = Nanoseconds.now
        guard socket.send(request) else { throw Failure(description: "a request was not taken whole") }
    }

    /// Reads what has come; nil until the answer is whole, and then it is the one that was due, or a refusal.
    func receive() throws -> Outcome? {
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { throw Failure(description: "the server has closed a connection") }
        received.append(contentsOf: buffer[..<count])
        guard let length = try wholeLength() else { return nil }
        guard length == received.count else { throw Failure(description: "more came than was asked for") }
        defer { received.removeAll(keepingCapacity: true) }
        if [429, 503].contains(received.integer(at: 9)) {
            let name = "\r\nRetry-After: "
            let seconds = received.firstRange(of: name).map { received.integer(at: $0 + name.utf8.count) } ?? 0
            guard seconds > 0 else { throw Failure(description: "a refusal does not say when to come back") }
            return .refused(retryAfterSeconds: seconds)
        }
        try check()
        session.advance(script)
        if let others {
            others.note(session)
            session = others.next()
            requests = session.requests(script, port: port)
        }
        return .answered
    }

    /// Waits until a text has come, for an answer that has no end.
    func awaitText(_ text: String) throws {
        while received.firstRange(of: text) == nil {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(description: "the server has closed a connection") }
            received.append(contentsOf: buffer[..<count])
        }
        // Ten thousand that wait are not to take what one needs that reads.
        (received, buffer) = ([], [])
    }

    /// How long the answer is in all; nil until its head is there and its body whole.
    private func wholeLength() throws -> Int? {
        guard let headEnd = received.firstRange(of: "\r\n\r\n") else { return nil }
        // Of `Content-Length`, which some servers write small.
        guard let field = received.firstRange(of: "ength: ") else {
            throw Failure(description: "an answer does not say how long it is")
        }
        let length = headEnd + 4 + received.integer(at: field + 7)
        return received.count >= length ? length : nil
    }

    private func check() throws {
        let expected = script.steps[session.step].expected(session.cycle)
        let isDue =
            received.integer(at: 9) == 200 && received.firstRange(of: expected) != nil
            && (!script.makesRevisions || received.revision == session.revision + 1)
        guard isDue else {
            throw Failure(
                description: """
                    at revision \(session.revision), \(expected) was due; there came \
                    \(String(decoding: received, as: UTF8.self))
                    """
            )
        }
    }
}

extension [UInt8] {
    /// Where a text begins.
    fileprivate func firstRange(of text: String) -> Int? {
        var text = text
        return text.withUTF8 { text in
            withUnsafeBytes { bytes in
                guard let sought = text.baseAddress, let start = bytes.baseAddress else { return nil }
                var place = 0
                while place + text.count <= bytes.count,
                    let found = memchr(start + place, Int32(sought.pointee), bytes.count - text.count - place + 1)
                {
                    place = UnsafeRawPointer(found) - start
                    if memcmp(found, sought, text.count) == 0 { return place }
                    place += 1
                }
                return nil
            }
        }
    }

    /// The digits from a place on, as a number.
    fileprivate func integer(at start: Int) -> Int {
        var (number, index) = (0, start)
        while index < count, (48...57).contains(self[index]) {
            number = number * 10 + Int(self[index] - 48)
            index += 1
        }
        return number
    }

    fileprivate var revision: Int { firstRange(of: #""revision":"#).map { integer(at: $0 + 11) } ?? 0 }
}
