import FairwayHTTP
import Foundation
import Synchronization

/// Follows a session from server to server, as an event source does, or as a client that polls.
final class SoakStream: Sendable {
    private let session: SoakLedger.Kept
    private let ledger: SoakLedger
    private let polls: Bool
    private let last = Atomic<Int>(0)
    private let stopped = Atomic<Bool>(false)
    private static let patienceSeconds = 30.0

    /// Follows on a thread of its own.
    init(_ session: SoakLedger.Kept, _ ledger: SoakLedger, polls: Bool) {
        self.session = session
        self.ledger = ledger
        self.polls = polls
        Thread.detachNewThread { self.follow() }
    }

    func stop() { stopped.store(true, ordering: .relaxed) }

    /// Waits until it has been told of a revision; false: it never was.
    func hears(of revision: Int) -> Bool {
        let end = Nanoseconds.now + UInt64(Self.patienceSeconds * 1e9)
        while last.load(ordering: .relaxed) < revision {
            guard Nanoseconds.now < end else { return false }
            usleep(5_000)
        }
        return true
    }

    private var isStopped: Bool { stopped.load(ordering: .relaxed) || ledger.isStopped }

    private func follow() {
        while !isStopped {
            if polls {
                poll()
            } else if let socket = try? LoadSocket(to: session.server.port, receiveSeconds: 1) {
                read(socket)
            } else {
                usleep(50_000)
            }
        }
    }

    private func poll() {
        let client = PlainClient(host: "127.0.0.1", port: session.server.port)
        while !isStopped {
            let headers = [
                ("Authorization", "Bearer \(session.token)"), ("Prefer", "wait=2"),
                ("If-None-Match", "\"\(last.load(ordering: .relaxed))\""),
            ]
            let reply = try? client.send(.get, "/v1/sessions/\(session.session)", headers: headers)
            guard let reply, [200, 304].contains(reply.status) else {
                usleep(50_000)
                return
            }
            ledger.count { $0.polls += 1 }
            let tag = reply.headers["etag"]?.filter(\.isNumber) ?? ""
            if reply.status == 200, let revision = Int(tag) { hear(of: revision) }
        }
    }

    private func read(_ socket: LoadSocket) {
        let head = """
            GET /v1/sessions/\(session.session)/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\
            Authorization: Bearer \(session.token)\r\nLast-Event-ID: \(last.load(ordering: .relaxed))\r\n\r\n
            """
        guard socket.send(Array(head.utf8)) else { return }
        var received: [UInt8] = []
        while !isStopped, let bytes = socket.receive() {
            received += bytes
            while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                hear(String(decoding: received[..<end], as: UTF8.self))
                received.removeFirst(end + 1)
            }
        }
    }

    private func hear(_ line: String) {
        guard line.hasPrefix("id: "), let revision = Int(line.dropFirst(4)) else { return }
        ledger.count { $0.events += 1 }
        hear(of: revision)
    }

    private func hear(of revision: Int) {
        let before = last.exchange(revision, ordering: .relaxed)
        if revision < before { ledger.fail("\(session.session): told of \(revision) after \(before)") }
    }
}
