/// A store that is copied to. Until a copy is finished, nobody else can open it.
package protocol CopyTarget: Sendable {
    /// Makes it ready, or goes on with a copy of the same source. Refuses a store that holds anything else.
    func begin(copying source: String) async throws(StoreError)

    /// Where the copy of a table has come to; 0 before the first row.
    func position(in table: StoredTable) async throws(StoreError) -> Int

    /// Writes rows and where the source is after them, both or neither.
    func insert(_ rows: [[StoredValue]], into table: StoredTable, through position: Int) async throws(StoreError)

    /// What a table holds now.
    func digest(of table: StoredTable) async throws(StoreError) -> TableDigest

    /// Lets it be opened.
    func finish() async throws(StoreError)
}
