/// How many rows a table has and what they hold, in whatever order they are read.
package struct TableDigest: Hashable, Sendable {
    /// How many rows.
    package private(set) var count = 0
    /// The sum of the rows' hashes: it has no order, and rows that come twice do not undo each other.
    private var sum: [UInt64] = [0, 0, 0, 0]

    package init() {}

    /// Adds a row.
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
        for place in sum.indices {
            sum[place] &+= hash[(place * 8)..<(place * 8 + 8)].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    private func append(_ number: Int, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
    }
}
