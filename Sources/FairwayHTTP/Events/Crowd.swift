/// Whether requests lie unread in the sockets of an event queue while the handlers have their hands full.
struct Crowd {
    /// However long that lasts, a few are read so often: health has to be answered, and who has waited too long to be told.
    /// Few queues share forty looks a second, or those few would be as many as ever come; many wait no longer than health may.
    private static let nanosecondsBetweenLooksOfAll: UInt64 = 25_000_000
    private static let mostNanosecondsBetweenLooks: UInt64 = 100_000_000
    /// Whether hands are free again is asked so often: it may be the answers of another queue that have freed them.
    private static let mostMilliseconds: Int32 = 10

    /// Whether requests may lie unread.
    private(set) var isThere = false
    private let nanosecondsBetweenLooks: UInt64
    private let lateNanoseconds: UInt64
    private var nextLook: UInt64 = 0

    /// - Parameter queues: among how many event queues the looks are shared.
    init(lateAfterSeconds: Double, queues: Int) {
        nanosecondsBetweenLooks = min(
            Self.nanosecondsBetweenLooksOfAll * UInt64(max(1, queues)),
            Self.mostNanosecondsBetweenLooks
        )
        lateNanoseconds = UInt64(exactly: (lateAfterSeconds * 1e9).rounded()) ?? .max
    }

    /// For how many milliseconds nothing is to be read while hands are full; nil: a few are to be read now.
    mutating func millisecondsToWait(at now: UInt64) -> Int32? {
        isThere = true
        if now < nextLook { return min(Self.mostMilliseconds, Int32((nextLook - now) / 1_000_000) + 1) }
        nextLook = now + nanosecondsBetweenLooks
        return nil
    }

    /// All that was ready has been read.
    mutating func hasGone() { isThere = false }

    /// A request is read that has lain there for so long. Where it is late, those behind it may be, too, and they
    /// are to be told as soon.
    mutating func isRead(afterNanoseconds nanoseconds: UInt64) {
        if nanoseconds >= lateNanoseconds { nextLook = 0 }
    }
}
