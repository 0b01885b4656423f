import CFaultyVFS
import Testing

/// A disk fault for some paths. It ends when this value is freed.
final class DiskFault: Sendable {
    enum Call: CaseIterable {
        case write, sync, read, open
    }

    private let handle: Int32

    /// - Parameters:
    ///   - call: The calls that fail.
    ///   - path: The file. Files with names that begin with its name, such as its log, fail too.
    ///   - isAlone: Whether only this file fails.
    ///   - code: The result of a failing call. With `SQLITE_OK` calls are only counted.
    ///   - skipped: The number of calls that succeed first.
    init(_ call: Call, on path: String, alone isAlone: Bool = false, code: Int32, after skipped: Int = 0) throws {
        let kind =
            switch call {
            case .write: fairway_fault_write
            case .sync: fairway_fault_sync
            case .read: fairway_fault_read
            case .open: fairway_fault_open
            }
        handle = fairway_fault_set(path, isAlone ? 1 : 0, kind, Int32(skipped), code)
        try #require(handle >= 0, "too many faults at once")
    }

    deinit { fairway_fault_clear(handle) }

    /// The number of calls that failed, or were counted.
    var count: Int { Int(fairway_fault_count(handle)) }

    /// Ends the fault, and returns ``count``.
    @discardableResult
    func mend() -> Int { Int(fairway_fault_clear(handle)) }

    /// The name of the VFS with faults.
    static let vfs = String(cString: fairway_faulty_vfs())
}
