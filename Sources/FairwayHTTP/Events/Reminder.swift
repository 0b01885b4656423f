/// Says when something that goes on is to be told again: at once, and then once a minute at most.
struct Reminder {
    private static let pauseNanoseconds: UInt64 = 60_000_000_000

    private var nextNanosecond: UInt64 = 0

    mutating func isDue(atNanosecond now: UInt64) -> Bool {
        guard now >= nextNanosecond else { return false }
        nextNanosecond = now + Self.pauseNanoseconds
        return true
    }
}
