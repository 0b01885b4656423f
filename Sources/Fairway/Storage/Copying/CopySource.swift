/// A store that is copied from. Nobody changes it meanwhile.
package protocol CopySource: Sendable {
    /// What it is called in messages, and known again by when a copy goes on.
    var name: String { get }

    /// Some rows of a table, in an order of the source's own.
    ///
    /// - Parameter position: Where the batch before it ended; 0 for the first.
    func rows(of table: StoredTable, after position: Int, limit: Int) async throws(StoreError) -> CopyBatch

    /// Lets go of it.
    func close() async
}
