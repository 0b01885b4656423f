// Dispatch does not declare its timers as Sendable, although any thread can cancel them.
@preconcurrency public import Dispatch
import Glibc

/// The clock of a server, for timeouts, latencies and the `Date` header.
public protocol ServerClock: Sendable {
    /// Monotonic time in nanoseconds.
    var nanoseconds: UInt64 { get }

    /// Seconds since 1970.
    var secondsSince1970: Int { get }

    /// Calls `tick` on `queue` about once a second. The returned closure cancels the timer.
    func everySecond(on queue: DispatchQueue, _ tick: @escaping @Sendable () -> Void) -> @Sendable () -> Void

    /// Calls `body` on `queue` once, after a delay.
    func after(milliseconds: Int, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void)

    /// The time since a socket last received data; nil if it is not known.
    func nanosecondsSinceData(inSocket descriptor: Int32) -> UInt64?
}

/// The clock of the machine.
public struct SystemServerClock: ServerClock {
    /// Makes the clock of the machine.
    public init() {}

    /// The time since the machine started.
    public var nanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Seconds since 1970.
    public var secondsSince1970: Int { time(nil) }

    /// Uses a timer with a leeway of 200 ms.
    public func everySecond(
        on queue: DispatchQueue,
        _ tick: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
        timer.setEventHandler(handler: tick)
        timer.activate()
        return { timer.cancel() }
    }

    /// Uses a delayed block.
    public func after(milliseconds: Int, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: body)
    }

    /// The time since the last segment with data, from `TCP_INFO`. The kernel reports it in whole milliseconds.
    public func nanosecondsSinceData(inSocket descriptor: Int32) -> UInt64? {
        var info = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0 else { return nil }
        return UInt64(info.tcpi_last_data_recv) * 1_000_000
    }
}
