#if Postgres
package import Fairway

/// The target of a copy from another store. Runs synchronously, because the copying command does nothing else.
///
/// While a copy is unfinished, the table `copying` contains the source and the progress of each table.
package actor PostgresCopy: CopyTarget {
    private let connection: BlockingConnection
    private let migrator: PostgresMigrator

    private static let readRows = 1_000

    /// Connects and migrates the database.
    package init(_ uri: String) throws(StoreError) {
        do {
            connection = try BlockingConnection(ConnectionString(text: uri))
            migrator = PostgresMigrator(connection, migrations: Migration.all)
            try migrator.migrate()
            try migrator.unlock()
        } catch {
            throw Self.storeError(error, "PostgreSQL")
        }
    }

    package func begin(copying source: String) throws(StoreError) {
        try attempt {
            let lock = SQLStatement("SELECT pg_try_advisory_lock($1)").bind(Self.lock)
            guard try connection.run(lock).first({ $0.bool(0) }) == true else {
                throw StoreError(.unusable, "\(connection.place) is the target of another running copy.")
            }
            guard try migrator.isBeingCopiedInto else { return try makeReady(source) }
            let copied = try connection.run(SQLStatement("SELECT source FROM copying LIMIT 1")).first { $0.text(0) }
            guard copied == source else {
                throw StoreError(
                    .unusable,
                    "\(connection.place) holds an unfinished copy of \(copied ?? "nothing"): name an empty database."
                )
            }
        }
    }

    package func position(in table: StoredTable) throws(StoreError) -> Int {
        try attempt {
            let sql = "SELECT position FROM copying WHERE table_name = $1"
            return try connection.run(SQLStatement(sql).bind(table.name)).first { $0.int(0) } ?? 0
        }
    }

    package func insert(_ rows: [[StoredValue]], into table: StoredTable, through position: Int) throws(StoreError) {
        try attempt {
            var names = table.columns.map(\.name)
            var values = (1...names.count).map { "$\($0)" }.joined(separator: ", ")
            values = "* FROM unnest(\(values))"
            if table.name == "journal" {
                // An id that no commit has, because commits have random ids.
                names.insert("commit_id", at: 0)
                values = "'00000000-0000-0000-0000-000000000000'::uuid, \(values)"
            }
            var call = SQLStatement("INSERT INTO \(table.name) (\(names.joined(separator: ", "))) SELECT \(values)")
            for (place, column) in table.columns.enumerated() { call = call.bind(rows.map { $0[place] }, column.kind) }
            try connection.execute("BEGIN")
            _ = try connection.run(call)
            let note = """
                INSERT INTO copying SELECT source, $1, $2 FROM copying WHERE table_name = ''
                ON CONFLICT (table_name) DO UPDATE SET position = excluded.position
                """
            _ = try connection.run(SQLStatement(note).bind(table.name).bind(position))
            try connection.execute("COMMIT")
        }
    }

    package func digest(of table: StoredTable) throws(StoreError) -> TableDigest {
        try attempt {
            var digest = TableDigest()
            let columns = table.columns.map(\.name).joined(separator: ", ")
            try connection.execute("BEGIN; DECLARE copied NO SCROLL CURSOR FOR SELECT \(columns) FROM \(table.name)")
            let fetch = SQLStatement("FETCH \(Self.readRows) FROM copied")
            while case let rows = try connection.run(fetch), rows.count > 0 {
                for row in rows.all({ row in table.columns.indices.map { row.value($0, table.columns[$0].kind) } }) {
                    digest.add(row)
                }
            }
            try connection.execute("COMMIT")
            return digest
        }
    }

    package func finish() throws(StoreError) {
        // Updates the planner's statistics immediately, instead of waiting for autovacuum.
        try attempt { try connection.execute("DROP TABLE copying; ANALYZE") }
    }

    /// The key of the advisory lock, "Copy" in ASCII.
    private static let lock = 0x436F_7079

    private func makeReady(_ source: String) throws {
        let isEmpty = "SELECT NOT EXISTS (SELECT FROM sessions) AND NOT EXISTS (SELECT FROM edges)"
        guard try connection.run(SQLStatement(isEmpty)).first({ $0.bool(0) }) == true else {
            throw StoreError(.unusable, "\(connection.place) holds sessions already: name an empty database.")
        }
        try connection.execute(
            "BEGIN; CREATE TABLE copying (source text NOT NULL, table_name text PRIMARY KEY, position bigint NOT NULL)"
        )
        _ = try connection.run(SQLStatement("INSERT INTO copying VALUES ($1, '', 0)").bind(source))
        try connection.execute("COMMIT")
    }

    private func attempt<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
        do {
            return try body()
        } catch {
            throw Self.storeError(error, connection.place)
        }
    }

    private static func storeError(_ error: any Error, _ place: String) -> StoreError {
        switch error {
        case let error as StoreError: error
        case let failure as PostgresFailure: failure.storeError(place)
        default: StoreError(.unusable, "\(place) could not be opened.", cause: "\(error)")
        }
    }
}
#endif
