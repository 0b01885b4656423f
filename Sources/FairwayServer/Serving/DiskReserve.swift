import Dispatch
import Fairway
import FairwayOperators
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Decides whether the disk has space for new sessions. Below the reserve no sessions start, so existing ones can
/// finish.
struct DiskReserve: Hashable, Sendable {
    /// The bytes to keep free.
    let bytes: Int
    private(set) var isShort = false

    enum SpaceChange: Hashable, Sendable {
        case short(free: Int)
        case restored(free: Int)
    }

    init(bytes: Int) { self.bytes = bytes }

    /// Updates the state, and returns a change. To avoid flapping, a short disk recovers only at 1/8 above the reserve.
    mutating func update(free: Int) -> SpaceChange? {
        let wasShort = isShort
        isShort = free < bytes + (wasShort ? bytes / 8 : 0)
        guard isShort != wasShort else { return nil }
        return isShort ? .short(free: free) : .restored(free: free)
    }
}

/// Checks the free space of the store's disk every second, and pauses the start of sessions when it is short.
final class DiskMonitor: Sendable {
    private static let checkInterval = 1.0
    /// A separate queue, because a file system that hangs blocks it.
    static let queue = DispatchQueue(label: "fairway.disk")

    private let operators: Operators
    private let free: @Sendable () -> Int?
    private let report: @Sendable (DiskReserve.SpaceChange) -> Void
    private let state: Mutex<(reserve: DiskReserve, free: Int?)>

    /// Creates a monitor, and checks once.
    ///
    /// - Parameters:
    ///   - reserve: The space to keep free.
    ///   - engine: The engine that starts sessions.
    ///   - free: Returns the free bytes, or nil if unknown; then the state does not change.
    ///   - report: Called for each change.
    init(
        _ reserve: DiskReserve,
        of operators: Operators,
        free: @escaping @Sendable () -> Int?,
        report: @escaping @Sendable (DiskReserve.SpaceChange) -> Void
    ) {
        self.operators = operators
        self.free = free
        self.report = report
        state = Mutex((reserve, nil))
        check()
    }

    var freeBytes: Int? { state.withLock(\.free) }

    /// Checks regularly until the monitor is released.
    func checkRegularly() {
        operators.engine.clock.after(Self.checkInterval) { [weak self] in
            guard let self else { return }
            Self.queue.async {
                self.check()
                self.checkRegularly()
            }
        }
    }

    private func check() {
        let free = free()
        let change = state.withLock { state -> DiskReserve.SpaceChange? in
            state.free = free
            return free.flatMap { state.reserve.update(free: $0) }
        }
        guard let change else { return }
        switch change {
        case .short: operators.startsSessions = false
        case .restored: operators.startsSessions = true
        }
        report(change)
    }

    /// The free bytes on a file's disk; nil if unknown.
    static func freeBytes(onDiskOf path: String) -> Int? {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return nil }
        let (bytes, overflows) = UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize))
        return overflows ? .max : Int(clamping: bytes)
    }
}
