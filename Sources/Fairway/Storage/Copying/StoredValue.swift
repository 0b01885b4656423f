/// What one column of one row holds.
package enum StoredValue: Hashable, Sendable {
    case null
    /// A number, or 0 and 1 for a boolean.
    case integer(Int)
    /// The bytes of a text or a blob.
    case bytes([UInt8])
}
