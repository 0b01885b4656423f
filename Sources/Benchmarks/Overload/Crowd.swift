import CEpoll
import Glibc

/// More clients than a server can take on, driven from one thread: each asks, and asks again when it is answered; one that
/// was sent away waits before it tries the same again.
final class Crowd {
    private let connections: [LoadConnection]
    private let descriptor = epoll_create1(0)
    private let patienceNanoseconds: UInt64

    /// - Parameter patienceSeconds: How long a client waits that was sent away.
    init(_ connections: [LoadConnection], patienceSeconds: Double) {
        self.connections = connections
        patienceNanoseconds = UInt64(patienceSeconds * 1e9)
        for (index, connection) in connections.enumerated() {
            var event = fairway_epoll_event(UInt32(EPOLLIN.rawValue), UInt64(index))
            epoll_ctl(descriptor, EPOLL_CTL_ADD, connection.descriptor, &event)
        }
    }

    deinit { close(descriptor) }

    /// What came within a time. The first of it, in which the crowd arrives all at once, is not counted.
    func run(seconds: Double, afterSeconds settling: Double) throws -> CrowdResult {
        var result = CrowdResult(clients: connections.count, seconds: seconds)
        var events = [epoll_event](repeating: epoll_event(), count: connections.count)
        let start = Nanoseconds.now + UInt64(settling * 1e9)
        let end = start + UInt64(seconds * 1e9)
        // All wait equally long, so that those who were sent away first come back first.
        var sentAway: [(connection: Int, at: UInt64)] = []
        var next = 0
        for connection in connections { try connection.send() }
        var asking = connections.count
        while asking > 0 || (next < sentAway.count && Nanoseconds.now < end) {
            let ready = epoll_wait(descriptor, &events, Int32(events.count), sentAway.count > next ? 1 : 1_000)
            let now = Nanoseconds.now
            for index in 0..<Int(max(0, ready)) {
                let number = Int(fairway_epoll_token(&events[index]))
                let connection = connections[number]
                guard let outcome = try connection.receive() else { continue }
                asking -= 1
                if now >= start, now < end { result.note(outcome, of: number, nanoseconds: now - connection.sentAt) }
                guard now < end else { continue }
                if outcome == .refused, patienceNanoseconds > 0 {
                    sentAway.append((number, now + patienceNanoseconds))
                } else {
                    try connection.send()
                    asking += 1
                }
            }
            while next < sentAway.count, sentAway[next].at <= now, now < end {
                try connections[sentAway[next].connection].send()
                asking += 1
                next += 1
            }
        }
        return result
    }
}
