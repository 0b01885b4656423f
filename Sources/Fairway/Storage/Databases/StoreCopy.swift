/// Copies a store that no server uses to an empty one, table by table in batches, and then compares both. A copy that was
/// interrupted is continued.
package struct StoreCopy {
    private let source: any CopySource
    private let target: any CopyTarget

    /// A batch is a few hundred kilobytes.
    private static let batchRows = 500

    package init(from source: any CopySource, to target: any CopyTarget) {
        self.source = source
        self.target = target
    }

    /// Copies, and returns the number of rows of each table.
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
        var original = TableDigest()
        var position = 0
        while case let batch = try await batch(table, after: position), !batch.rows.isEmpty {
            position = batch.last
            for row in batch.rows { original.add(row) }
        }
        let copied = try await target.digest(of: table)
        guard copied == original else {
            throw StoreError(
                .damaged,
                "\(table.name) differs from its copy: \(original.count) rows in the source, \(copied.count) in the copy, or "
                    + "different values. If \(source.name) was served during the copy, repeat the copy with a new database."
            )
        }
        return original.count
    }
}

/// A store that is copied from. No server changes it during the copy.
package protocol CopySource: Sendable {
    /// The name in messages. It also identifies the source when a copy is continued.
    var name: String { get }

    /// As ``Store/warnings``.
    var warnings: [StoreWarning] { get }

    /// A batch of rows, in an order that the source chooses.
    ///
    /// - Parameter position: The position after the previous batch; 0 for the first batch.
    func rows(of table: StoredTable, after position: Int, limit: Int) async throws(StoreError) -> CopyBatch

    func close() async
}

/// A store that is copied to. It cannot be opened before the copy is finished.
package protocol CopyTarget: Sendable {
    /// Begins a copy or continues one of the same source. Throws if the store has other content.
    func begin(copying source: String) async throws(StoreError)

    /// The position in the source after the copied rows of a table; 0 before the first row.
    func position(in table: StoredTable) async throws(StoreError) -> Int

    /// Inserts rows and stores the position after them, in one transaction.
    func insert(_ rows: [[StoredValue]], into table: StoredTable, through position: Int) async throws(StoreError)

    func digest(of table: StoredTable) async throws(StoreError) -> TableDigest

    /// Allows the store to be opened.
    func finish() async throws(StoreError)
}

/// Some rows of a table.
package struct CopyBatch: Sendable {
    package var rows: [[StoredValue]]
    /// The position after them.
    package var last: Int

    package init(rows: [[StoredValue]], last: Int) {
        self.rows = rows
        self.last = last
    }
}

/// The number of rows of a table and a checksum that does not depend on their order.
package struct TableDigest: Hashable, Sendable {
    package private(set) var count = 0
    /// The sum of the rows' hashes. Unlike their XOR, it detects rows that occur twice.
    private var sum: [UInt64] = [0, 0, 0, 0]

    package init() {}

    package mutating func add(_ row: [StoredValue]) {
        count += 1
        var bytes: [UInt8] = []
        for value in row {
            switch value {
            case .null: bytes.append(0)
            case .integer(let number):
                bytes.append(1)
                append(number, to: &bytes)
            case .bytes(let content):
                bytes.append(2)
                append(content.count, to: &bytes)
                bytes += content
            }
        }
        let hash = SHA256.hash(bytes)
        for index in sum.indices {
            sum[index] &+= hash[(index * 8)..<(index * 8 + 8)].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    private func append(_ number: Int, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
    }
}
