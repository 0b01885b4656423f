public import Fairway
public import FairwayOperators
public import Foundation

/// Builds and their counts, which ``OperatorStore`` documents.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore {
    public func recordBuild(_ sighting: BuildSighting) async throws(StoreError) {
        try await write { try $0.record(sighting) }
        // In transactions of their own, so that commits do not wait for many rows.
        while try await !write({ try $0.deleteOldBuild() }) {}
    }

    public func newestBuild() async throws(StoreError) -> String? {
        try await readForAdmin { try $0.statement(Self.newestBuild).all { $0.text(0) }.first }
    }

    public func builds(_ query: BuildsQuery) async throws(StoreError) -> Page<ListedBuild> {
        let cursor = try Int(cursor: query.cursor)
        return try await readForAdmin { connection in
            var rows = try connection.statement(Self.builds).bind(cursor ?? .max).bind(query.limit.withNextRow).all {
                (number: $0.int(4), start: $0.int(5), row: ListedBuild($0, nodes: [], counts: MeasuredCounts()))
            }
            for (index, (number, _, _)) in rows.enumerated() {
                let counts = try connection.statement(Self.countsOfBuild).bind(number).all { ServerCount($0) }
                rows[index].row.counts = MeasuredCounts(counts.compactMap(\.self))
                let nodes = "SELECT node FROM build_nodes WHERE build = ? ORDER BY node"
                rows[index].row.nodes = try connection.statement(nodes).bind(number).all { $0.text(0) }
            }
            return Page(rows.map { ($0.start, $0.row) }, limit: query.limit)
        }
    }

    public func addServerCounts(_ counts: [ServerCount]) async throws(StoreError) {
        guard !counts.isEmpty else { return }
        try await write { writer in
            try writer.connection.add(BuildCount.sum(counts.map { BuildCount(build: writer.build ?? 0, $0) }))
        }
    }

    public func serverCounts(since: Date) async throws(StoreError) -> [ServerCount] {
        try await readForAdmin { connection in
            try connection.statement(Self.countsSince).bind(since.hour).all { ServerCount($0) }.compactMap(\.self)
        }
    }

    /// Parameters: cursor, limit.
    static let builds = """
        SELECT build, version, first_seen_ms, last_seen_ms, number, start FROM builds WHERE start < ? ORDER BY start DESC LIMIT ?
        """

    static let newestBuild = "SELECT build FROM builds ORDER BY start DESC LIMIT 1"

    /// The counts of a build, added up over all hours. Parameter: its number.
    static let countsOfBuild = """
        SELECT 0, measure, bucket, sum(count) FROM server_counts INDEXED BY server_counts_by_build WHERE build = ?
        GROUP BY measure, bucket
        """

    /// Parameters: the number of a build, limit.
    static let countsOfBuildDeletion = """
        DELETE FROM server_counts WHERE number IN (
            SELECT number FROM server_counts INDEXED BY server_counts_by_build WHERE build = ? LIMIT ?
        )
        """

    /// Parameter: hour.
    static let countsSince = """
        SELECT hour, measure, bucket, count FROM server_counts INDEXED BY sqlite_autoindex_server_counts_1 WHERE hour >= ?
        """
}

extension SQLiteConnection {
    /// Adds counts. Those of a number of active sessions replace it.
    func add(_ counts: [BuildCount]) throws(SQLiteFailure) {
        let sql = """
            INSERT INTO server_counts (hour, build, measure, bucket, count) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (hour, build, measure, bucket) DO UPDATE SET
                count = \(ServerCount.addition("server_counts", "excluded"))
            """
        for count in counts {
            try statement(sql).bind(count.count.hour).bind(count.build).bind(count.count.measure.rawValue)
                .bind(count.count.bucket).bind(count.count.count).run()
        }
    }
}

extension CommitWriter {
    /// Records a build, and that this is the only server.
    fileprivate func record(_ sighting: BuildSighting) throws(SQLiteFailure) {
        let addition = """
            INSERT INTO builds (number, build, version, start, first_seen_ms, last_seen_ms)
            SELECT next, ?1, ?2, next, ?3, ?3 FROM (SELECT coalesce(max(start), 0) + 1 AS next FROM builds) WHERE true
            ON CONFLICT (build) DO UPDATE SET
                last_seen_ms = max(last_seen_ms, excluded.last_seen_ms), start = iif(?4, excluded.start, start)
            RETURNING number
            """
        let number =
            try connection.statement(addition).bind(sighting.build.name).bind(sighting.build.version)
            .bind(sighting.at).bind(sighting.isStart ? 1 : 0).all { $0.int(0) }.first ?? 0
        try connection.statement("DELETE FROM build_nodes").run()
        try connection.statement("INSERT INTO build_nodes (node, build, seen_at_ms) VALUES (?, ?, ?)")
            .bind(sighting.node).bind(number).bind(sighting.at).run()
        try setBuild(number)
    }

    /// Deletes a build beyond the limit, or some of its counts. Returns whether none is left.
    fileprivate func deleteOldBuild() throws(SQLiteFailure) -> Bool {
        let old = try connection.statement("SELECT number FROM builds ORDER BY start DESC LIMIT 1 OFFSET ?")
            .bind(OperatorLimits.builds).all { $0.int(0) }.first
        guard let old else { return true }
        let limit = OperatorLimits.rowsPerDeletion
        try connection.statement(SQLiteStore.countsOfBuildDeletion).bind(old).bind(limit).run()
        if connection.changedRows < limit {
            try connection.statement("DELETE FROM builds WHERE number = ?").bind(old).run()
        }
        return false
    }
}
