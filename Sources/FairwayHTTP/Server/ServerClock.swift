public import Dispatch

/// What time it is, for time-outs, latencies and the `Date` header. Tests bring their own.
public protocol ServerClock: Sendable {
    /// Nanoseconds since some moment, never going back.
    var nanoseconds: UInt64 { get }

    /// Seconds since 1970.
    var secondsSince1970: Int { get }

    /// Calls `tick` on `queue` about once a second, until the returned closure is called.
    func everySecond(on queue: DispatchQueue, _ tick: @escaping @Sendable () -> Void) -> @Sendable () -> Void

    /// Calls `body` on `queue` once, in so many milliseconds.
    func after(milliseconds: Int, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void)

    /// For how many nanoseconds what can be read from a socket has been there; nil where that is not known.
    func nanosecondsSinceData(inSocket descriptor: Int32) -> UInt64?
}
