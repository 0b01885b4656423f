import Dispatch
import Fairway

/// A connection that reads, on a queue of its own. It is opened by the first read.
///
/// It is `@unchecked Sendable`, because `connection` and `isClosed` are used on `queue` only.
final class Reader: @unchecked Sendable {
    private let file: DatabaseFile
    private let queue: DispatchQueue
    private var connection: ReadingConnection?
    private var isClosed = false

    init(_ file: DatabaseFile, _ name: String) {
        self.file = file
        queue = DispatchQueue(label: "fairway.sqlite.reader.\(name)", qos: .userInitiated)
    }

    /// Reads the file as it is at one moment.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (ReadingConnection) throws -> Result
    ) async throws(StoreError) -> Result {
        try await readPlainly { try $0.transaction(body) }
    }

    /// Reads the file, with each statement as it is at another moment.
    func readPlainly<Result: Sendable>(
        _ body: @escaping @Sendable (ReadingConnection) throws -> Result
    ) async throws(StoreError) -> Result {
        // Unsafe: it is resumed once, and a checked one would be one more piece of memory.
        let result: Swift.Result<Result, StoreError> = await withUnsafeContinuation { continuation in
            queue.async { continuation.resume(returning: self.readNow(body)) }
        }
        return try result.get()
    }

    /// Opens the file now, so that an error is thrown here and not by the first read.
    func open() throws(StoreError) {
        try queue.sync { Result { () throws(StoreError) in _ = try opened() } }.get()
    }

    /// Closes the file after the reads that wait. The next read opens it again.
    func drop() { queue.sync { connection = nil } }

    /// Closes the file after the reads that wait. Later reads fail.
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
        _ body: @Sendable (ReadingConnection) throws -> Result
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
            // The file was a store when it was opened, so the condition may be temporary.
            if error.code == .unusable { error.code = .unavailable }
            return .failure(error)
        }
    }

    private func opened() throws(StoreError) -> ReadingConnection {
        guard !isClosed else { throw StoreError(.unavailable, "The store has been closed.") }
        if let connection { return connection }
        let opened = try ReadingConnection(file)
        connection = opened
        return opened
    }
}
