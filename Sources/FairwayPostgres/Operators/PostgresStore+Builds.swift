public import Fairway
public import FairwayOperators
public import Foundation
import Synchronization

/// The number of a node's build.
final class OwnBuild: Sendable {
    private let stored = Mutex<Int?>(nil)

    /// Nil if the node has recorded none.
    var number: Int? {
        get { stored.withLock(\.self) }
        set { stored.withLock { $0 = newValue } }
    }
}

extension PostgresStore {
    /// Records that this node runs a build. Its later changes and counts belong to the build.
    public func recordBuild(_ sighting: BuildSighting) async throws(StoreError) {
        let forgotten = sighting.at.addingTimeInterval(-BuildSighting.secondsOfNode)
        let call = SQLStatement("SELECT record_build($1, $2, $3, $4, $5, $6, $7)").bind(sighting.build.name)
            .bind(sighting.build.version).bind(sighting.node).bind(sighting.at).bind(forgotten)
            .bind(sighting.isStart ? 1 : 0).bind(OperatorLimits.builds)
        build.number = try result(await runWrite([call]))[0].first { $0.int(0) }
    }

    /// The name of the build that was started last.
    public func newestBuild() async throws(StoreError) -> String? {
        try await readList(SQLStatement(Self.newestBuild)).first { $0.text(0) }
    }

    static let newestBuild = "SELECT build FROM builds ORDER BY start DESC LIMIT 1"

    /// A page of builds, in the order of their last starts, newest first.
    public func builds(_ query: BuildsQuery) async throws(StoreError) -> Page<ListedBuild> {
        let cursor = try Int(cursor: query.cursor) ?? .max
        let numbers = "SELECT number FROM builds WHERE start < $1 ORDER BY start DESC LIMIT $2"
        let builds = """
            SELECT build, version, first_seen_ms, last_seen_ms, number, start FROM builds
            WHERE number = ANY (ARRAY(\(numbers))) ORDER BY start DESC
            """
        let counts = """
            SELECT 0::bigint, measure, bucket, sum(count)::bigint, build FROM server_counts
            WHERE build = ANY (ARRAY(\(numbers))) GROUP BY build, measure, bucket
            """
        let nodes = "SELECT node, build FROM build_nodes WHERE build = ANY (ARRAY(\(numbers))) ORDER BY node"
        let rows = try await readLists(
            [builds, counts, nodes].map { SQLStatement($0).bind(cursor).bind(query.limit.withNextRow) }
        )
        let byBuild = Dictionary(grouping: rows[1].all { (build: $0.int(4), count: ServerCount($0)) }, by: \.build)
        let nodesOfBuilds = Dictionary(grouping: rows[2].all { (node: $0.text(0), build: $0.int(1)) }, by: \.build)
        let listed = rows[0].all { row in
            let number = row.int(4)
            let counts = MeasuredCounts((byBuild[number] ?? []).compactMap(\.count))
            return (row.int(5), ListedBuild(row, nodes: nodesOfBuilds[number]?.map(\.node) ?? [], counts: counts))
        }
        return Page(listed, limit: query.limit)
    }

    /// Adds counts of this node's build.
    public func addServerCounts(_ counts: [ServerCount]) async throws(StoreError) {
        let own = BuildCount.sum(counts.map { BuildCount(build: build.number ?? 0, $0) })
        guard !own.isEmpty else { return }
        _ = try result(await runWrite(SQLStatement.adding(own)))
    }

    /// The counts of all builds since the hour of a time.
    public func serverCounts(since: Date) async throws(StoreError) -> [ServerCount] {
        let sql = "SELECT hour, measure, bucket, count FROM server_counts WHERE hour >= $1"
        return try await readList(SQLStatement(sql).bind(since.hour)).all { ServerCount($0) }.compactMap(\.self)
    }
}

extension SQLStatement {
    /// Adds counts, which are sorted.
    static func adding(_ counts: [BuildCount]) -> [SQLStatement] {
        guard !counts.isEmpty else { return [] }
        let sql = """
            INSERT INTO server_counts AS old (hour, build, measure, bucket, count) SELECT * FROM unnest($1, $2, $3, $4, $5)
            ON CONFLICT (hour, build, measure, bucket) DO UPDATE SET count = \(ServerCount.addition("old", "excluded"))
            """
        return [
            SQLStatement(sql).bind(counts.map(\.count.hour)).bind(counts.map(\.build))
                .bind(counts.map(\.count.measure.rawValue)).bind(counts.map(\.count.bucket))
                .bind(counts.map(\.count.count))
        ]
    }
}
