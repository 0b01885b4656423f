import Fairway

/// Finds a session's row by its id: where that says it is, as nearly all are. To look into the key over ids is to read two
/// more pages, which with a million stored sessions hardly any other needs.
struct SessionLookup {
    private let byNumber: Statement
    private let byID: Statement

    /// - Parameter columns: What is read of `sessions`.
    init(_ columns: String, _ connection: Connection) throws(SQLiteFailure) {
        let sql = "SELECT \(columns) FROM sessions WHERE"
        byNumber = try connection.statement("\(sql) number = ? AND id = ?")
        byID = try connection.statement("\(sql) id = ?")
    }

    /// What is read of the session; nil when there is none of that id.
    ///
    /// - Parameter place: Its number, where that is remembered.
    func first<Value>(
        _ id: String,
        at place: Int? = nil,
        _ read: (Statement) -> Value
    ) throws(SQLiteFailure) -> Value? {
        if let number = place ?? SessionID.number(of: id), let found = try byNumber.bind(number).bind(id).first(read) {
            return found
        }
        return try byID.bind(id).first(read)
    }
}
