/// Drives a server from one thread over so many connections, each with one request under way, and checks every answer.
final class LoadGenerator {
    private let connections: [LoadConnection]
    private let poller: LoadPoller

    init(_ connections: [LoadConnection]) {
        self.connections = connections
        poller = LoadPoller(connections)
    }

    /// How many answers came within a time, and how long each took. What is under way at its end is waited for: it does not
    /// count, but how long it took does, or a stall across the end would be seen by nobody.
    func run(seconds: Double) throws -> LoadResult {
        var latencies: [UInt32] = []
        latencies.reserveCapacity(Int(seconds * 150_000))
        let start = Nanoseconds.now
        let end = start + UInt64(seconds * 1e9)
        for connection in connections { try connection.send() }
        var (waiting, inTime) = (connections.count, 0)
        while waiting > 0 {
            let ready = poller.wait(milliseconds: 30_000)
            if ready.isEmpty { throw LoadConnection.Failure(description: "nothing came for 30 seconds") }
            for number in ready {
                let connection = connections[number]
                guard let outcome = try connection.receive() else { continue }
                guard case .answered = outcome else {
                    throw LoadConnection.Failure(description: "a request was sent away")
                }
                let now = Nanoseconds.now
                latencies.append(UInt32(clamping: now - connection.sentAt))
                guard now < end else {
                    waiting -= 1
                    continue
                }
                inTime += 1
                try connection.send()
            }
        }
        return LoadResult(latencies, inTime: inTime, seconds: seconds)
    }
}
