#if Postgres
import Fairway

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Brings a database to the schema of this build, or says why that cannot be done. A database that is refused is left as
/// it was.
struct Migrator {
    let connection: BlockingConnection
    let plan: MigrationPlan

    /// "Fair": so that all who migrate wait for each other (and nobody else, unless by chance).
    private static let lock = 0x4661_6972
    /// How our list of migrations is told from one of another program.
    private static let mark = "Fairway"

    init(_ connection: BlockingConnection, migrations: [Migration]) {
        self.connection = connection
        plan = MigrationPlan(place: connection.place, migrations: migrations)
    }

    /// Applies what has not been applied, each migration in a transaction of its own, one node at a time.
    func migrate() throws {
        try inspectServer()
        // Held until the connection ends (https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS).
        _ = try connection.run(Call("SELECT pg_advisory_lock($1)").bind(Self.lock))
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
            let row = Call("INSERT INTO migrations VALUES ($1, $2, $3, $4)").bind(migration.number)
                .bind(migration.name).bind(blob: migration.checksum).bind(Date())
            _ = try connection.run(row)
            try connection.execute("COMMIT")
        }
    }

    /// Refuses what is not up to date, too.
    func inspect() throws {
        try inspectServer()
        let found = try found()
        guard found != .nothing else {
            throw StoreError(.unusable, "There is no store in \(plan.place) run the command `migrate` first.")
        }
        guard try plan.pending(found).isEmpty else {
            throw StoreError(.unusable, "\(plan.place) was written by an older build: run the command `migrate` first.")
        }
    }

    /// Refuses a store that another is still being copied into.
    func refuseUnfinishedCopy() throws {
        guard try isBeingCopiedInto else { return }
        throw StoreError(
            .unusable,
            "A copy into \(plan.place) has not been finished: run the command `migrate --from … --to …` again."
        )
    }

    /// Whether a copy has been begun here and not been finished.
    var isBeingCopiedInto: Bool {
        get throws(PostgresFailure) {
            try connection.run(Call("SELECT to_regclass('copying') IS NOT NULL")).first { $0.bool(0) } ?? false
        }
    }

    /// Lets others migrate, and find out that there is nothing to do.
    func unlock() throws(PostgresFailure) {
        _ = try connection.run(Call("SELECT pg_advisory_unlock($1)").bind(Self.lock))
    }

    private func inspectServer() throws {
        let sql = "SELECT current_setting('server_version_num')::bigint, current_setting('server_encoding')"
        guard let server = try connection.run(Call(sql)).first({ (version: $0.int(0), encoding: $0.text(1)) }) else {
            return
        }
        guard server.version >= 120_000 else {
            throw StoreError(.unusable, "\(plan.place) is older than PostgreSQL 12, the first that will do.")
        }
        guard server.encoding == "UTF8" else {
            throw StoreError(
                .unusable,
                "\(plan.place) keeps text as \(server.encoding): make a database with the encoding UTF8."
            )
        }
    }

    private func found() throws(PostgresFailure) -> MigrationPlan.Found {
        let tables = try connection.run(
            Call(
                """
                SELECT count(*), coalesce(bool_or(relname = 'migrations'
                    AND obj_description(oid, 'pg_class') IS NOT DISTINCT FROM $1), false)
                FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
                """
            ).bind(Self.mark)
        )
        guard let (count, isOurs) = tables.first({ ($0.int(0), $0.bool(1)) }), count > 0 else { return .nothing }
        guard isOurs else { return .strangers }
        let applied = try connection.run(Call("SELECT number, name, sha256 FROM migrations ORDER BY number"))
            .all(MigrationPlan.Applied.init)
        return .schema(applied.count, applied)
    }
}
#endif
