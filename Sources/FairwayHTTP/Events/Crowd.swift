/// Whether requests lie unread in the sockets of an event queue while the handlers have their hands full.
struct Crowd {
    /// However long that lasts, a few are read so often: health has to be answered, and who has waited too long to be told.
    /// More often, and those few would be as many as ever come.
    private static let nanosecondsBetweenLooks: UInt64 = 50_000_000

    /// Whether requests may lie unread.
    private(set) var isThere = false
    private let lateNanoseconds: UInt64
    private var nextLook: UInt64 = 0

    init(lateAfterSeconds: Double) { lateNanoseconds = UInt64(exactly: (lateAfterSeconds * 1e9).rounded()) ?? .max }

    /// For how many milliseconds nothing is to be read while hands are full; nil: a few are to be read now.
    mutating func millisecondsToWait(at now: UInt64) -> Int32? {
        isThere = true
        if now < nextLook { return Int32((nextLook - now) / 1_000_000) + 1 }
        nextLook = now + Self.nanosecondsBetweenLooks
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
