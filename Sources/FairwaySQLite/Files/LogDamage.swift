import Fairway
import Glibc

/// Damage in the write-ahead log that makes SQLite ignore commits.
///
/// SQLite reads a log up to the first invalid frame, and ignores the rest without an error
/// (https://sqlite.org/fileformat2.html, section 4.3). Frames of an earlier use of the file have other salts, and those of a
/// transaction that was interrupted have no commit behind them. A commit behind an invalid frame means that a power cut has
/// interrupted a write, or that the disk has damaged the log. Each commit is synced before the next one is written, so a
/// power cut invalidates one commit at most.
struct LogDamage: Equatable {
    /// The number of the invalid frame, from 1. 0 for the header of the log.
    let frame: Int
    /// The number of the log's frames behind it.
    let framesBehind: Int
    /// The number of commits that SQLite ignores.
    let commits: Int
    /// The salts of the log, which SQLite changes whenever it begins the log again.
    let salts: [UInt8]
}

extension LogDamage {
    /// Reads a log. Nil if it has no damage, or cannot be read.
    init?(inLogAt path: String) {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: LogHeader.byteCount)
        guard fread(&bytes, bytes.count, 1, file) == 1 else { return nil }
        let header = bytes.withUnsafeBytes(LogHeader.init)
        var scan = LogScan(header)
        bytes = [UInt8](repeating: 0, count: LogScan.frameHeaderBytes + header.pageBytes)
        while fread(&bytes, bytes.count, 1, file) == 1 { bytes.withUnsafeBytes { scan.add($0) } }
        guard let damage = scan.damage else { return nil }
        self = damage
    }

    /// - Parameter log: What happens to the log.
    private func warning(_ logPath: String, _ log: String) -> StoreWarning {
        let place = frame == 0 ? "the header" : "frame \(frame)"
        let damage = "\(logPath): \(place) is damaged, and SQLite ignores the \(framesBehind) frames behind it."
        let isDamage = commits > 1
        let cause =
            isDamage
            ? "They have \(commits) commits. A power cut interrupts one, unless the server ran with `--durability relaxed`. "
                + "Otherwise the disk has lost acknowledged changes: check it and the system log, and put back a backup."
            : "They have one commit that can be read. If a power cut interrupted it, no acknowledged change is missing. Otherwise "
                + "check the disk and the system log."
        return StoreWarning("\(damage) \(cause) \(log)", isDamage: isDamage)
    }

    /// The warning of a command that only reads the store.
    func warning(_ logPath: String) -> StoreWarning {
        warning(logPath, "The next start of a server keeps a copy of the log.")
    }

    /// The warning of a server that has kept a copy of the log.
    func warning(_ logPath: String, keptAs copy: String) -> StoreWarning {
        warning(logPath, "The log is kept as \(copy).")
    }

    /// The warning of a server that could not keep a copy of the log.
    func warning(_ logPath: String, notKept error: StoreError) -> StoreWarning {
        warning(logPath, "The log could not be copied, and will be overwritten: \(error)")
    }
}

extension DatabaseFile {
    /// The damage in the log; nil if there is none. Must be read before SQLite reads the log.
    var logDamage: LogDamage? {
        // Another process may write to the log during the first look.
        guard let damage = LogDamage(inLogAt: logPath), LogDamage(inLogAt: logPath) == damage else { return nil }
        return damage
    }

    /// Copies a damaged log, and returns the path of the copy. A log is copied once.
    func keepLog(_ damage: LogDamage) throws(StoreError) -> String {
        let digits = damage.salts.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let copy = "\(logPath)-damaged-\(digits)"
        guard FileIdentity(copy) == nil else { return copy }
        let unfinished = copy + "-unfinished"
        _ = change(.remove(unfinished))
        do {
            try Backup.make(.copy(from: logPath, to: unfinished), "\(copy) cannot be written", self)
            try Backup.sync(unfinished, self)
            try Backup.name(unfinished, copy, self)
        } catch {
            _ = change(.remove(unfinished))
            throw error
        }
        return copy
    }
}

/// The header of a log (https://sqlite.org/fileformat2.html#the_write_ahead_log).
struct LogHeader {
    static let byteCount = 32
    /// Without its last bit, which is set if checksums read words in big-endian order.
    private static let magic: UInt32 = 0x377F_0682
    private static let usualPageBytes = 4_096

    let isValid: Bool
    let pageBytes: Int
    let salts: [UInt8]
    fileprivate let checksum: LogChecksum

    init(_ bytes: UnsafeRawBufferPointer) {
        let magic = bytes.word(at: 0)
        let size = Int(bytes.word(at: 8))
        let hasSize = (512...65_536).contains(size) && size.nonzeroBitCount == 1
        pageBytes = hasSize ? size : Self.usualPageBytes
        salts = Array(bytes[16..<24])
        var checksum = LogChecksum(isBigEndian: magic & 1 == 1)
        checksum.add(UnsafeRawBufferPointer(rebasing: bytes[..<24]))
        self.checksum = checksum
        isValid = magic & ~1 == Self.magic && hasSize && checksum.isStored(in: bytes, at: 24)
    }
}

/// Finds damage in the frames of a log.
struct LogScan {
    static let frameHeaderBytes = 24

    private var checksum: LogChecksum
    /// Nil if the header is invalid, until the first frame.
    private var salts: [UInt8]?
    private var count = 0
    private var invalid: Int?
    private var behind = 0
    private var commitsBehind = 0
    /// Whether the invalid frame ends a transaction of the log.
    private var isInvalidCommit = false

    init(_ header: LogHeader) {
        checksum = header.checksum
        if header.isValid { salts = header.salts } else { invalid = 0 }
    }

    var damage: LogDamage? {
        guard let invalid, let salts, commitsBehind > 0 else { return nil }
        let commits = commitsBehind + (isInvalidCommit ? 1 : 0)
        return LogDamage(frame: invalid, framesBehind: behind, commits: commits, salts: salts)
    }

    /// Adds the next frame, with its page.
    mutating func add(_ frame: UnsafeRawBufferPointer) {
        count += 1
        let found = frame[8..<16]
        if salts == nil { salts = Array(found) }
        let isOfLog = salts.map(found.elementsEqual) ?? false
        // The last frame of a transaction has the size of the database.
        let isCommit = isOfLog && frame.word(at: 4) != 0
        guard invalid == nil else {
            if isOfLog { behind += 1 }
            if isCommit { commitsBehind += 1 }
            return
        }
        var sum = checksum
        sum.add(UnsafeRawBufferPointer(rebasing: frame[..<8]))
        sum.add(UnsafeRawBufferPointer(rebasing: frame[Self.frameHeaderBytes...]))
        if isOfLog, frame.word(at: 0) != 0, sum.isStored(in: frame, at: 16) {
            checksum = sum
        } else {
            (invalid, isInvalidCommit) = (count, isCommit)
        }
    }
}

/// The checksum of a log, which includes the checksum of the frame before.
private struct LogChecksum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// Adds bytes whose number is a multiple of 8.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        for offset in stride(from: 0, to: bytes.count, by: 8) {
            first = first &+ word(bytes, offset) &+ second
            second = second &+ word(bytes, offset + 4) &+ first
        }
    }

    /// Checksums are stored in big-endian order, also if words are read in the other.
    func isStored(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        first == bytes.word(at: offset) && second == bytes.word(at: offset + 4)
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        isBigEndian ? bytes.word(at: offset) : bytes.word(at: offset).byteSwapped
    }
}

extension UnsafeRawBufferPointer {
    /// Four bytes in big-endian order.
    fileprivate func word(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
