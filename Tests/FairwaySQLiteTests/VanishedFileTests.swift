import Fairway
import FairwayTesting
import Foundation
import Testing

@testable import FairwaySQLite

/// The store's files are deleted, moved or replaced while the server runs. No acknowledged change is lost.
struct VanishedFileTests {
    private let folder: TemporaryFolder
    private let path: String
    private let store: SQLiteStore

    init() async throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
        store = try SQLiteStore(path)
        _ = try await store.commit(StoredSample("a").starting())
    }

    @Test func changesResumeWhenAMovedFileIsBack() async throws {
        for name in ["fairway.sqlite", "fairway.sqlite-wal"] { try folder.move(name, "moved-\(name)") }
        let error = try #require(await count("a", from: 1, in: store))
        #expect(error.code == .unavailable)
        #expect(error.message.contains("Move it back"))
        #expect(try await store.load("a")?.session.revision == 1)
        for name in ["fairway.sqlite", "fairway.sqlite-wal"] { try folder.move("moved-\(name)", name) }
        #expect(await count("a", from: 1, in: store) == nil)
        try await expectReopened(at: 2)
    }

    @Test(arguments: [["fairway.sqlite"], ["fairway.sqlite", "fairway.sqlite-wal", "fairway.sqlite-shm"]])
    func deletedFileIsRestored(names: [String]) async throws {
        #expect(await count("a", from: 1, key: "k", in: store) == nil)
        for name in names { try folder.remove(name) }
        #expect(try await store.load("a")?.session.revision == 2)
        #expect(await count("a", from: 2, in: store) == nil)
        #expect(try await store.reply("a", key: "k") != nil)
        try await expectReopened(at: 3)
    }

    @Test func copyOfADeletedStoreIsKeptIfItCannotBeRenamed() async throws {
        await store.close()
        var file = DatabaseFile(path: path)
        file.change = { if case .link = $0 { EIO } else { $0.make() } }
        let store = try SQLiteStore(file)
        #expect(await count("a", from: 1, in: store) == nil)
        for name in ["fairway.sqlite", "fairway.sqlite-wal", "fairway.sqlite-shm"] { try folder.remove(name) }
        let failure = try #require(await count("a", from: 2, in: store))
        #expect(failure.code == .unavailable)
        #expect(failure.message.contains("rename"))
        await store.close()

        let refusal = try #require(throws: StoreError.self) { try SQLiteStore(path) }
        #expect(refusal.code == .unusable)
        #expect(try folder.names == ["fairway.sqlite-restored"])
        try folder.move("fairway.sqlite-restored", "fairway.sqlite")
        let reopened = try SQLiteStore(path)
        #expect(try await reopened.load("a")?.session.revision == 2)
        await reopened.close()
    }

    @Test func deletedLogIsCheckpointedIntoTheFile() async throws {
        #expect(await count("a", from: 1, in: store) == nil)
        try folder.remove("fairway.sqlite-wal")
        #expect(await count("a", from: 2, in: store) == nil)
        #expect(try await store.load("a")?.session.revision == 3)
        try await expectReopened(at: 3)
    }

    @Test func runningServerContinuesWithARestoredBackup() async throws {
        try await store.backup(to: folder["backup.sqlite"])
        #expect(await count("a", from: 1, in: store) == nil)
        try folder.remove("fairway.sqlite")
        try folder.move("backup.sqlite", "fairway.sqlite")
        // The commit of an engine that still has revision 2 in memory. The backup is at revision 1.
        #expect(try await store.commit(StoredSample("a").counting(from: 2)) == .conflict)
        #expect(try await store.load("a")?.session.revision == 1)
        #expect(await count("a", from: 1, in: store) == nil)
        try await expectReopened(at: 2)
    }

    @Test func foreignFileAtThePathIsNotChanged() async throws {
        try folder.move("fairway.sqlite", "moved.sqlite")
        try folder.move("fairway.sqlite-wal", "moved.sqlite-wal")
        try Data("no database".utf8).write(to: URL(filePath: path))
        let error = try #require(await count("a", from: 1, in: store))
        #expect(error.code == .unavailable || error.code == .unusable)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("no database".utf8))
        try folder.remove("fairway.sqlite")
        try folder.move("moved.sqlite-wal", "fairway.sqlite-wal")
        try folder.move("moved.sqlite", "fairway.sqlite")
        #expect(await count("a", from: 1, in: store) == nil)
        try await expectReopened(at: 2)
    }

    /// Opens the store after a clean shutdown and after a crash.
    private func expectReopened(at revision: Int) async throws {
        try folder.copy("fairway.sqlite", "crashed.sqlite")
        await store.close()
        for name in ["fairway.sqlite", "crashed.sqlite"] {
            let reopened = try SQLiteStore(folder[name])
            #expect(try await reopened.load("a")?.session.revision == revision)
            #expect(try await reopened.journal("a", after: 0, limit: 9).count == revision)
            #expect(try await reopened.integrityProblems() == [])
            await reopened.close()
        }
        #expect(try folder.names.filter { $0 != "backup.sqlite" } == ["crashed.sqlite", "fairway.sqlite"])
    }
}
