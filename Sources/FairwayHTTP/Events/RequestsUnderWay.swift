/// Counts the requests of an event queue that are not answered, to say when it should look for answers before it reads
/// more requests.
///
/// What a request under way touches is many times the request. Read as they come, a thousand of them push each other
/// out of the processor's caches before their answers are written; left in their sockets they cost nothing. Those that
/// take as long as a stream or a long poll are not waited for.
struct RequestsUnderWay {
    /// Enough for a group commit to be worth its sync. With a thousand clients, no bound took more time for each.
    static let most = 128
    /// An answer may take several pieces of work. So many others are not for an answer.
    static let looksWithoutAnswer = 16

    private(set) var count = 0
    /// Those of them that have been waited for in vain.
    private var lasting = 0
    private var looks = 0

    /// Whether so many are under way that answers should be looked for first.
    var areMany: Bool { count - lasting >= Self.most }

    mutating func begin() { count += 1 }

    /// So many were answered, or their clients have gone.
    mutating func end(_ number: Int = 1) {
        count -= number
        lasting = min(lasting, count)
        looks = 0
    }

    /// The queue has looked for answers only; whether there was anything to be done within its time.
    mutating func noteLook(foundWork: Bool) {
        looks += 1
        guard !foundWork || looks == Self.looksWithoutAnswer else { return }
        lasting = count
        looks = 0
    }
}
