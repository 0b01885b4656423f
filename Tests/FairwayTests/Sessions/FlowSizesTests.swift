import Testing

@testable import Fairway

/// The table of flow sizes, with one flow and with several.
struct FlowSizesTests {
    @Test func sizesAreStoredByNode() {
        var sizes = FlowSizes()
        var table: [Int: FlowSize] = [:]
        let steps: [(node: Int, bytes: Int?)] = [
            (1, 10), (1, 11), (2, nil), (2, 20), (3, 30), (1, nil), (1, 12), (3, 31), (2, nil), (1, nil), (3, nil),
            (3, nil), (4, 40),
        ]
        for (node, bytes) in steps {
            let size = bytes.map { FlowSize(inMemory: $0, encoded: 100 + $0) }
            (sizes[node], table[node]) = (size, size)
            for node in 0...5 { #expect(sizes[node] == table[node]) }
            #expect(sizes.count == table.count)
            #expect(sizes.total.inMemory == table.values.reduce(0) { $0 + $1.inMemory })
            #expect(sizes.total.encoded == table.values.reduce(0) { $0 + $1.encoded })
        }
    }
}
