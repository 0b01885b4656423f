import Dispatch
import Fairway

/// A connection that reads, on a queue of its own. The first read opens it.
///
/// It is `@unchecked Sendable`, because `connection` and `isClosed` are used on `queue` only.
final class Reader: @unchecked Sendable {
    private let file: DatabaseFile
    private let queue: DispatchQueue
    private var connection: SQLiteConnection?
    private var isClosed = false

    init(_ file: DatabaseFile, _ name: String) {
        self.file = file
        queue = DispatchQueue(label: "fairway.sqlite.reader.\(name)", qos: .userInitiated)
    }

    /// Reads in one transaction.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Result
    ) async throws(StoreError) -> Result {
        try await readWithoutTransaction { connection in try connection.transaction { try body(connection) } }
    }

    /// Reads without a common transaction: each statement sees the state at its start.
    func readWithoutTransaction<Result: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Result
    ) async throws(StoreError) -> Result {
        // Unsafe, because a checked continuation allocates. It is resumed once.
        let result: Swift.Result<Result, StoreError> = await withUnsafeContinuation { continuation in
            queue.async { continuation.resume(returning: self.readNow(body)) }
        }
        return try result.get()
    }

    /// Opens the file now, to throw an error here and not at the first read.
    func open() throws(StoreError) {
        try queue.sync { Result { () throws(StoreError) in _ = try opened() } }.get()
    }

    /// Closes the file after pending reads. The next read opens it again.
    func drop() { queue.sync { connection = nil } }

    /// Closes the file after pending reads. Later reads throw.
    func close() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.connection = nil
                self.isClosed = true
                continuation.resume()
            }
        }
    }

    private func readNow<Result: Sendable>(
        _ body: @Sendable (SQLiteConnection) throws -> Result
    ) -> Swift.Result<Result, StoreError> {
        do {
            do {
                return .success(try body(opened()))
            } catch let failure as SQLiteFailure where failure.meansDamage {
                // A disk error can look like damage until the file is read on a new connection.
                connection = nil
                return .success(try body(opened()))
            }
        } catch {
            var error = file.storeError(error)
            // The file was usable when the store was opened, so the condition may be temporary.
            if error.code == .unusable { error.code = .unavailable }
            return .failure(error)
        }
    }

    private func opened() throws(StoreError) -> SQLiteConnection {
        guard !isClosed else { throw StoreError(.unavailable, "The store has been closed.") }
        if let connection { return connection }
        let opened = try file.openForReading()
        connection = opened
        return opened
    }
}
