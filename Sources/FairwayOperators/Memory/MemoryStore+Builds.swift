public import Fairway
public import Foundation

/// Builds and their counts, which ``OperatorStore`` documents.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MemoryStore {
    public func recordBuild(_ sighting: BuildSighting) throws(StoreError) {
        try use { records, own in
            // Journal entries have no build here: those that are not folded yet belong to the build before.
            own.fold(own.unfolded(.max, in: records), in: &records)
            own.builds.record(sighting)
        }
    }

    public func builds(_ query: BuildsQuery) throws(StoreError) -> Page<ListedBuild> {
        let start = try Int(cursor: query.cursor)
        return try use { _, own in Page(own.builds.listed(before: start ?? .max), limit: query.limit) }
    }

    public func newestBuild() throws(StoreError) -> String? { try use { _, own in own.builds.newest } }

    public func addServerCounts(_ counts: [ServerCount]) throws(StoreError) {
        try use { _, own in own.builds.add(counts) }
    }

    public func serverCounts(since: Date) throws(StoreError) -> [ServerCount] {
        try use { _, own in own.builds.counts(since: since.hour) }
    }
}

/// The builds in a store in memory. All stores that share the memory have the same build.
struct MemoryBuilds {
    /// In the order of their last starts.
    private var rows: [Row] = []
    private var starts = 0
    private var nodes: [String: (build: Int, seenAt: Date)] = [:]
    private var counts: [BuildCount] = []
    /// The number of the build that was recorded last.
    private(set) var present: Int?

    private struct Row {
        let number: Int
        /// The number of the last start.
        var start: Int
        let build: ServerBuild
        let firstSeen: Date
        var lastSeen: Date
    }

    var presentName: String? { rows.first { $0.number == present }?.build.name }
    var newest: String? { rows.last?.build.name }

    mutating func record(_ sighting: BuildSighting) {
        starts += 1
        let index = rows.firstIndex { $0.build.name == sighting.build.name }
        var row =
            index.map { rows.remove(at: $0) }
            ?? Row(
                number: starts,
                start: starts,
                build: sighting.build,
                firstSeen: sighting.at,
                lastSeen: sighting.at
            )
        row.lastSeen = max(row.lastSeen, sighting.at)
        if sighting.isStart { row.start = starts }
        rows.insert(row, at: sighting.isStart ? rows.endIndex : index ?? rows.endIndex)
        present = row.number
        nodes[sighting.node] = (row.number, sighting.at)
        let forgotten = sighting.at.addingTimeInterval(-BuildSighting.secondsOfNode)
        nodes = nodes.filter { $0.value.seenAt >= forgotten }
        let gone = rows.dropLast(OperatorLimits.builds).map(\.number)
        rows.removeFirst(gone.count)
        counts.removeAll { gone.contains($0.build) }
    }

    func listed(before start: Int) -> [(position: Int, row: ListedBuild)] {
        rows.reversed().filter { $0.start < start }.map { row in
            let own = counts.filter { $0.build == row.number }.map(\.count)
            let listed = ListedBuild(
                row.build,
                firstSeen: row.firstSeen,
                lastSeen: row.lastSeen,
                nodes: nodes.filter { $0.value.build == row.number }.keys.sorted(),
                counts: MeasuredCounts(own)
            )
            return (row.start, listed)
        }
    }

    mutating func add(_ new: [ServerCount]) { add(new.map { BuildCount(build: present ?? 0, $0) }) }

    mutating func add(_ new: [BuildCount]) { if !new.isEmpty { counts = BuildCount.sum(counts + new) } }

    func counts(since hour: Int) -> [ServerCount] { counts.map(\.count).filter { $0.hour >= hour } }

    mutating func deleteCounts(before hour: Int, _ limit: Int) -> Int {
        let old = counts.indices.filter { counts[$0].count.hour < hour }.prefix(limit)
        for index in old.reversed() { counts.remove(at: index) }
        return old.count
    }
}
