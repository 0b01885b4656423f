import Fairway

/// What a statement gave: rows of values in PostgreSQL's binary formats, copied out of the client library.
struct Rows: Sendable {
    /// How many rows there are.
    let count: Int
    /// How many rows the statement wrote, or gave.
    let affected: Int
    fileprivate let width: Int
    fileprivate let bytes: [UInt8]
    /// For each value where it begins, and its length; -1 for null.
    fileprivate let places: [(start: Int, length: Int)]

    init(count: Int, width: Int, affected: Int, bytes: [UInt8] = [], places: [(start: Int, length: Int)] = []) {
        self.count = count
        self.width = width
        self.affected = affected
        self.bytes = bytes
        self.places = places
    }

    /// What is read from the first row; nil when there is none.
    func first<Value>(_ read: (Row) -> Value) -> Value? { count > 0 ? read(Row(rows: self, number: 0)) : nil }

    /// What is read from each row.
    func all<Value>(_ read: (Row) -> Value) -> [Value] { (0..<count).map { read(Row(rows: self, number: $0)) } }

    fileprivate func value(_ row: Int, _ column: Int) -> ArraySlice<UInt8>? {
        let place = places[row * width + column]
        return place.length < 0 ? nil : bytes[place.start..<(place.start + place.length)]
    }
}

/// One row. Columns are read by number, as the types that the statement is known to give.
struct Row: StoredRow {
    fileprivate let rows: Rows
    fileprivate let number: Int

    func isNull(_ column: Int) -> Bool { slice(column) == nil }

    /// The bytes of a text or a blob; none for null.
    func bytes(_ column: Int) -> [UInt8] { slice(column).map(Array.init) ?? [] }

    func text(_ column: Int) -> String { slice(column).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// A whole number of any size, the highest byte first; 0 for null. A boolean is one of one byte.
    func int(_ column: Int) -> Int {
        guard let slice = slice(column), let first = slice.first else { return 0 }
        return slice.dropFirst().reduce(Int(Int8(bitPattern: first))) {
            $0 << 8 | Int($1)
        }
    }

    private func slice(_ column: Int) -> ArraySlice<UInt8>? { rows.value(number, column) }
}
