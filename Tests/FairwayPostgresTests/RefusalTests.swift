#if Postgres
import Fairway
import FairwayTesting
import Testing

@testable import FairwayPostgres

extension PostgresTests {
    /// Databases that this build must reject: the message names the remedy, and the database is not changed.
    @Suite struct RefusalTests {
        @Test func databaseOfAnotherProgramIsRejected() async throws {
            try await TestDatabase.using { database in
                try database.connect().execute("CREATE TABLE migrations (number bigint)")
                try expectRefusal("holds tables of another program", database)
                #expect(try tables(in: database) == ["migrations"])
            }
        }

        @Test func databaseFromNewerBuildIsRejected() async throws {
            try await TestDatabase.using { database in
                try await PostgresStore(database.uri).close()
                let next = Migration(number: Migration.all.count + 1, name: "next.sql", sql: Array("SELECT 1".utf8))
                let newer = try PostgresStore(
                    database.uri,
                    for: .serving,
                    clock: SystemClock(),
                    migrations: Migration.all + [next]
                )
                _ = try await newer.commit(StoredSample("a").starting())
                try expectRefusal("was written by a newer build", database)
                #expect(try await newer.load("a")?.session.revision == 1)
                await newer.close()
            }
        }

        @Test func databaseWithChangedMigrationIsRejected() async throws {
            try await TestDatabase.using { database in
                try await PostgresStore(database.uri).close()
                let changed = Migration.all.map { Migration(number: $0.number, name: $0.name, sql: $0.sql + [10]) }
                try expectRefusal("may not be changed", database, migrations: changed)
            }
        }

        /// The builds before the first release had up to eleven migrations, of which the first kept its name.
        @Test(arguments: [1, 11])
        func databaseFromBeforeTheFirstReleaseIsRejected(steps: Int) async throws {
            try await TestDatabase.using { database in
                let old = (1...steps).map { step in
                    let name = step == 1 ? "0001_sessions.sql" : "later.sql"
                    return Migration(number: step, name: name, sql: Array("CREATE TABLE table\(step) (a bigint)".utf8))
                }
                let migrator = PostgresMigrator(try database.connect(), migrations: old)
                try migrator.migrate()
                try migrator.unlock()
                let before = try tables(in: database).sorted()
                #expect(before.count == steps + 1)
                try expectRefusal("was written before the first release of Fairway", database)
                #expect(try tables(in: database).sorted() == before)
            }
        }

        @Test func databaseWithMissingMigrationIsRejected() async throws {
            try await TestDatabase.using { database in
                try await PostgresStore(database.uri).close()
                try database.connect().execute("DELETE FROM migrations WHERE number = 1")
                try expectRefusal("gaps in its list of migrations", database)
            }
        }

        @Test func databaseWithOtherEncodingIsRejected() async throws {
            try await TestDatabase.using { database in
                let latin = "\(database.uri)_latin"
                let name = latin.split(separator: "/").last ?? ""
                try database.connect().execute(
                    "CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'"
                )
                let error = #expect(throws: StoreError.self) { try PostgresStore(latin) }
                try database.connect().execute("DROP DATABASE \(name) WITH (FORCE)")
                #expect(error?.code == .unusable)
                #expect(error?.message.contains("with the encoding UTF8") == true)
            }
        }

        @Test func failedMigrationIsRolledBack() async throws {
            try await TestDatabase.using { database in
                let sql = "CREATE TABLE half (a bigint); SELECT 1 / 0"
                let broken = Migration(number: Migration.all.count + 1, name: "broken.sql", sql: Array(sql.utf8))
                #expect(throws: StoreError.self) {
                    try PostgresStore(
                        database.uri,
                        for: .serving,
                        clock: SystemClock(),
                        migrations: Migration.all + [broken]
                    )
                }
                #expect(try !tables(in: database).contains("half"))
                // This build does not know the failed migration and continues.
                try await PostgresStore(database.uri).close()
            }
        }

        private func expectRefusal(
            _ part: String,
            _ database: TestDatabase,
            migrations: [Migration] = Migration.all
        ) throws {
            for access in [StoreAccess.serving, .reading] {
                let error = #expect(throws: StoreError.self) {
                    try PostgresStore(database.uri, for: access, clock: SystemClock(), migrations: migrations)
                }
                #expect(error?.code == .unusable)
                #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
            }
        }

        private func tables(in database: TestDatabase) throws -> [String] {
            let sql = "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
            return try database.connect().run(SQLStatement(sql)).all { $0.text(0) }
        }
    }
}
#endif
