#if Postgres
import Fairway
import FairwayAssets
import Foundation

/// Updates a database to the schema of this build. A database that is rejected is not changed.
struct PostgresMigrator {
    let connection: BlockingConnection
    let plan: MigrationPlan

    /// The key of the advisory lock, "Fair" in ASCII.
    private static let lock = 0x4661_6972
    /// The comment that distinguishes our table `migrations` from another program's.
    private static let mark = "Fairway"

    init(_ connection: BlockingConnection, migrations: [Migration]) {
        self.connection = connection
        plan = MigrationPlan(place: connection.place, migrations: migrations)
    }

    /// Applies the pending migrations, each in its own transaction, on one node at a time.
    func migrate() throws {
        try inspectServer()
        // The lock is held until the connection ends
        // (https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS).
        _ = try connection.run(SQLStatement("SELECT pg_advisory_lock($1)").bind(Self.lock))
        for migration in try plan.pending(try found()) {
            try connection.execute("BEGIN")
            if migration.number == 1 {
                try connection.execute(
                    """
                    CREATE TABLE migrations (
                        number bigint PRIMARY KEY, name text NOT NULL, sha256 bytea NOT NULL,
                        applied_at_ms bigint NOT NULL
                    );
                    COMMENT ON TABLE migrations IS '\(Self.mark)'
                    """
                )
            }
            try connection.execute(String(decoding: migration.sql, as: UTF8.self))
            let row = SQLStatement("INSERT INTO migrations VALUES ($1, $2, $3, $4)").bind(migration.number)
                .bind(migration.name).bind(blob: migration.checksum).bind(Date())
            _ = try connection.run(row)
            try connection.execute("COMMIT")
        }
    }

    /// Throws if the database is not ready to be read, for example because migrations are pending.
    func inspect() throws {
        try inspectServer()
        let found = try found()
        guard found != .nothing else {
            throw StoreError(.unusable, "\(plan.place) contains no store: run the command `migrate` first.")
        }
        guard try plan.pending(found).isEmpty else {
            throw StoreError(.unusable, "\(plan.place) was written by an older build: run the command `migrate` first.")
        }
    }

    /// Throws if a copy into this database is unfinished.
    func refuseUnfinishedCopy() throws {
        guard try isBeingCopiedInto else { return }
        throw StoreError(
            .unusable,
            "A copy into \(plan.place) has not been finished: run the command `migrate --from … --to …` again."
        )
    }

    var isBeingCopiedInto: Bool {
        get throws(PostgresFailure) {
            try connection.run(SQLStatement("SELECT to_regclass('copying') IS NOT NULL")).first { $0.bool(0) } ?? false
        }
    }

    /// Releases the lock, so other nodes can migrate.
    func unlock() throws(PostgresFailure) {
        _ = try connection.run(SQLStatement("SELECT pg_advisory_unlock($1)").bind(Self.lock))
    }

    private func inspectServer() throws {
        let sql = "SELECT current_setting('server_version_num')::bigint, current_setting('server_encoding')"
        guard let server = try connection.run(SQLStatement(sql)).first({ (version: $0.int(0), encoding: $0.text(1)) })
        else {
            return
        }
        guard server.version >= 120_000 else {
            throw StoreError(.unusable, "\(plan.place) is older than PostgreSQL 12, the oldest supported version.")
        }
        guard server.encoding == "UTF8" else {
            throw StoreError(
                .unusable,
                "\(plan.place) uses the encoding \(server.encoding): create a database with the encoding UTF8."
            )
        }
    }

    private func found() throws(PostgresFailure) -> MigrationPlan.Found {
        let tables = try connection.run(
            SQLStatement(
                """
                SELECT count(*), coalesce(bool_or(relname = 'migrations'
                    AND obj_description(oid, 'pg_class') IS NOT DISTINCT FROM $1), false)
                FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
                """
            ).bind(Self.mark)
        )
        guard let (count, isOurs) = tables.first({ ($0.int(0), $0.bool(1)) }), count > 0 else { return .nothing }
        guard isOurs else { return .foreignTables }
        let applied = try connection.run(SQLStatement("SELECT number, name, sha256 FROM migrations ORDER BY number"))
            .all(MigrationPlan.Applied.init)
        return .schema(applied.count, applied)
    }
}

extension Migration {
    static let all = EmbeddedFile.postgresMigrations.enumerated().map { index, file in
        Migration(number: index + 1, name: file.path, sql: file.bytes)
    }
}
#endif
