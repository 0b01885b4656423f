import Glibc

/// How long the disk takes to sync what SQLite appends to its log for one change, measured in rounds that others share:
/// half an hour later the same disk may take twice as long.
final class SyncSeries {
    private static let trials = 200
    /// Two pages, each with the head of its frame.
    private static let bytes = 2 * (24 + 4_096)

    private let descriptor: CInt
    private var microseconds: [Double] = []

    init(in folder: String) throws {
        descriptor = open("\(folder)/sync", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw LoadConnection.Failure(description: String(cString: strerror(errno))) }
    }

    deinit { close(descriptor) }

    /// Measures some more.
    func measure() throws {
        let block = [UInt8](repeating: 1, count: Self.bytes)
        for _ in 0..<Self.trials {
            let start = Nanoseconds.now
            let written = block.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard written == block.count, fdatasync(descriptor) == 0 else {
                throw LoadConnection.Failure(description: "a sync: \(String(cString: strerror(errno)))")
            }
            microseconds.append(Double(Nanoseconds.now - start) / 1_000)
        }
    }

    var medianMicroseconds: Double { microseconds.median }
}
