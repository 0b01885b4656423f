#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How a database begins (https://sqlite.org/fileformat.html#the_database_header), read without SQLite: that refuses a file
/// which is not whole, or makes it whole first.
struct FileHeader {
    private static let byteCount = 100
    private static let applicationIDOffset = 68

    private let bytes: [UInt8]

    /// Reads it; nil when the file cannot be read. Not for a file that this process has open: to close it here would let go
    /// of SQLite's locks there (https://sqlite.org/howtocorrupt.html, 2.2).
    init?(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        guard pread(descriptor, &bytes, bytes.count, 0) >= 0 else { return nil }
        self.bytes = bytes
    }

    /// Which program it says it belongs to.
    var applicationID: Int {
        bytes[Self.applicationIDOffset..<Self.applicationIDOffset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Whether nothing has been written there yet.
    var isBlank: Bool { bytes.allSatisfy { $0 == 0 } }
}
