// Dispatch does not say that a timer may be cancelled from any thread, which it may.
@preconcurrency public import Dispatch
import Glibc

/// The machine's own clock.
public struct SystemClock: ServerClock {
    /// The machine's own clock.
    public init() {}

    /// Nanoseconds since the machine started.
    public var nanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Seconds since 1970.
    public var secondsSince1970: Int { time(nil) }

    /// A timer with a fifth of a second of leeway.
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

    /// A delayed block of the queue.
    public func after(milliseconds: Int, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: body)
    }

    /// The time since the last bytes came, in steps of the kernel's clock, as TCP tells it.
    public func nanosecondsSinceData(inSocket descriptor: Int32) -> UInt64? {
        var info = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0 else { return nil }
        return UInt64(info.tcpi_last_data_recv) * 1_000_000
    }
}
