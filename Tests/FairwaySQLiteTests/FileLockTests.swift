import Fairway
import FairwayTesting
import Foundation
import Testing

@testable import FairwaySQLite

/// One server at a time opens a store, under any name of the file, and even if files beside it are deleted.
struct FileLockTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
    }

    @Test func secondServerIsRefusedAfterFilesBesideTheDatabaseWereDeleted() async throws {
        let first = try SQLiteStore(path)
        for name in try folder.names where name != "fairway.sqlite" { try folder.remove(name) }
        let error = #expect(throws: StoreError.self) { try SQLiteStore(path) }
        #expect(error?.message.contains("in use by another server") == true)
        #expect(try await first.commit(StoredSample("a").starting()) == .committed)
        await first.close()
        let second = try SQLiteStore(path)
        #expect(try await second.load("a") != nil)
        await second.close()
    }

    @Test(arguments: ["symbolic", "hard"])
    func secondServerIsRefusedByAnotherNameOfTheFile(link: String) async throws {
        try await SQLiteStore(path).close()
        let other = folder["other.sqlite"]
        if link == "hard" {
            try FileManager.default.linkItem(atPath: path, toPath: other)
        } else {
            try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: "fairway.sqlite")
        }
        for (first, second) in [(path, other), (other, path)] {
            let store = try SQLiteStore(first)
            let error = #expect(throws: StoreError.self) { try SQLiteStore(second) }
            #expect(error?.message.contains("in use by another server (process \(getpid()))") == true)
            await store.close()
        }
    }

    @Test func storeBehindASymbolicLinkIsServedBackedUpAndRestored() async throws {
        try FileManager.default.createDirectory(atPath: folder["disk"], withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "disk/store.sqlite")
        var store = try SQLiteStore(path)
        #expect(try await store.commit(StoredSample("a").starting()) == .committed)
        #expect(try folder.names == ["disk", "fairway.sqlite"])
        #expect(FileIdentity(folder["disk/store.sqlite-wal"]) != nil)
        try await store.backup(to: folder["backup.sqlite"])
        #expect(await count("a", from: 1, in: store) == nil)
        // The deleted file is restored behind the link.
        try folder.remove("disk/store.sqlite")
        #expect(await count("a", from: 2, in: store) == nil)
        #expect(FileIdentity(folder["disk/store.sqlite"]) != nil)
        await store.close()
        // According to docs/operations.md, the backup replaces the path in the server's options, here the link.
        try folder.remove("fairway.sqlite")
        try folder.move("backup.sqlite", "fairway.sqlite")
        store = try SQLiteStore(path)
        #expect(try await store.load("a")?.session.revision == 1)
        await store.close()
    }

    @Test func lockMovesToTheRestoredBackup() async throws {
        let store = try SQLiteStore(path)
        _ = try await store.commit(StoredSample("a").starting())
        try await store.backup(to: folder["backup.sqlite"])
        try folder.remove("fairway.sqlite")
        try folder.move("backup.sqlite", "fairway.sqlite")
        #expect(await count("a", from: 1, in: store) == nil)
        #expect(throws: StoreError.self) { try SQLiteStore(path) }
        await store.close()
        try await SQLiteStore(path).close()
    }

    /// As after the end of a server, while a child that it has started still has copies of its descriptors.
    @Test func lockIsAwaitedWhileNoStoreIsOpen() throws {
        var other: FileLock? = try FileLock(path, mayCreate: true)
        let lock = try FileLock(path, mayCreate: true) { other = nil }
        #expect(other == nil)
        var pauses = 0
        let error = #expect(throws: StoreError.self) { try FileLock(path, mayCreate: true) { pauses += 1 } }
        #expect(error?.message.contains("in use by another server:") == true)
        #expect(pauses > 1)
        #expect(lock.nameCount == 1)
    }

    /// The connection is closed with its log kept, as after a failed checkpoint.
    @Test func deletedDatabaseIsNotReplacedByAnEmptyOne() async throws {
        let file = DatabaseFile(path: path)
        let writing = try WritingConnection(file, closeOthers: {})
        writing.closeKeepingLog()
        try folder.move("fairway.sqlite", "moved.sqlite")
        for _ in 0..<2 {
            let error = #expect(throws: StoreError.self) { try writing.ready() }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("Put it back") == true)
        }
        #expect(FileIdentity(path) == nil)
        try Data().write(to: URL(filePath: path))
        #expect(throws: StoreError.self) { try writing.ready() }
        #expect(FileIdentity(path)?.byteCount == 0)
        try folder.remove("fairway.sqlite")
        try folder.move("moved.sqlite", "fairway.sqlite")
        _ = try writing.ready()
        writing.close()
    }
}
