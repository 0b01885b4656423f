import Fairway

extension StoredReply {
    /// Finds the answer of a session under a key.
    static let query = "SELECT \(columns) FROM replies WHERE session = $1 AND key = $2"
}
