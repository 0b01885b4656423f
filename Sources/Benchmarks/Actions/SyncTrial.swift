import Glibc

/// How long the disk takes to sync what SQLite would append for one change.
enum SyncTrial {
    private static let trials = 200
    private static let bytes = 8_192

    static func medianMicroseconds(in folder: String) throws -> Double {
        let descriptor = open("\(folder)/sync", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw LoadConnection.Failure(description: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        let block = [UInt8](repeating: 1, count: bytes)
        return (0..<trials).map { _ in
            let start = Nanoseconds.now
            _ = block.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            fdatasync(descriptor)
            return Double(Nanoseconds.now - start) / 1_000
        }
        .median
    }
}
