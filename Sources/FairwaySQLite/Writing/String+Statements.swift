extension String {
    /// A statement that inserts one row.
    static func insertion(into table: String, _ columns: [String]) -> String {
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
    }

    /// A statement that changes columns of the row whose number is bound last.
    static func update(_ table: String, _ columns: [String]) -> String {
        "UPDATE \(table) SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE number = ?"
    }
}
