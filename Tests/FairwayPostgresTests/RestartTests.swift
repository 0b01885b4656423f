#if Postgres
import Fairway
import FairwayTesting
import Foundation
import Testing

@testable import FairwayPostgres

extension PostgresTests {
    /// The server stops without a word, and comes back.
    @Suite struct RestartTests {
        @Test(.timeLimit(.minutes(2)))
        func aStoreIsUnavailableWhileItsServerIsDownAndHealsByItself() async throws {
            let environment = ProcessInfo.processInfo.environment
            let script = try #require(
                environment["FAIRWAY_TEST_POSTGRES_RESTART"],
                "Tests/PostgreSQL/with-server says how its server is restarted"
            )
            try await TestDatabase.using { database in
                let store = try PostgresStore(database.uri)
                _ = try await store.commit(StoredSample("a").starting())
                let input = Pipe()
                let restart = Process()
                restart.executableURL = URL(filePath: script)
                restart.standardInput = input
                try restart.run()
                var revision = 1
                // Changes go on until the server is gone.
                await #expect(throws: StoreError.self) {
                    while try await store.commit(StoredSample("a").counting(from: revision)) == .committed {
                        revision += 1
                    }
                }
                let refusal = await #expect(throws: StoreError.self) { try await store.probe() }
                #expect(refusal?.code == .unavailable)
                try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
                while (try? await store.probe()) == nil { await Task.yield() }
                // All that was acknowledged is there, and at most the one that nobody answered.
                let stored = try #require(try await store.load("a")?.session.revision)
                #expect(stored == revision || stored == revision + 1)
                #expect(try await store.commit(StoredSample("a").counting(from: stored)) == .committed)
                #expect(
                    try await store.journal("a", after: 0, limit: 10_000).map(\.revision) == Array(1...(stored + 1))
                )
                await store.close()
                restart.waitUntilExit()
            }
        }
    }
}
#endif
