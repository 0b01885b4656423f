import Fairway

extension StoredReply {
    /// Finds the answer of a session's number under a key.
    static let query = "SELECT \(columns) FROM replies WHERE session = ? AND key = ?"
}
