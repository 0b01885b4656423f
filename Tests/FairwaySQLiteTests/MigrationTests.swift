import Fairway
import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import FairwaySQLite

/// A file with the schema of an earlier build is migrated when a server opens it.
struct MigrationTests {
    private let folder: TemporaryFolder
    private let path: String
    private let sample = StoredSample("a")

    init() throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
    }

    @Test func sessionsBecomeThoseOfTheirUsers() async throws {
        try makeStore(schema: 1, Self.rows)
        let error = #expect(throws: StoreError.self) { try SQLiteStore(path, for: .reading) }
        #expect(error?.message.contains("run the command `migrate` first") == true)

        let store = try SQLiteStore(path)
        let session = try #require(try await store.load("a")?.session)
        #expect(session.user == "ada")
        #expect(session.claims == nil)
        #expect(try await store.load("b")?.session.user == nil)
        #expect(try await store.sessions(SessionsQuery(user: "ada")).rows.map(\.session.id) == ["a"])
        #expect(try await store.handoff([7]) == StoredHandoff(session: "a", expiresAt: sample.moment(300)))
        #expect(try await store.integrityProblems() == [])

        var commit = StoredSample("a", user: "ada").counting(from: 1)
        commit.row?.claims = RawJSON(known: Array(#"{"email":"ada@example.org"}"#.utf8))
        commit.links = [StoredLink(code: [8], expiresAt: sample.moment(600))]
        #expect(try await store.commit(commit) == .committed)
        #expect(try await store.load("a")?.session == commit.row)
        #expect(try await store.handoff([8])?.isLink == true)
        #expect(try await store.integrityProblems() == [])
        await store.close()
    }

    /// Creates a file with an earlier schema.
    private func makeStore(schema: Int, _ rows: String) throws {
        try Data().write(to: URL(filePath: path))
        let file = DatabaseFile(path: path, migrations: Array(Migration.all.prefix(schema)))
        try file.openForWriting(mayMake: true).execute(rows)
    }

    private static let rows = """
        INSERT INTO sessions (number, id, revision, is_over, touched_at_ms, touched_hour, created_at_ms, root_flow,
            identity, token_sha256, superseded_token_sha256s, device_json, layout_json, view_models_json)
        VALUES (1, 'a', 1, 0, 1700000000000, 472222, 1700000000000, 'Counter', 'ada', x'01', x'', '{}', '{}', '{}'),
            (2, 'b', 1, 0, 1700000000000, 472222, 1700000000000, 'Counter', NULL, x'02', x'', '{}', '{}', '{}');
        INSERT INTO handoffs (code_sha256, session, expires_at_ms) VALUES (x'07', 1, 1700000300000);
        """
}
