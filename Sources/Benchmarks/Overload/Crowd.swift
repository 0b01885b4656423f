/// More clients than a server can take on, driven from one thread: each asks, and asks again when it is answered; one that
/// was sent away waits as long as it was told before it tries the same again.
final class Crowd {
    private let connections: [LoadConnection]
    private let poller: LoadPoller
    private var absent = Absent()
    private var asking = 0

    init(_ connections: [LoadConnection]) {
        self.connections = connections
        poller = LoadPoller(connections)
    }

    /// What came within a time. The first of it, in which the crowd arrives all at once, is not counted.
    func run(seconds: Double, afterSeconds settling: Double) throws -> CrowdResult {
        var result = CrowdResult(clients: connections.count, seconds: seconds)
        let start = Nanoseconds.now + UInt64(settling * 1e9)
        let end = start + UInt64(seconds * 1e9)
        for connection in connections { try ask(connection) }
        while asking > 0 || Nanoseconds.now < end {
            let ready = poller.wait(milliseconds: absent.isEmpty ? 1_000 : 1)
            let now = Nanoseconds.now
            for number in ready {
                let connection = connections[number]
                guard let outcome = try connection.receive() else { continue }
                asking -= 1
                if now >= start, now < end { result.note(outcome, of: number, nanoseconds: now - connection.sentAt) }
                guard now < end else { continue }
                switch outcome {
                case .answered: try ask(connection)
                case .refused(let seconds): absent.add(number, seconds: seconds, at: now)
                }
            }
            guard now < end else { continue }
            for number in absent.comeBack(at: now) { try ask(connections[number]) }
        }
        absent = Absent()
        return result
    }

    private func ask(_ connection: LoadConnection) throws {
        try connection.send()
        asking += 1
    }
}

/// Who was sent away, by how long: of those who wait equally long, who left first comes back first.
private struct Absent {
    private var lines: [Int: [(client: Int, at: UInt64)]] = [:]

    var isEmpty: Bool { lines.isEmpty }

    mutating func add(_ client: Int, seconds: Int, at now: UInt64) {
        lines[seconds, default: []].append((client, now + UInt64(seconds) * 1_000_000_000))
    }

    mutating func comeBack(at now: UInt64) -> [Int] {
        var back: [Int] = []
        for (seconds, line) in lines where line[0].at <= now {
            let due = line.prefix { $0.at <= now }
            back += due.map(\.client)
            lines[seconds] = due.count == line.count ? nil : Array(line.dropFirst(due.count))
        }
        return back
    }
}
