public import Fairway
import Synchronization

/// Sessions in a SQLite file: the default store.
///
/// ```swift
/// let store = try SQLiteStore("fairway.sqlite")
/// ```
///
/// Changes are written by one connection in groups, and acknowledged when they would survive a power cut. Reads have
/// connections of their own and wait for no change. One server at a time may have the file open for writing.
public final class SQLiteStore: Store {
    let file: DatabaseFile
    let access: StoreAccess
    private let writer: Writer?
    /// What is loaded is likely to be changed next.
    let places = SessionPlaces()
    /// For sessions that are loaded and keys that are looked up: short reads.
    let readers: [Reader]
    private let turns = Atomic<Int>(0)
    /// For lists, counts, checks, backups and what the sweeper reads, which may take long and must not keep a session waiting.
    private let adminReader: Reader

    /// What an acknowledged change survives.
    public enum Durability: String, Sendable, CaseIterable {
        /// A power cut.
        case full
        /// The end of the process in any way; a power cut may take the last changes, but leaves the rest whole.
        case relaxed
    }

    /// How many changes go into one transaction at most unless told otherwise, so that the first of them does not wait for
    /// ever.
    public static let usualMostChangesInGroup = 512

    /// How many pages are written to the log before they are moved into the file, unless told otherwise: 32 MiB. With half of
    /// that sessions in memory were answered 0.92 times as often: what is written twice is moved once more. With twice as much
    /// there was no more to gain.
    public static let usualMostPagesInLog = 8_192

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - access: What it is opened for.
    ///   - durability: What an acknowledged change survives.
    ///   - mostChangesInGroup: How many changes go into one transaction at most; 1 turns group commit off.
    ///   - mostPagesInLog: How many pages are written to the log before they are moved into the file.
    /// - Throws: ``StoreError/Code/unusable`` for a file that is not ours, SQLite finds damaged, that comes from a newer
    ///   build or is in use by another server; it is then left as it was. ``StoreError/Code/unavailable`` when the disk does not let us.
    public convenience init(
        _ path: String,
        for access: StoreAccess = .serving,
        durability: Durability = .full,
        mostChangesInGroup: Int = usualMostChangesInGroup,
        mostPagesInLog: Int = usualMostPagesInLog
    ) throws(StoreError) {
        try self.init(
            DatabaseFile(
                path: path,
                durability: durability,
                migrations: Migration.all,
                vfs: nil,
                mostFramesInLog: mostPagesInLog
            ),
            for: access,
            mostChangesInGroup: mostChangesInGroup
        )
    }

    init(
        _ file: DatabaseFile,
        for access: StoreAccess = .serving,
        mostChangesInGroup: Int = usualMostChangesInGroup
    ) throws(StoreError) {
        self.file = file
        self.access = access
        readers = ["1", "2"].map { Reader(file, $0) }
        adminReader = Reader(file, "admin")
        switch access {
        case .serving:
            writer = try Writer(
                file,
                places,
                beside: readers + [adminReader],
                mostWritesInGroup: mostChangesInGroup
            )
            // Now, so that reads go on whatever happens to the file.
            for reader in readers { try reader.open() }
        case .reading:
            writer = nil
        }
        try adminReader.open()
    }

    /// Nobody: the file is locked against a second server.
    public var sharing: (any SharedStore)? { nil }

    /// What the writer has done; nil when the file was opened for reading.
    public var writeStatistics: WriteStatistics? { writer?.statistics }

    /// Finishes what is being written and read, and closes the file.
    public func close() async {
        for reader in readers + [adminReader] { await reader.close() }
        await writer?.close()
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (ReadingConnection) throws -> Result
    ) async throws(StoreError) -> Result {
        try await nextReader().read(body)
    }

    /// Reads with each statement in a transaction of its own.
    func readPlainly<Result: Sendable>(
        _ body: @escaping @Sendable (ReadingConnection) throws -> Result
    ) async throws(StoreError) -> Result {
        try await nextReader().readPlainly(body)
    }

    private func nextReader() -> Reader { readers[turns.wrappingAdd(1, ordering: .relaxed).oldValue & 1] }

    func readForAdmin<Result: Sendable>(
        _ body: @escaping @Sendable (ReadingConnection) throws -> Result
    ) async throws(StoreError) -> Result {
        try await adminReader.read(body)
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (CommitWriter) throws -> Result
    ) async throws(StoreError) -> Result {
        guard let writer else {
            throw StoreError(.unavailable, "\(file.path) has been opened for reading: changes are the server's.")
        }
        return try await writer.write(body)
    }
}
