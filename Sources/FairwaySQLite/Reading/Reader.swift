import Dispatch
import Fairway
import Synchronization

/// One connection that reads, on a queue of its own or, where that needs no wait, at once. It is opened when something is
/// read on its queue for the first time.
final class Reader: Sendable {
    private let file: DatabaseFile
    private let queue: DispatchQueue
    private let access = Mutex(Access())

    private struct Access {
        var connection: ReadingConnection?
        var isClosed = false
    }

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

    /// What becomes of reading at once.
    enum Prompt<Result: Sendable>: Sendable {
        case read(Result)
        /// It would have to wait for the disk, or failed otherwise: on the queue it is found out why.
        case refused
        /// Somebody else is reading, or the file is not open.
        case taken
    }

    /// Reads the file on the caller's thread.
    func readAtOnce<Result: Sendable>(_ body: @Sendable (ReadingConnection) throws -> Result) -> Prompt<Result> {
        let prompt = access.withLockIfAvailable { access -> Prompt<Result> in
            guard let connection = access.connection else { return .taken }
            return connection.readPromptly(body).map(Prompt.read) ?? .refused
        }
        return prompt ?? .taken
    }

    /// Opens the file now rather than when it is needed, to hear whether that works.
    func open() throws(StoreError) {
        let opened = queue.sync {
            access.withLock { access in Result { () throws(StoreError) in _ = try self.opened(&access) } }
        }
        try opened.get()
    }

    /// Closes the file after what waits has been read, until it is needed again.
    func drop() {
        queue.sync { access.withLock { $0.connection = nil } }
    }

    /// Closes the file after what waits has been read.
    func close() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.access.withLock { $0 = Access(isClosed: true) }
                continuation.resume()
            }
        }
    }

    private func readNow<Result: Sendable>(
        _ body: @Sendable (ReadingConnection) throws -> Result
    ) -> Swift.Result<Result, StoreError> {
        access.withLock { access in
            do {
                return .success(try body(opened(&access)))
            } catch {
                var error = file.storeError(error)
                // It was a store when it was opened. That it is none now may pass.
                if error.code == .unusable { error.code = .unavailable }
                return .failure(error)
            }
        }
    }

    private func opened(_ access: inout Access) throws(StoreError) -> ReadingConnection {
        guard !access.isClosed else { throw StoreError(.unavailable, "The store has been closed.") }
        if let connection = access.connection { return connection }
        let opened = try ReadingConnection(file)
        access.connection = opened
        return opened
    }
}
