/// What a descriptor is watched for.
struct Interest: OptionSet {
    let rawValue: UInt8
    static let readable = Interest(rawValue: 1)
    static let writable = Interest(rawValue: 2)
}

/// What happened to a descriptor.
struct Readiness: OptionSet {
    let rawValue: UInt8
    static let readable = Readiness(rawValue: 1)
    static let writable = Readiness(rawValue: 2)
    /// The connection was reset, or is closed both ways.
    static let gone = Readiness(rawValue: 4)
}

/// The set of descriptors of one event queue, itself a descriptor that is readable when one of them is ready. All that
/// is particular to an operating system is behind this; where there is kqueue, it would stand here.
protocol Poller: ~Copyable {
    var descriptor: Int32 { get }

    func add(_ descriptor: Int32, _ interest: Interest, token: UInt64) -> Bool
    func modify(_ descriptor: Int32, _ interest: Interest, token: UInt64)
    func remove(_ descriptor: Int32)

    /// Calls `body` for each descriptor that is ready, having waited for the first of them; false: none was.
    func drain(waitingMilliseconds wait: Int32, _ body: (UInt64, Readiness) -> Void) -> Bool

    /// Ends a wait, from another thread.
    func interrupt()
}
