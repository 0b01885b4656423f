import Dispatch
import Fairway
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whether the disk has room for new sessions: below the reserve none are started, so that those that are there can finish.
struct DiskReserve: Hashable, Sendable {
    /// How many bytes are kept free.
    let bytes: Int
    private(set) var isShort = false

    enum Change: Hashable, Sendable {
        case short(free: Int)
        case restored(free: Int)
    }

    init(bytes: Int) { self.bytes = bytes }

    /// Takes in how much is free: what that changes, if anything. What was short has room again with an eighth more than the
    /// reserve, so that a disk at the limit does not change every second.
    mutating func note(free: Int) -> Change? {
        let wasShort = isShort
        isShort = free < bytes + (wasShort ? bytes / 8 : 0)
        guard isShort != wasShort else { return nil }
        return isShort ? .short(free: free) : .restored(free: free)
    }
}

/// Looks each second how much of the store's disk is free, and lets the engine start sessions or not.
final class DiskWatch: Sendable {
    private static let secondsBetweenLooks = 1.0
    /// A file system that hangs keeps nothing else from running.
    private static let queue = DispatchQueue(label: "fairway.disk")

    private let engine: Engine
    private let free: @Sendable () -> Int?
    private let report: @Sendable (DiskReserve.Change) -> Void
    private let state: Mutex<(reserve: DiskReserve, free: Int?)>

    /// - Parameters:
    ///   - reserve: How much is to be kept free.
    ///   - engine: The engine that starts sessions.
    ///   - free: How many bytes are free; nil when that cannot be found out, which changes nothing.
    ///   - report: Is told when the disk runs short and when it has room again.
    init(
        _ reserve: DiskReserve,
        of engine: Engine,
        free: @escaping @Sendable () -> Int?,
        report: @escaping @Sendable (DiskReserve.Change) -> Void
    ) {
        self.engine = engine
        self.free = free
        self.report = report
        state = Mutex((reserve, nil))
        look()
    }

    /// How many bytes were free at the last look.
    var freeBytes: Int? { state.withLock(\.free) }

    /// Looks regularly for as long as the watch is held.
    func lookRegularly() {
        engine.clock.after(Self.secondsBetweenLooks) { [weak self] in
            guard let self else { return }
            Self.queue.async {
                self.look()
                self.lookRegularly()
            }
        }
    }

    private func look() {
        let free = free()
        let change = state.withLock { state -> DiskReserve.Change? in
            state.free = free
            return free.flatMap { state.reserve.note(free: $0) }
        }
        guard let change else { return }
        switch change {
        case .short: engine.startsSessions = false
        case .restored: engine.startsSessions = true
        }
        report(change)
    }

    /// How many bytes of a file's disk are free to this process; nil when the system does not say.
    static func freeBytes(onDiskOf path: String) -> Int? {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return nil }
        let (bytes, overflows) = UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize))
        return overflows ? .max : Int(clamping: bytes)
    }
}
