import Fairway

extension StoredCreation {
    /// Finds a creation by its key's hash.
    static let query = "SELECT \(columns) FROM creations WHERE key_sha256 = $1"
}
