import Fairway
import FairwayTesting
import Foundation
import Testing

@testable import FairwaySQLite

/// A file that this build cannot open is refused with a remedy and stays unchanged.
struct RefusalTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
    }

    @Test func fileOfAnotherProgramIsRefused() throws {
        let other = try SQLiteConnection(path, mayCreate: true)
        try other.execute("PRAGMA journal_mode = WAL; CREATE TABLE a (b); INSERT INTO a VALUES (1)")
        try expectRefusal("another program")
        try other.execute("INSERT INTO a VALUES (2)")
    }

    /// Reading the file with SQLite would roll back the other program's transaction.
    @Test func unfinishedTransactionOfAnotherProgramIsNotRolledBack() throws {
        let other = try SQLiteConnection(folder["other.sqlite"], mayCreate: true)
        try other.execute("PRAGMA synchronous = OFF; CREATE TABLE a (b); BEGIN; INSERT INTO a VALUES (1)")
        for end in ["", "-journal"] { try folder.copy("other.sqlite\(end)", "fairway.sqlite\(end)") }
        try expectRefusal("another program")
    }

    @Test func fileThatIsNotADatabaseIsRefused() throws {
        try Data(repeating: 65, count: 5_000).write(to: URL(filePath: path))
        try expectRefusal("no SQLite database")
        try Data("short".utf8).write(to: URL(filePath: path))
        try expectRefusal("no SQLite database")
    }

    @Test func folderIsRefused() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let error = #expect(throws: StoreError.self) { try SQLiteStore(path) }
        #expect(error?.message.contains("is a folder") == true)
    }

    @Test func fileFromANewerBuildIsRefused() async throws {
        try await makeStore()
        try SQLiteConnection(path).execute("PRAGMA user_version = 99")
        try expectRefusal("newer build")
    }

    @Test func fileMadeWithOtherMigrationsIsRefused() async throws {
        try await makeStore()
        let changed = Migration.all.map { Migration(number: $0.number, name: $0.name, sql: $0.sql + [10]) }
        try expectRefusal("may not be changed", migrations: changed)
    }

    /// The builds before the first release had up to ten migrations, of which the first kept its name.
    @Test(arguments: [1, 10])
    func fileFromBeforeTheFirstReleaseIsRefused(steps: Int) throws {
        let old = (1...steps).map { step in
            let name = step == 1 ? "0001_sessions.sql" : "later.sql"
            return Migration(number: step, name: name, sql: Array("CREATE TABLE table\(step) (a)".utf8))
        }
        try Data().write(to: URL(filePath: path))
        _ = try DatabaseFile(path: path, migrations: old).openForWriting(mayMake: true)
        try expectRefusal("was written before the first release of Fairway")
    }

    /// The server of the earlier build has crashed, so its last commits are in the log alone. SQLite may move them to the file.
    @Test func fileFromBeforeTheFirstReleaseKeepsTheCommitsOfItsLog() throws {
        let sql = "CREATE TABLE sessions (id TEXT)"
        let old = [Migration(number: 1, name: "0001_sessions.sql", sql: Array(sql.utf8))]
        try Data().write(to: URL(filePath: folder["running.sqlite"]))
        let running = try DatabaseFile(path: folder["running.sqlite"], migrations: old).openForWriting(mayMake: true)
        try running.execute("INSERT INTO sessions VALUES ('a')")
        try folder.copy("running.sqlite", "fairway.sqlite")
        try #require(folder.content["fairway.sqlite-wal"]?.isEmpty == false)
        for access in [StoreAccess.serving, .reading] {
            let error = #expect(throws: StoreError.self) { try SQLiteStore(DatabaseFile(path: path), for: access) }
            #expect(error?.message.contains("was written before the first release of Fairway") == true)
        }
        let left = try SQLiteConnection(path)
        #expect(try left.number("SELECT count(*) FROM sessions") == 1)
    }

    @Test func truncatedFileIsRefused() async throws {
        try await makeStore()
        let bytes = try Data(contentsOf: URL(filePath: path))
        try bytes.prefix(bytes.count / 2 / 4_096 * 4_096).write(to: URL(filePath: path))
        try expectRefusal("is damaged")
    }

    @Test func fileWithADamagedSchemaIsRefused() async throws {
        try await makeStore()
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes.replaceSubrange(100..<4_096, with: Data(repeating: 0xA5, count: 3_996))
        try bytes.write(to: URL(filePath: path))
        try expectRefusal("is damaged")
    }

    @Test func newerFileWhoseVersionIsInItsLogIsRefused() async throws {
        try await makeStore()
        let newer = try SQLiteConnection(path)
        try newer.execute("PRAGMA user_version = 99")
        try folder.copy("fairway.sqlite", "crashed.sqlite")
        let before = try folder.content["crashed.sqlite"]
        let error = #expect(throws: StoreError.self) { try SQLiteStore(folder["crashed.sqlite"]) }
        #expect(error?.message.contains("newer build") == true)
        #expect(try folder.content["crashed.sqlite"] == before)
    }

    @Test func secondServerIsRefusedAndTheFirstContinues() async throws {
        let first = try SQLiteStore(path)
        let error = #expect(throws: StoreError.self) { try SQLiteStore(path) }
        #expect(error?.code == .unusable)
        #expect(error?.message.contains("in use by another server (process \(getpid()))") == true)
        #expect(try await first.commit(StoredSample("a").starting()) == .committed)
        await first.close()
        let second = try SQLiteStore(path)
        #expect(try await second.load("a") != nil)
        await second.close()
    }

    @Test func missingFolderIsReported() {
        let error = #expect(throws: StoreError.self) { try SQLiteStore(folder["none/fairway.sqlite"]) }
        #expect(error?.message.contains("its folder is there") == true)
    }

    @Test func failedMigrationLeavesTheSchemaUnchanged() async throws {
        try await makeStore()
        let number = Migration.all.count + 1
        let broken = Migration(
            number: number,
            name: "broken.sql",
            sql: Array("CREATE TABLE x (a); CREATE TABLE x (a)".utf8)
        )
        let error = #expect(throws: StoreError.self) { try open(Migration.all + [broken]) }
        #expect(error?.cause?.contains("already exists") == true)
        let good = Migration(number: number, name: "good.sql", sql: Array("CREATE TABLE x (a)".utf8))
        let store = try open(Migration.all + [good])
        #expect(try await store.load("a") != nil)
        await store.close()
        try expectRefusal("newer build")
    }

    private func makeStore() async throws {
        let store = try SQLiteStore(path)
        _ = try await store.commit(StoredSample("a").starting())
        await store.close()
    }

    private func open(_ migrations: [Migration]) throws -> SQLiteStore {
        try SQLiteStore(DatabaseFile(path: path, migrations: migrations))
    }

    /// Expects a refusal that leaves the folder unchanged.
    private func expectRefusal(_ words: String, migrations: [Migration] = Migration.all) throws {
        let before = try folder.content
        for access in [StoreAccess.serving, .reading] {
            let file = DatabaseFile(path: path, migrations: migrations)
            let error = #expect(throws: StoreError.self) { try SQLiteStore(file, for: access) }
            #expect(error?.code == .unusable)
            #expect(error?.message.contains(words) == true, "\(String(describing: error))")
            #expect(error?.message.contains(path) == true)
            #expect(try folder.content == before)
        }
    }
}
