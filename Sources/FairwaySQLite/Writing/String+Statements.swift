extension String {
    /// A statement that inserts one row.
    static func insertion(into table: String, _ columns: [String]) -> String {
        insertion(into: table, columns.map { ($0, "?") })
    }

    /// A statement that inserts one row of what expressions give.
    static func insertion(into table: String, _ values: [(column: String, expression: String)]) -> String {
        let (columns, expressions) = (values.map(\.column), values.map(\.expression))
        return
            "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(expressions.joined(separator: ", ")))"
    }

    /// A statement that changes columns of the rows of which something is true.
    static func update(_ table: String, _ columns: [String], where condition: String) -> String {
        "UPDATE \(table) SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE \(condition)"
    }
}
