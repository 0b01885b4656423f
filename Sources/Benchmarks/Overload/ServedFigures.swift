import FairwayHTTP

/// What a server says of the actions that it has answered.
struct ServedFigures {
    /// How long they took all together, from when each was read to its answer.
    private let seconds: Double

    init(_ port: UInt16) throws {
        let reply = try PlainClient(host: "127.0.0.1", port: port).send(.get, "/metrics")
        guard reply.status == 200 else { throw SampleServer.Failure(description: "no metrics: \(reply.status)") }
        let lines = String(decoding: reply.body, as: UTF8.self).split(separator: "\n")
        func value(_ name: String) throws -> Double {
            let line = lines.first { $0.hasPrefix(name + " ") }
            guard let value = line.flatMap({ Double($0.dropFirst(name.count + 1)) }) else {
                throw SampleServer.Failure(description: "the metrics have no \(name)")
            }
            return value
        }
        let route = #"{method="POST",route="/v1/sessions/{session}/actions"}"#
        // The time in their sockets is part of what they took.
        let unread = try value("fairway_http_unread_seconds_sum")
        seconds = try value("fairway_http_request_seconds_sum" + route) - unread
    }

    /// How many were in the server's hands at once, on average over so many seconds since an earlier look.
    func inHand(since before: ServedFigures, seconds passed: Double) -> Double { (seconds - before.seconds) / passed }
}
