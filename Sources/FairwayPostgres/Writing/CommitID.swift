/// By which a commit that is made again is known: 128 bits by chance, which PostgreSQL keeps as a UUID. Foundation's own
/// UUID opens a file for each.
struct CommitID: Sendable {
    let high: UInt64
    let low: UInt64

    init() {
        var generator = SystemRandomNumberGenerator()
        (high, low) = (generator.next(), generator.next())
    }
}
