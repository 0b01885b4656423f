import FairwayHTTP

/// What a server says of the actions that it has answered.
struct ServedFigures {
    /// How long they took all together, from when each was read to its answer.
    private let seconds: Double

    init(_ port: UInt16) throws {
        let reply = try PlainClient(host: "127.0.0.1", port: port).send(.get, "/metrics")
        let lines = String(decoding: reply.body, as: UTF8.self).split(separator: "\n")
        func value(_ name: String) -> Double {
            let line = lines.first { $0.hasPrefix(name + " ") }
            return line.flatMap { Double($0.dropFirst(name.count + 1)) } ?? 0
        }
        let route = #"{method="POST",route="/v1/sessions/{session}/actions"}"#
        // The time in their sockets is part of what they took.
        seconds = value("fairway_http_request_seconds_sum" + route) - value("fairway_http_unread_seconds_sum")
    }

    /// How many were in the server's hands at once, on average over so many seconds since an earlier look.
    func inHand(since before: ServedFigures, seconds passed: Double) -> Double { (seconds - before.seconds) / passed }
}
