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

    private struct Places {
        var headEnd = 0
        var length = 0
        var expected = 0
        var revision = 0
    }

    private let socket: LoadSocket
    var descriptor: Int32 { socket.descriptor }
    var session: LoadSession
    private let script: LoadScript
    private let port: UInt16
    private var requests: [[UInt8]]
    /// Where the session after this one comes from, for a connection that drives many in turn.
    private let others: StoredSessions?
    private var received = ReceivedBytes()
    /// Where what is sought in each answer was found in the last, for each step.
    private var places: [Places]
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
        places = script.steps.map { _ in Places() }
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
        guard received.read(from: descriptor) else { throw Failure(description: "the server has closed a connection") }
        guard let length = try wholeLength() else { return nil }
        guard length == received.count else { throw Failure(description: "more came than was asked for") }
        defer { received.clear() }
        let status = received.integer(at: 9)
        if status == 429 || status == 503 {
            let seconds = number(after: "\r\nRetry-After: ")
            guard seconds > 0 else { throw Failure(description: "a refusal does not say when to come back") }
            return .refused(retryAfterSeconds: seconds)
        }
        try check(status)
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
        var place = 0
        while received.find(text, at: &place) == nil {
            guard received.read(from: descriptor) else {
                throw Failure(description: "the server has closed a connection")
            }
        }
        // Ten thousand that wait are not to take what one needs that reads.
        received.giveBack()
    }

    /// How long the answer is in all; nil until its head is there and its body whole.
    private func wholeLength() throws -> Int? {
        guard let headEnd = received.find("\r\n\r\n", at: &places[session.step].headEnd) else { return nil }
        // Of `Content-Length`, which some servers write small.
        guard let field = received.find("ength: ", at: &places[session.step].length) else {
            throw Failure(description: "an answer does not say how long it is")
        }
        let length = headEnd + 4 + received.integer(at: field + 7)
        return received.count >= length ? length : nil
    }

    private func check(_ status: Int) throws {
        let expected = script.steps[session.step].expected(session.cycle)
        let isDue =
            status == 200 && received.find(expected, at: &places[session.step].expected) != nil
            && (!script.makesRevisions || revision == session.revision + 1)
        guard isDue else {
            throw Failure(
                description: "at revision \(session.revision), \(expected) was due; there came \(received.text)"
            )
        }
    }

    private var revision: Int {
        received.find(#""revision":"#, at: &places[session.step].revision).map { received.integer(at: $0 + 11) } ?? 0
    }

    private func number(after text: String) -> Int {
        var place = 0
        return received.find(text, at: &place).map { received.integer(at: $0 + text.utf8.count) } ?? 0
    }
}
