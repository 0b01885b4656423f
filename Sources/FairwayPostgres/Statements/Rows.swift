import Fairway
import FairwayOperators

/// The result of a statement: rows in PostgreSQL's binary formats, copied from libpq.
struct Rows: Sendable {
    let count: Int
    /// The number of rows that were written or returned.
    let affected: Int
    fileprivate let width: Int
    fileprivate let bytes: [UInt8]
    /// The offset and length of each value; length -1 for null.
    fileprivate let places: [(start: Int, length: Int)]

    init(count: Int, width: Int, affected: Int, bytes: [UInt8] = [], places: [(start: Int, length: Int)] = []) {
        self.count = count
        self.width = width
        self.affected = affected
        self.bytes = bytes
        self.places = places
    }

    /// Reads the first row; nil if there is none.
    func first<Value>(_ read: (Row) -> Value) -> Value? { count > 0 ? read(Row(rows: self, number: 0)) : nil }

    func all<Value>(_ read: (Row) -> Value) -> [Value] { (0..<count).map { read(Row(rows: self, number: $0)) } }

    fileprivate func value(_ row: Int, _ column: Int) -> ArraySlice<UInt8>? {
        let place = places[row * width + column]
        return place.length < 0 ? nil : bytes[place.start..<(place.start + place.length)]
    }
}

/// A row. Columns are read by number, and the caller has to know their types.
struct Row: StoredRow {
    fileprivate let rows: Rows
    fileprivate let number: Int

    func isNull(_ column: Int) -> Bool { slice(column) == nil }

    /// The bytes of a text or blob; empty for null.
    func bytes(_ column: Int) -> [UInt8] { slice(column).map(Array.init) ?? [] }

    func text(_ column: Int) -> String { slice(column).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// An integer of any width, in big-endian order; 0 for null. A boolean is an integer of one byte.
    func int(_ column: Int) -> Int {
        guard let slice = slice(column), let first = slice.first else { return 0 }
        return slice.dropFirst().reduce(Int(Int8(bitPattern: first))) {
            $0 << 8 | Int($1)
        }
    }

    private func slice(_ column: Int) -> ArraySlice<UInt8>? { rows.value(number, column) }
}

extension SessionRow {
    /// The columns of a session, followed by the number of draft edits.
    static let allColumns = "\(columns), draft_edits"

    /// The index of the number of draft edits.
    static let draftEdits = columnNames.count
}

extension SessionListRow {
    /// The columns of a session in the operators' list.
    static let allColumns = SessionRow.columnNames + columns(session: "sessions.id")
}

extension StoredWork {
    /// The columns of a timer or job, followed by the time of insertion.
    static let columns =
        "\(columns(session: "jobs.session", node: "substr(jobs.node, 2)::bigint", key: "id")), jobs.arrived_us"

    /// The index of the time of insertion.
    static let arrival = columnNames.count
}

extension StoredReply {
    static let query = "SELECT \(columns) FROM replies WHERE session = $1 AND key = $2"
}

extension StoredCreation {
    static let query = "SELECT \(columns) FROM creations WHERE key_sha256 = $1"
}
