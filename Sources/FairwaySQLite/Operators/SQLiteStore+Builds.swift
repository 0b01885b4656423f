public import Fairway
public import FairwayOperators
public import Foundation

/// Builds and their counts, which ``OperatorStore`` documents.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore {
    public func recordBuild(_ sighting: BuildSighting) async throws(StoreError) {
        try await write { try $0.record(sighting) }
    }

    public func builds(_ query: BuildsQuery) async throws(StoreError) -> Page<ListedBuild> {
        let cursor = try Int(cursor: query.cursor)
        return try await readForAdmin { connection in
            var rows = try connection.statement(Self.builds).bind(cursor ?? .max).bind(query.limit.withNextRow).all {
                (number: $0.int(4), row: ListedBuild($0, nodes: [], counts: MeasuredCounts()))
            }
            for (index, (number, _)) in rows.enumerated() {
                let counts = try connection.statement(Self.countsOfBuild).bind(number).all { ServerCount($0) }
                rows[index].row.counts = MeasuredCounts(counts.compactMap(\.self))
                let nodes = "SELECT node FROM build_nodes WHERE build = ? ORDER BY node"
                rows[index].row.nodes = try connection.statement(nodes).bind(number).all { $0.text(0) }
            }
            return Page(rows.map { ($0.number, $0.row) }, limit: query.limit)
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
        SELECT build, version, first_seen_ms, last_seen_ms, number FROM builds WHERE number < ? ORDER BY number DESC LIMIT ?
        """

    /// The counts of a build, added up over all hours. Parameter: its number.
    static let countsOfBuild = """
        SELECT 0, measure, bucket, sum(count) FROM server_counts INDEXED BY server_counts_by_build WHERE build = ?
        GROUP BY measure, bucket
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
            INSERT INTO builds (build, version, first_seen_ms, last_seen_ms) VALUES (?1, ?2, ?3, ?3)
            ON CONFLICT (build) DO UPDATE SET last_seen_ms = max(last_seen_ms, excluded.last_seen_ms) RETURNING number
            """
        let number =
            try connection.statement(addition).bind(sighting.build.name).bind(sighting.build.version)
            .bind(sighting.at).all { $0.int(0) }.first ?? 0
        try connection.statement("DELETE FROM build_nodes").run()
        try connection.statement("INSERT INTO build_nodes (node, build, seen_at_ms) VALUES (?, ?, ?)")
            .bind(sighting.node).bind(number).bind(sighting.at).run()
        let oldest = number - OperatorLimits.builds
        try connection.statement("DELETE FROM server_counts WHERE build > 0 AND build <= ?").bind(oldest).run()
        try connection.statement("DELETE FROM builds WHERE number <= ?").bind(oldest).run()
        try setBuild(number)
    }
}
