import CFaultyVFS
import Testing

/// Something that is wrong with the disk, under some paths, for as long as this value is there.
final class DiskFault: Sendable {
    enum Call: CaseIterable {
        case write, sync, read, open
    }

    private let handle: Int32

    /// - Parameters:
    ///   - call: What fails.
    ///   - path: On which file, and on those beside it whose names begin with its name.
    ///   - isAlone: Whether on that file only.
    ///   - code: What SQLite is told; with `SQLITE_OK` nothing fails and all is counted.
    ///   - skipped: How many calls go well before.
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

    /// How often it has struck.
    var count: Int { Int(fairway_fault_count(handle)) }

    /// The disk is well again.
    ///
    /// - Returns: How often the fault has struck.
    @discardableResult
    func mend() -> Int { Int(fairway_fault_clear(handle)) }

    /// The name of the VFS through which faults strike.
    static let vfs = String(cString: fairway_faulty_vfs())
}
