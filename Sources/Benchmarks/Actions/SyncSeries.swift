import Glibc

/// How long the disk takes to sync what SQLite writes to its log for one change, measured in rounds that others share: half
/// an hour later the same disk may take twice as long. The file is written over from its beginning again and again, as the
/// log is; where it grows, the disk has more to write down.
final class SyncSeries {
    private static let trials = 200
    /// Two pages, each with the head of its frame.
    private static let bytes = 2 * (24 + 4_096)

    private static let fileBytes = 8 << 20

    private let descriptor: CInt
    private var offset = 0
    private let block = [UInt8](repeating: 1, count: bytes)
    private var microseconds: [Double] = []

    init(in folder: String) throws {
        descriptor = open("\(folder)/sync", O_WRONLY | O_CREAT, 0o600)
        guard descriptor >= 0 else { throw LoadConnection.Failure(description: String(cString: strerror(errno))) }
        for _ in 0..<Self.fileBytes / Self.bytes { try write() }
        try sync()
    }

    deinit { close(descriptor) }

    /// Measures some more.
    func measure() throws {
        for _ in 0..<Self.trials {
            let start = Nanoseconds.now
            try write()
            try sync()
            microseconds.append(Double(Nanoseconds.now - start) / 1_000)
        }
    }

    private func write() throws {
        let written = block.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
        guard written == block.count else { throw failure }
        offset = (offset + block.count) % (Self.fileBytes / block.count * block.count)
    }

    private func sync() throws { guard fdatasync(descriptor) == 0 else { throw failure } }

    private var failure: LoadConnection.Failure {
        LoadConnection.Failure(description: "a sync: \(String(cString: strerror(errno)))")
    }

    var medianMicroseconds: Double { microseconds.median }
}
