/// Copies all of a store that nobody serves to another that is empty, table by table, in batches, and then compares what
/// both hold. One that is interrupted goes on where it was when it is made again.
package struct StoreCopy {
    private let source: any CopySource
    private let target: any CopyTarget

    /// How many rows go over at a time: a few hundred kilobytes.
    private static let batchRows = 500

    package init(from source: any CopySource, to target: any CopyTarget) {
        self.source = source
        self.target = target
    }

    /// Copies. Returns how many rows each table has.
    package func run() async throws(StoreError) -> [(table: String, rows: Int)] {
        try await target.begin(copying: source.name)
        for table in StoredTable.all {
            var position = try await target.position(in: table)
            while case let batch = try await batch(table, after: position), !batch.rows.isEmpty {
                position = batch.last
                try await target.insert(batch.rows, into: table, through: position)
            }
        }
        var counts: [(table: String, rows: Int)] = []
        for table in StoredTable.all { counts.append((table.name, try await compare(table))) }
        try await target.finish()
        return counts
    }

    private func batch(_ table: StoredTable, after position: Int) async throws(StoreError) -> CopyBatch {
        try await source.rows(of: table, after: position, limit: Self.batchRows)
    }

    private func compare(_ table: StoredTable) async throws(StoreError) -> Int {
        var there = TableDigest()
        var position = 0
        while case let batch = try await batch(table, after: position), !batch.rows.isEmpty {
            position = batch.last
            for row in batch.rows { there.add(row) }
        }
        let here = try await target.digest(of: table)
        guard here == there else {
            throw StoreError(
                .damaged,
                "\(table.name) is not what it was: \(there.count) rows there, \(here.count) here, or not the same ones. "
                    + "Was \(source.name) served meanwhile? Copy it to a new database."
            )
        }
        return there.count
    }
}
