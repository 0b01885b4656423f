import Fairway
import FairwayOperators
import FairwayTesting
import Foundation
import TestWaits
import Testing

@testable import FairwaySQLite

/// Damage in the log. SQLite ignores the commits behind it without an error.
@Suite(.waiting)
struct LogDamageTests {
    private static let sessions = 20
    private static let frameBytes = 24 + 4_096

    private let folder: TemporaryFolder
    private let path: String
    private let logPath: String

    /// The files of a server that was killed.
    init() async throws {
        folder = try TemporaryFolder()
        (path, logPath) = (folder["killed.sqlite"], folder["killed.sqlite-wal"])
        let store = try SQLiteStore(folder["fairway.sqlite"])
        for index in 0..<Self.sessions { _ = try await store.commit(StoredSample("s\(index)").starting()) }
        try folder.copy("fairway.sqlite", "killed.sqlite")
        await store.close()
    }

    private var frames: Int {
        get throws { (try #require(FileIdentity(logPath)).byteCount - 32) / Self.frameBytes }
    }

    private func change(_ body: (inout [UInt8]) throws -> Void) throws {
        var log = [UInt8](try Data(contentsOf: URL(filePath: logPath)))
        try body(&log)
        try Data(log).write(to: URL(filePath: logPath))
    }

    /// The offset of a frame, which is counted from 1.
    private static func offset(_ frame: Int) -> Int { 32 + (frame - 1) * frameBytes }

    private func copies() throws -> [String] { try folder.names.filter { $0.contains("-wal-damaged-") } }

    @Test func logOfAKilledServerIsNotDamaged() async throws {
        #expect(LogDamage(inLogAt: logPath) == nil)
        let store = try SQLiteStore(path)
        #expect(store.warnings == [])
        #expect(try await store.summary().activeSessions == Self.sessions)
        await store.close()
    }

    /// Offsets in a frame: of the page number, a salt, the checksum, and the page.
    @Test(arguments: [3, 9, 17, 24, 2_000])
    func damagedFrameIsReportedOnceAndItsLogIsKept(_ offset: Int) async throws {
        let behind = try frames - 7
        try change { $0[Self.offset(7) + offset] ^= 0x40 }
        let damaged = try Data(contentsOf: URL(filePath: logPath))
        let number = "frame 7 is damaged, and SQLite ignores the \(behind) frames behind it"
        let checked = try SQLiteStore(path, for: .reading)
        #expect(checked.warnings.count == 1)
        #expect(checked.warnings.first?.description.contains(number) == true, "\(checked.warnings)")
        #expect(checked.warnings.first?.isDamage == true)
        await checked.close()
        #expect(try Data(contentsOf: URL(filePath: logPath)) == damaged)
        #expect(try copies() == [])

        let served = try SQLiteStore(path)
        #expect(served.warnings.count == 1)
        #expect(served.warnings.first?.description.contains(number) == true, "\(served.warnings)")
        let copy = try #require(try copies().first)
        #expect(served.warnings.first?.description.contains(copy) == true)
        #expect(try Data(contentsOf: URL(filePath: folder[copy])) == damaged)
        #expect(try copies().count == 1)
        // The server goes on without the lost sessions.
        let left = try await served.summary().activeSessions
        #expect(left < Self.sessions)
        #expect(try await served.commit(StoredSample("later").starting()) == .committed)
        // As after a kill.
        try folder.copy("killed.sqlite", "again.sqlite")
        await served.close()
        let again = try SQLiteStore(folder["again.sqlite"])
        #expect(again.warnings == [])
        #expect(try await again.summary().activeSessions == left + 1)
        await again.close()
    }

    /// Offsets in the header: of the magic number, the page size, a salt and the checksum.
    @Test(arguments: [0, 10, 17, 25])
    func damagedHeaderLosesAllFrames(_ offset: Int) async throws {
        let frames = try frames
        try change { $0[offset] ^= 0x40 }
        let store = try SQLiteStore(path)
        let lost = "the header is damaged, and SQLite ignores the \(frames) frames behind it"
        #expect(store.warnings.first?.description.contains(lost) == true, "\(store.warnings)")
        #expect(try copies().count == 1)
        await store.close()
    }

    /// A process that is killed leaves such a frame.
    @Test func lastFrameThatWasWrittenInPartIsNotReported() async throws {
        let last = try frames
        try change { $0.removeLast(100) }
        #expect(LogDamage(inLogAt: logPath) == nil)
        try change { log in
            log += [UInt8](repeating: 0, count: 100)
        }
        #expect(try frames == last)
        #expect(LogDamage(inLogAt: logPath) == nil)
        let store = try SQLiteStore(path)
        #expect(store.warnings == [])
        await store.close()
    }

    /// A power cut has lost a page of the last write, which was not acknowledged. Each commit is synced before the next.
    @Test func lastCommitThatWasWrittenInPartIsNoDamage() async throws {
        let last = try transactions.last
        let broken = try #require(last)
        #expect(broken.count > 1)
        try change { $0.replaceSubrange(Self.page(broken.lowerBound), with: [UInt8](repeating: 0, count: 4_096)) }
        #expect(LogDamage(inLogAt: logPath)?.commits == 1)
        let checked = try SQLiteStore(path, for: .reading)
        #expect(checked.warnings.map(\.isDamage) == [false])
        #expect(checked.warnings.first?.description.contains("no acknowledged change is missing") == true)
        await checked.close()
        let served = try SQLiteStore(path)
        #expect(served.warnings.map(\.isDamage) == [false])
        #expect(try await served.summary().activeSessions == Self.sessions - 1)
        #expect(try copies().count == 1)
        await served.close()
    }

    /// The last commit is behind an acknowledged one, also if the invalid frame is the last of its transaction.
    @Test(arguments: [0, 1])
    func commitBeforeTheLastIsDamage(framesFromItsEnd: Int) async throws {
        let broken = try #require(try transactions.dropLast().last)
        #expect(broken.count > 1)
        try change { $0[Self.page(broken.upperBound - 1 - framesFromItsEnd).lowerBound] ^= 1 }
        #expect(LogDamage(inLogAt: logPath)?.commits == 2)
        let checked = try SQLiteStore(path, for: .reading)
        #expect(checked.warnings.map(\.isDamage) == [true])
        await checked.close()
    }

    /// The numbers of the frames of each transaction. Its last frame has the size of the database.
    private var transactions: [Range<Int>] {
        get throws {
            let log = [UInt8](try Data(contentsOf: URL(filePath: logPath)))
            var (start, found): (Int, [Range<Int>]) = (1, [])
            for frame in 1...(try frames) where log[Self.offset(frame) + 4..<Self.offset(frame) + 8] != [0, 0, 0, 0] {
                found.append(start..<frame + 1)
                start = frame + 1
            }
            return found
        }
    }

    private static func page(_ frame: Int) -> Range<Int> { offset(frame) + 24..<offset(frame + 1) }

    @Test func framesOfATransactionThatWasNotCommittedAreNotReported() throws {
        let frames = try frames
        try change { log in
            log[Self.offset(7) + 100] ^= 1
            for frame in 8...frames {
                log.replaceSubrange(Self.offset(frame) + 4..<Self.offset(frame) + 8, with: [0, 0, 0, 0])
            }
        }
        #expect(LogDamage(inLogAt: logPath) == nil)
    }

    @Test func framesOfAnEarlierUseOfTheLogAreNotReported() async throws {
        let store = try SQLiteStore(folder["reused.sqlite"])
        for index in 0..<Self.sessions { _ = try await store.commit(StoredSample("s\(index)").starting()) }
        // The store's own checkpointer may be at work, so that the log is not begun anew at once.
        var later = 0
        try await until {
            let length = FileIdentity(folder["reused.sqlite-wal"])?.byteCount
            try SQLiteConnection(folder["reused.sqlite"]).checkpoint()
            later += 1
            _ = try await store.commit(StoredSample("later\(later)").starting())
            return FileIdentity(folder["reused.sqlite-wal"])?.byteCount == length
        }
        #expect(LogDamage(inLogAt: folder["reused.sqlite-wal"]) == nil)
        await store.close()
    }

    @Test func logInTheOtherByteOrderIsRead() async throws {
        try change(Self.swapByteOrder)
        #expect(LogDamage(inLogAt: logPath) == nil)
        let store = try SQLiteStore(path, for: .reading)
        #expect(try await store.summary().activeSessions == Self.sessions, "SQLite accepts the log")
        await store.close()
        let behind = try frames - 3
        try change { $0[Self.offset(3) + 1_000] ^= 1 }
        let damage = try #require(LogDamage(inLogAt: logPath))
        #expect(damage.frame == 3)
        #expect(damage.framesBehind == behind)
    }

    @Test(arguments: [0, 1, 31, 32, 33, 55, 32 + 4_119])
    func shortLogIsNotReported(_ length: Int) throws {
        try change { $0 = Array($0.prefix(length)) }
        #expect(LogDamage(inLogAt: logPath) == nil)
    }

    @Test func missingLogIsNotReported() { #expect(LogDamage(inLogAt: folder["none"]) == nil) }

    @Test func serverStartsIfTheLogCannotBeCopied() async throws {
        try change { $0[Self.offset(7) + 100] ^= 1 }
        var file = DatabaseFile(path: path)
        file.change = { change in if case .copy = change { ENOSPC } else { change.make() } }
        let store = try SQLiteStore(file)
        #expect(store.warnings.first?.description.contains("could not be copied") == true, "\(store.warnings)")
        #expect(try copies() == [])
        #expect(try await store.commit(StoredSample("later").starting()) == .committed)
        await store.close()
    }

    /// The server's log is read while it is written.
    @Test func logOfARunningServerIsNotReported() async throws {
        let store = try SQLiteStore(path)
        let changing = Task {
            for index in 0..<200 { _ = try await store.commit(StoredSample("t\(index)").starting()) }
        }
        for _ in 0..<20 {
            let reader = try SQLiteStore(path, for: .reading)
            #expect(reader.warnings == [])
            await reader.close()
        }
        try await changing.value
        await store.close()
    }

    /// Writes the checksums of a log anew, in the other byte order.
    private static func swapByteOrder(_ log: inout [UInt8]) {
        log[3] ^= 1
        let isBigEndian = log[3] & 1 == 1
        var (first, second): (UInt32, UInt32) = (0, 0)
        func word(_ at: Int) -> UInt32 {
            let bytes = isBigEndian ? Array(log[at..<at + 4]) : log[at..<at + 4].reversed()
            return bytes.reduce(0) { $0 << 8 | UInt32($1) }
        }
        func add(_ range: Range<Int>) {
            for at in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                first = first &+ word(at) &+ second
                second = second &+ word(at + 4) &+ first
            }
        }
        func stored() -> [UInt8] {
            [first, second].flatMap { sum in (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) } }
        }
        add(0..<24)
        log.replaceSubrange(24..<32, with: stored())
        for start in stride(from: 32, to: log.count, by: frameBytes) {
            add(start..<start + 8)
            add(start + 24..<start + frameBytes)
            log.replaceSubrange(start + 16..<start + 24, with: stored())
        }
    }
}
