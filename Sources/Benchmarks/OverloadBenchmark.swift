import Foundation

/// Measures a server's rate with four times the number of clients that saturate it. Refused clients obey `Retry-After`:
/// `fairway-benchmarks overload [SECONDS [ROUNDS [CLIENTS]]]`.
enum OverloadBenchmark {
    private static let leastRatio = 0.85

    static func run(_ arguments: Arguments) throws -> Bool {
        let (seconds, rounds) = (arguments.number(0) ?? 2, arguments.integer(1) ?? 20)
        let clients = arguments.integer(2) ?? 256
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try SampleServer(store: "sqlite:\(folder.path)/samples.sqlite", in: folder)
        defer { server.kill() }
        let subject = LoadSubject("Counter", server, .counter)
        func rate(_ clients: RetryingClients) throws -> Double {
            let result = try clients.run(seconds: seconds)
            print(result)
            return result.answers.perSecond
        }

        let few = RetryingClients(try subject.connect(clients))
        let many = RetryingClients(try subject.connect(4 * clients))
        let ratios = try (0..<rounds).map { round in
            // Alternate the order, because the machine's speed drifts.
            if round.isMultiple(of: 2) {
                let alone = try rate(few)
                return try rate(many) / alone
            }
            let crowded = try rate(many)
            return try crowded / rate(few)
        }
        let ratio = ratios.median
        print(String(format: "with four times as many clients: %.2f of the rate (target: %.2f)", ratio, leastRatio))
        return ratio >= leastRatio
    }
}

/// Clients that send a request after each answer, and repeat a refused request after the time in its `Retry-After`.
private final class RetryingClients {
    /// The time at the start of a run that is not measured, because all clients send their first request at once.
    private static let settlingSeconds = 3.0
    private static let tick: UInt64 = 10_000_000

    private let connections: [LoadConnection]
    private let poller: LoadPoller

    struct Result: CustomStringConvertible {
        var clients: Int
        var answers: LoadResult
        var refusals: LoadResult

        var description: String { "\(clients) clients: answers \(answers); refusals \(refusals)" }
    }

    init(_ connections: [LoadConnection]) {
        self.connections = connections
        poller = LoadPoller(connections)
    }

    func run(seconds: Double) throws -> Result {
        var (answered, refused): ([UInt32], [UInt32]) = ([], [])
        /// The refused clients, by the clock tick at which they retry.
        var retries: [UInt64: [LoadConnection]] = [:]
        let start = Nanoseconds.now + UInt64(Self.settlingSeconds * 1e9)
        let end = start + UInt64(seconds * 1e9)
        var (inFlight, lastTick) = (connections.count, Nanoseconds.now / Self.tick)
        for connection in connections { try connection.send() }
        while inFlight > 0 || Nanoseconds.now < end {
            let ready = poller.wait(milliseconds: 1)
            let now = Nanoseconds.now
            for connection in ready.map({ connections[$0] }) {
                guard let outcome = try connection.receive() else { continue }
                inFlight -= 1
                let nanoseconds = UInt32(clamping: now - connection.sentAt)
                switch outcome {
                case .answered:
                    if now >= start, now < end { answered.append(nanoseconds) }
                    guard now < end else { continue }
                    try connection.send()
                    inFlight += 1
                case .refused(let seconds):
                    if now >= start, now < end { refused.append(nanoseconds) }
                    retries[now / Self.tick + UInt64(seconds) * 1_000_000_000 / Self.tick, default: []].append(
                        connection
                    )
                }
            }
            while lastTick < now / Self.tick, now < end {
                lastTick += 1
                for connection in retries.removeValue(forKey: lastTick) ?? [] {
                    try connection.send()
                    inFlight += 1
                }
            }
        }
        return Result(
            clients: connections.count,
            answers: LoadResult(answered, inTime: answered.count, seconds: seconds),
            refusals: LoadResult(refused, inTime: refused.count, seconds: seconds)
        )
    }
}
