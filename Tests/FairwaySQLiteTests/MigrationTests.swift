import Fairway
import FairwayOperators
import FairwayTesting
import Foundation
import Testing

@testable import FairwaySQLite

/// A file with the schema of an earlier build is migrated when a server opens it.
struct MigrationTests {
    private let folder: TemporaryFolder
    private let path: String
    private let sample = StoredSample("a", user: "ada")

    init() throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
    }

    @Test func fileOfAnEarlierSchemaIsMigrated() async throws {
        let old = try SQLiteStore(path)
        let start = sample.starting()
        #expect(try await old.commit(start) == .committed)
        #expect(try await old.commit(StoredSample("b").starting()) == .committed)
        try await old.addHandoff([7], session: "a", expiresAt: sample.moment(300))
        await old.close()
        let file = DatabaseFile(path: path, migrations: Migration.all + [Self.later])
        let error = #expect(throws: StoreError.self) { try SQLiteStore(file, for: .reading) }
        #expect(error?.message.contains("run the command `migrate` first") == true)

        let store = try SQLiteStore(file)
        #expect(try await store.load("a")?.session == start.row)
        #expect(try await store.handoff([7]) == StoredHandoff(session: "a", expiresAt: sample.moment(300)))
        let notes = try await store.readForAdmin { connection in
            try connection.statement("SELECT note FROM sessions ORDER BY id").all { $0.optionalText(0) }
        }
        #expect(notes == ["ada", nil])
        #expect(try await store.integrityProblems() == [])

        var commit = sample.counting(from: 1)
        commit.links = [StoredLink(code: [8], expiresAt: sample.moment(600))]
        #expect(try await store.commit(commit) == .committed)
        #expect(try await store.load("a")?.session == commit.row)
        #expect(try await store.handoff([8])?.isLink == true)
        #expect(try await store.integrityProblems() == [])
        await store.close()
    }

    /// A step of a later build, which converts the rows of this one.
    private static let later = Migration(
        number: Migration.all.count + 1,
        name: "later.sql",
        sql: Array(
            """
            ALTER TABLE sessions ADD COLUMN note TEXT;
            UPDATE sessions SET note = user_id;
            CREATE INDEX sessions_by_note ON sessions (note) WHERE note IS NOT NULL;
            """.utf8
        )
    )
}
