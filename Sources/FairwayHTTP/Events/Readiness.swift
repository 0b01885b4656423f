/// What happened to a descriptor.
struct Readiness: OptionSet {
    let rawValue: UInt8
    static let readable = Readiness(rawValue: 1)
    static let writable = Readiness(rawValue: 2)
    /// The connection was reset, or is closed both ways.
    static let gone = Readiness(rawValue: 4)
    /// The other side sends no more.
    static let ended = Readiness(rawValue: 8)
}
