/// Adds up entries of the journal as they are read.
///
/// The ways that users go are few, and the entries many: what an entry says is decoded the first time that one says it.
package struct EdgeTally {
    /// Where in `ways` it is what entries with these texts come to; nil for what takes a user nowhere.
    private var places: [Texts: Int?] = [:]
    /// Of the first entry each.
    private var ways: [EdgeCount] = []
    private var counts: [Key: Int] = [:]
    /// Those of one entry; made anew they would take new memory for each.
    private var texts = Texts()

    /// All texts of an entry, one behind the other.
    private struct Texts: Hashable {
        var bytes: [UInt8] = []

        // All at once: an array of them would be hashed byte by byte.
        func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }

    private struct Key: Hashable {
        let way: Int
        let passage: EdgeCount.Passage
    }

    package init() {}

    /// Adds an entry, a row of ``EdgeCount/columnsOfEntry``.
    package mutating func add(_ row: some StoredRow) {
        guard let way = way(of: row) else { return }
        counts[Key(way: way, passage: EdgeCount.Passage(ofEntry: row)), default: 0] += 1
    }

    private mutating func way(of row: some StoredRow) -> Int? {
        texts.bytes.removeAll(keepingCapacity: true)
        for column in EdgeCount.textsOfEntry {
            let start = texts.bytes.count
            row.append(column, to: &texts.bytes)
            // Bytes that no text has: so none is taken for a part of the next, nor one that is missing for an empty one.
            texts.bytes.append(texts.bytes.count == start && row.isNull(column) ? 0xFF : 0xFE)
        }
        if let place = places[texts] { return place }
        let way = EdgeCount(ofEntry: row)
        let place = way == nil ? nil : ways.count
        places.updateValue(place, forKey: texts)
        if let way { ways.append(way) }
        return place
    }

    /// What all of them come to.
    package var edges: [EdgeCount] {
        // Some say the same in other words.
        EdgeCount.sum(
            counts.map { key, count in
                var edge = ways[key.way]
                (edge.hour, edge.stay, edge.count) = (key.passage.hour, key.passage.stay, count)
                return edge
            }
        )
    }
}
