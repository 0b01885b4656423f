import Glibc

/// How long the disk takes to sync what SQLite writes to its log for one change, measured in rounds that others share: half
/// an hour later the same disk may take twice as long.
final class SyncSeries {
    private static let trials = 200
    /// Two pages, each with the head of its frame.
    private static let bytes = 2 * (24 + 4_096)

    private let descriptor: CInt
    /// After how many changes the file is written over from its beginning; nil: it grows.
    private let places: Int?
    private var place = 0
    private let block = [UInt8](repeating: 1, count: bytes)
    private var microseconds: [Double] = []

    /// Of a file that grows, as a log does that is appended to, or of one that is as long as ours and is written over again and
    /// again, as ours is after the first checkpoint, which is less work for the disk.
    init(in folder: String, over isWrittenOver: Bool = false) throws {
        places = isWrittenOver ? (32 << 20) / Self.bytes : nil
        descriptor = open("\(folder)/sync-\(isWrittenOver ? "over" : "growing")", O_WRONLY | O_CREAT, 0o600)
        guard descriptor >= 0 else { throw failure("open") }
        for _ in 0..<(places ?? 0) { try write() }
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

    var medianMicroseconds: Double { microseconds.median }

    private func write() throws {
        let offset = off_t(place * Self.bytes)
        guard block.withUnsafeBytes({ pwrite(descriptor, $0.baseAddress, $0.count, offset) }) == Self.bytes else {
            throw failure("write")
        }
        place = places.map { (place + 1) % $0 } ?? place + 1
    }

    private func sync() throws { guard fdatasync(descriptor) == 0 else { throw failure("sync") } }

    private func failure(_ operation: String) -> LoadConnection.Failure {
        LoadConnection.Failure(description: "\(operation): \(String(cString: strerror(errno)))")
    }
}
