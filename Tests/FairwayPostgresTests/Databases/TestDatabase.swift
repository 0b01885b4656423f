#if Postgres
import TestWaits
import Fairway
import FairwayTesting
import Foundation

@testable import FairwayPostgres

/// A temporary database on the server that `FAIRWAY_TEST_POSTGRES` names.
struct TestDatabase {
    let uri: String
    private let server: ConnectionString
    private let name: String

    /// Creates an empty database.
    init() throws {
        guard let server = ProcessInfo.processInfo.environment["FAIRWAY_TEST_POSTGRES"] else {
            throw StoreError(
                .unavailable,
                "Set FAIRWAY_TEST_POSTGRES to the URI of a test server (postgres://…), or run script/test."
            )
        }
        self.server = ConnectionString(text: server)
        name = "test_\(UUID().uuidString.lowercased().replacing("-", with: "_"))"
        try BlockingConnection(self.server).execute("CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'UTF8'")
        let base = server.prefix { $0 != "?" }.split(separator: "/", maxSplits: 3).prefix(2).joined(separator: "//")
        uri = "\(base)/\(name)"
    }

    /// Opens a separate connection.
    func connect() throws -> BlockingConnection { try BlockingConnection(ConnectionString(text: uri)) }

    /// Opens a store for tests that hold a lock until nodes wait for it. It has none of the time limits that nodes set by
    /// default: neither those of PostgreSQL nor the one after which a connection without answers is closed.
    func storeWithoutTimeouts(
        mostChangesInGroup: Int = PostgresStore.usualMostChangesInGroup
    ) throws -> PostgresStore {
        try PostgresStore(
            uri + "?options=-c%20lock_timeout%3D0%20-c%20statement_timeout%3D0",
            for: .serving,
            clock: UnendingSilence(),
            migrations: Migration.all,
            mostChangesInGroup: mostChangesInGroup
        )
    }

    /// The system's clock. The calls that would find a connection silent are never made, unlike earlier ones, such as the
    /// next attempt to connect.
    private struct UnendingSilence: WallClock {
        private let clock = SystemClock()

        var now: Date { clock.now }

        var secondsPassed: Double { clock.secondsPassed }

        @discardableResult
        func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) -> ScheduledCall {
            guard seconds < ConnectionRole.writing.silenceSeconds / 2 else { return ScheduledCall {} }
            return clock.after(seconds, call)
        }
    }

    /// Deletes the database and closes its connections. PostgreSQL fails if they do not end within five seconds.
    func delete() throws {
        for _ in 1..<TestLimits.attempts { if (try? drop()) != nil { return } }
        try drop()
    }

    private func drop() throws {
        try BlockingConnection(server).execute("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
    }

    /// Creates a database, calls `body`, and deletes the database, even if `body` throws.
    static func using<Result>(_ body: (TestDatabase) async throws -> Result) async throws -> Result {
        let database = try TestDatabase()
        do {
            let result = try await body(database)
            try database.delete()
            return result
        } catch {
            try? database.delete()
            throw error
        }
    }
}
#endif
