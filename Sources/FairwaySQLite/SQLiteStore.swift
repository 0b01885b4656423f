public import Fairway
import Synchronization

/// Sessions in a SQLite file: the default store.
///
/// ```swift
/// let store = try SQLiteStore("fairway.sqlite")
/// ```
///
/// One connection writes changes in groups. By default a change is acknowledged after it was synced to the disk, see
/// ``Durability``. Reads use other connections and never wait for a change. One server at a time can open a file for writing.
public final class SQLiteStore: Store {
    let file: DatabaseFile
    let access: StoreAccess
    private let writer: Writer?
    let erasures: Mutex<ErasureProgress>
    /// For short reads, by session or by key.
    private let readers: [Reader]
    private let turns = Atomic<Int>(0)
    /// For long reads, which must not delay the loading of sessions: lists, counts, checks and sweeps.
    private let adminReader: Reader

    /// The failures that an acknowledged change survives.
    public enum Durability: String, Sendable, CaseIterable {
        /// A power cut.
        case full
        /// The end of the process. A power cut can lose the last changes, but the store stays consistent.
        case relaxed
    }

    /// The default limit of changes in one transaction.
    public static let usualMostChangesInGroup = 512

    /// The default length of the log in pages, above which it is checkpointed: 32 MiB. Half of it reduces throughput by 8 %,
    /// because more pages are copied twice. Twice as much does not increase throughput.
    public static let usualMostPagesInLog = 8_192

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - access: Whether to open it for serving or only for reading.
    ///   - durability: The failures that an acknowledged change survives.
    ///   - mostChangesInGroup: The limit of changes in one transaction. 1 turns group commit off.
    ///   - mostPagesInLog: The length of the log above which it is checkpointed.
    /// - Throws: ``StoreError/Code/unusable`` if the file belongs to another program or a newer build, is damaged, or is in use by
    ///   another server. The file is not changed in these cases. ``StoreError/Code/unavailable`` if the disk fails.
    public convenience init(
        _ path: String,
        for access: StoreAccess = .serving,
        durability: Durability = .full,
        mostChangesInGroup: Int = usualMostChangesInGroup,
        mostPagesInLog: Int = usualMostPagesInLog
    ) throws(StoreError) {
        let file = DatabaseFile(path: path, durability: durability, mostFramesInLog: mostPagesInLog)
        try self.init(file, for: access, mostChangesInGroup: mostChangesInGroup)
    }

    package init(
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
            writer = try Writer(file, beside: readers + [adminReader], mostWritesInGroup: mostChangesInGroup)
            // Opened now, so that reads still work after the file was deleted.
            for reader in readers { try reader.open() }
            warnings = [writer?.logWarning].compactMap(\.self)
        case .reading:
            writer = nil
            warnings = [file.logDamage?.warning(file.logPath)].compactMap(\.self)
        }
        erasures = Mutex(ErasureProgress(hasOpenErasure: writer?.hasOpenErasure == true))
        try adminReader.open()
        if writer?.hasOpenErasure == true { resumeErasure() }
    }

    /// Nil, because a lock keeps other servers off the file.
    public var sharing: (any SharedStore)? { nil }

    /// The writer's statistics; nil if the file was opened for reading.
    public var writeStatistics: WriteStatistics? { writer?.statistics }

    /// Damage in the log, which SQLite does not report.
    public let warnings: [StoreWarning]

    /// Writes nothing if the store was opened for reading.
    public func probe() async throws(StoreError) {
        guard access == .serving else { return try await readForAdmin { _ in } }
        try await write { try $0.probe() }
    }

    /// Finishes reads and writes, and closes the file.
    public func close() async {
        for reader in readers + [adminReader] { await reader.close() }
        await writer?.close()
    }

    /// The reader for the next call. Calls alternate between the readers.
    var reader: Reader { readers[turns.wrappingAdd(1, ordering: .relaxed).oldValue & 1] }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Result
    ) async throws(StoreError) -> Result {
        try await reader.read(body)
    }

    func readForAdmin<Result: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Result
    ) async throws(StoreError) -> Result {
        try await adminReader.read(body)
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (CommitWriter) throws -> Result
    ) async throws(StoreError) -> Result {
        guard let writer else {
            throw StoreError(.unavailable, "\(file.path) was opened for reading only: send changes to its server.")
        }
        return try await writer.write(body)
    }

    /// Truncates the log. Returns false while another connection uses it.
    func truncateLog() async throws(StoreError) -> Bool { try await writer?.truncateLog() ?? true }
}
