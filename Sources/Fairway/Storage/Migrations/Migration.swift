/// One step from an older schema to the next, as it stands in a folder of `Migrations`.
package struct Migration: Sendable {
    /// Where it comes in the order: the number its file's name begins with.
    package let number: Int
    /// The file's name.
    package let name: String
    /// The statements.
    package let sql: [UInt8]

    /// A migration of its own.
    package init(number: Int, name: String, sql: [UInt8]) {
        self.number = number
        self.name = name
        self.sql = sql
    }

    /// SHA-256 of the statements.
    package var checksum: [UInt8] { SHA256.hash(sql) }
}
