import Synchronization

/// Counts what the connections of all event queues hold for their clients against the limit of all together.
final class HeldBytes: Sendable {
    private let limit: Int
    private let held = Atomic<Int>(0)

    init(_ limits: Limits) { limit = limits.heldBytes }

    /// So many bytes are held more, or less.
    func add(_ difference: Int) { held.add(difference, ordering: .relaxed) }

    var count: Int { held.load(ordering: .relaxed) }

    /// Whether more than half of what may be is held: time to make room.
    var isHigh: Bool { count > limit / 2 }

    /// Whether all that may be is held.
    var isFull: Bool { count > limit }

    /// The answer to a request that there is no room for; nil where there is. A small body is taken for as long
    /// as anything is.
    func refusal(of framing: RequestHead.Framing) -> HTTPProblem? {
        let isRefused =
            if case .length(...Holding.smallBytes) = framing { isFull } else { isHigh }
        return isRefused ? .overloaded(retryAfterSeconds: 1) : nil
    }

    func write(to text: inout PrometheusText) {
        text.family(
            "fairway_http_held_bytes",
            .gauge,
            "Bytes that connections hold of requests that are not answered, and of answers that clients have not taken."
        )
        text.sample(value: Double(count))
    }
}
