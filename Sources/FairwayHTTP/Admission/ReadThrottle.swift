/// Limits how many requests an event loop reads while `ServerConfiguration.shouldThrottleReads` returns true.
///
/// While the throttle is active, requests stay in their sockets, where they cost no memory and TCP slows the clients
/// down. The loop reads one batch of sockets every 25 to 100 ms, to answer health checks and reject late requests, and
/// handles one request at a time for each connection. Further pipelined requests wait until a later batch. The throttle
/// ends when the handlers have capacity and a batch has read everything that was ready.
struct ReadThrottle {
    /// The event loops share 40 batches a second, because more would let too many requests in. However many loops
    /// share them, each reads every 100 ms, which is fast enough for health checks.
    private static let nanosecondsBetweenBatchesOfAllLoops: UInt64 = 25_000_000
    private static let maximumNanosecondsBetweenBatches: UInt64 = 100_000_000
    /// How often the loop checks whether the handlers have capacity again.
    private static let checkMilliseconds: Int32 = 10

    /// Whether requests may wait unread.
    private(set) var isActive = false
    private let nanosecondsBetweenBatches: UInt64
    private let lateNanoseconds: UInt64
    private var nextBatch: UInt64 = 0

    init(lateAfterSeconds: Double, eventLoopCount: Int) {
        nanosecondsBetweenBatches = min(
            Self.nanosecondsBetweenBatchesOfAllLoops * UInt64(max(1, eventLoopCount)),
            Self.maximumNanosecondsBetweenBatches
        )
        lateNanoseconds = UInt64(exactly: (lateAfterSeconds * 1e9).rounded()) ?? .max
    }

    /// Called while the handlers are saturated. Returns how many milliseconds to wait before the next call; nil: read a
    /// batch now.
    mutating func millisecondsToWait(at now: UInt64) -> Int32? {
        isActive = true
        if now < nextBatch { return min(Self.checkMilliseconds, Int32((nextBatch - now) / 1_000_000) + 1) }
        nextBatch = now + nanosecondsBetweenBatches
        return nil
    }

    /// Called when the handlers have capacity and everything that was ready has been read.
    mutating func end() { isActive = false }

    /// Called for each request that was read. If it is late, further requests may be late too, so the next batch is
    /// read immediately to reject them.
    mutating func noteRequest(unreadNanoseconds: UInt64) {
        if unreadNanoseconds >= lateNanoseconds { nextBatch = 0 }
    }
}
