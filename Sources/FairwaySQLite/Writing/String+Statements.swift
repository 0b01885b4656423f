extension String {
    /// A statement that inserts one row.
    static func insertion(into table: String, _ columns: [String]) -> String {
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
    }

    /// A statement that changes columns of the rows of which something is true.
    static func update(_ table: String, _ columns: [String], where condition: String) -> String {
        "UPDATE \(table) SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE \(condition)"
    }
}
