/// What is asked of a list: conditions and their values, put together into one statement.
struct Filter {
    private var conditions: [String] = []
    private var values = Call("")

    /// Adds a condition, with a `?` for each value that it binds.
    mutating func add(_ condition: String, _ bind: (Call) -> Call) {
        conditions.append(condition)
        values = bind(values)
    }

    /// The statement: what is selected, the conditions, and what comes behind them with its values.
    func call(_ selection: String, _ rest: (Call) -> (sql: String, values: Call)) -> Call {
        let rest = rest(values)
        let condition = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
        var number = 0
        let sql = "\(selection) \(condition) \(rest.sql)".split(separator: "?", omittingEmptySubsequences: false)
            .reduce(into: "") { sql, part in
                if number > 0 { sql += "$\(number)" }
                number += 1
                sql += part
            }
        return Call(sql, with: rest.values)
    }
}
