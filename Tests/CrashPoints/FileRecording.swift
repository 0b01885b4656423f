import CFaultyVFS
import CSQLite
import Fairway
import FairwaySQLite
import Foundation

/// Records the operations on the files of a folder, and makes some of them fail.
///
/// It is `@unchecked Sendable`, because `state` is used only under `lock`, and the memory that it points to is read
/// only while SQLite has it mapped.
final class FileRecording: @unchecked Sendable {
    private let folder: String
    private let keepsOperations: Bool
    private let fault: Fault?
    private let lock = NSLock()
    private var state = State()
    private var handle: Int32 = -1

    /// The operations that fail. They are numbered among all operations that can fail.
    struct Fault: Sendable, CustomStringConvertible {
        enum Kind: String, CaseIterable, Sendable {
            case error = "EIO"
            case full = "ENOSPC"
            case shortWrite = "short write"
        }

        var kind: Kind
        /// The first operation that fails.
        var first: Int
        /// The number of operations that fail.
        var count: Int

        var description: String { "\(kind.rawValue) at operation \(first), \(count) times" }
    }

    private struct State {
        var operations: [FileOperation] = []
        /// The files by name and by handle.
        var names: [String: Int] = [:]
        var open: [Int32: OpenFile] = [:]
        var lastFile = 0
        /// The number of operations that can fail, and the number that failed.
        var count = 0
        var failed = 0
        /// Whether files can neither be created nor written.
        var isFull = false
        /// The mapped index by region, its handles, and its last content.
        var regions: [Int: UnsafeRawBufferPointer] = [:]
        var mapping: Set<Int32> = []
        var index: [UInt8] = []

        struct OpenFile {
            var file: Int
            /// The first sync of a new log or journal syncs its folder, too (os_unix.c, UNIXFILE_DIRSYNC).
            var syncsFolder: Bool
        }
    }

    /// - Parameters:
    ///   - folder: The store's folder, without symbolic links.
    ///   - disk: The folder's content.
    ///   - keepsOperations: Whether operations are recorded and not only counted.
    init(_ folder: String, from disk: Disk = Disk(), keepsOperations: Bool = true, failing fault: Fault? = nil) {
        self.folder = folder
        self.keepsOperations = keepsOperations
        self.fault = fault
        locked { state in
            state.names = disk.names
            state.lastFile = disk.contents.keys.max() ?? 0
        }
        handle = fairway_observe(
            folder + "/",
            { context, operation in
                guard let context, let operation else { return SQLITE_OK }
                return Unmanaged<FileRecording>.fromOpaque(context).takeUnretainedValue().observe(&operation.pointee)
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
        precondition(handle >= 0, "too many recordings at once")
    }

    /// A database file with recorded operations.
    func file(_ path: String, migrations: [Migration]) -> DatabaseFile {
        var file = DatabaseFile(path: path, migrations: migrations, vfs: String(cString: fairway_faulty_vfs()))
        file.change = { [self] in make($0) }
        return file
    }

    /// Removes a file, as an operator does.
    ///
    /// - Returns: 0, or the `errno` of the failure.
    func remove(_ path: String) -> Int32 { make(.remove(path)) }

    /// Ends the recording and returns the operations. Must be called once.
    func finish() -> [FileOperation] {
        fairway_observe_no_more(handle)
        return locked { $0.operations }
    }

    /// Records an event of a client or operator.
    func note(_ note: ClientEvent) { locked { append(.note(note), &$0) } }

    /// The number of operations that can fail, and the number that failed.
    var counts: (operations: Int, failed: Int) { locked { ($0.count, $0.failed) } }

    /// Fills or frees the disk.
    func setDiskIsFull(_ isFull: Bool) { locked { $0.isFull = isFull } }

    // MARK: Operations of the store and operators

    private func make(_ change: FolderChange) -> Int32 {
        locked { state in
            if fails(&state) { return fault?.kind == .full ? ENOSPC : EIO }
            let code = change.make()
            guard code == 0 else { return code }
            switch change {
            // Only a log that was damaged before the recording is copied.
            case .copy: break
            case .link(let from, let to): link(name(from), name(to), &state)
            case .remove(let path): remove(name(path), &state)
            case .sync(let path):
                append(state.names[name(path)].map { .sync(file: $0) } ?? .syncFolder, &state)
            }
            return code
        }
    }

    /// Renames a file, as an operator does with `mv`.
    func rename(_ from: String, to target: String) throws {
        guard Foundation.rename("\(folder)/\(from)", "\(folder)/\(target)") == 0 else { throw Failure.rename(errno) }
        locked { state in
            state.names[target] = state.names.removeValue(forKey: from)
            append(.rename(from: from, to: target), &state)
        }
    }

    enum Failure: Error {
        case rename(Int32)
    }

    // MARK: Operations of SQLite

    private func observe(_ operation: inout fairway_operation) -> Int32 {
        let path = operation.path.map { String(cString: $0) }
        return locked { state in
            switch operation.kind {
            case fairway_operation_open: return open(path ?? "", operation, &state)
            case fairway_operation_write: return write(&operation, &state)
            case fairway_operation_truncate:
                if fails(&state) { return SQLITE_IOERR | 6 << 8 }
                if let file = state.open[operation.file]?.file {
                    append(.truncate(file: file, size: Int(operation.offset)), &state)
                }
            case fairway_operation_sync:
                if fails(&state) { return SQLITE_IOERR | 4 << 8 }
                if let opened = state.open[operation.file] {
                    append(.sync(file: opened.file), &state)
                    if opened.syncsFolder { append(.syncFolder, &state) }
                    state.open[operation.file]?.syncsFolder = false
                }
            case fairway_operation_delete:
                if fails(&state) { return SQLITE_IOERR | 10 << 8 }
                remove(name(path ?? ""), &state)
                if operation.flags & 1 != 0 { append(.syncFolder, &state) }
            case fairway_operation_map:
                state.mapping.insert(operation.file)
                state.regions[Int(operation.offset)] = UnsafeRawBufferPointer(
                    start: operation.bytes,
                    count: Int(operation.count)
                )
            default:
                state.mapping.remove(operation.file)
                if state.mapping.isEmpty { state.regions = [:] }
            }
            return SQLITE_OK
        }
    }

    private func open(_ path: String, _ operation: fairway_operation, _ state: inout State) -> Int32 {
        let name = name(path)
        let isNew = state.names[name] == nil
        if isNew {
            // SQLite itself fails to open a missing file that it may not create.
            guard operation.flags & SQLITE_OPEN_CREATE != 0 || access(path, F_OK) == 0 else { return SQLITE_OK }
            if fails(&state) || state.isFull { return SQLITE_CANTOPEN }
            state.lastFile += 1
            state.names[name] = state.lastFile
            append(.create(name: name, file: state.lastFile), &state)
        }
        guard let file = state.names[name] else { return SQLITE_OK }
        let logs = SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL
        let syncsFolder = operation.flags & SQLITE_OPEN_CREATE != 0 && operation.flags & logs != 0
        state.open[operation.file] = State.OpenFile(file: file, syncsFolder: syncsFolder)
        return SQLITE_OK
    }

    private func write(_ operation: inout fairway_operation, _ state: inout State) -> Int32 {
        guard let file = state.open[operation.file]?.file else { return SQLITE_OK }
        let isFailing = fails(&state) || state.isFull
        if isFailing { operation.done = fault?.kind == .shortWrite && !state.isFull ? operation.count / 2 : 0 }
        let count = isFailing ? Int(operation.done) : Int(operation.count)
        if count > 0 {
            let bytes = keepsOperations ? Array(UnsafeRawBufferPointer(start: operation.bytes, count: count)) : []
            append(.write(file: file, offset: Int(operation.offset), bytes: bytes), &state)
        }
        guard isFailing else { return SQLITE_OK }
        return fault?.kind == .error && !state.isFull ? SQLITE_IOERR | 3 << 8 : SQLITE_FULL
    }

    // MARK: State

    private func locked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&state) }
    }

    /// Counts an operation, and returns whether it fails.
    private func fails(_ state: inout State) -> Bool {
        defer { state.count += 1 }
        guard let fault, state.count >= fault.first, state.failed < fault.count else { return false }
        state.failed += 1
        return true
    }

    private func link(_ name: String, _ other: String, _ state: inout State) {
        state.names[other] = state.names[name]
        append(.link(from: name, to: other), &state)
    }

    private func remove(_ name: String, _ state: inout State) {
        guard state.names.removeValue(forKey: name) != nil else { return }
        append(.remove(name: name), &state)
    }

    private func name(_ path: String) -> String { String(path.dropFirst(folder.count + 1)) }

    private func append(_ operation: FileOperation, _ state: inout State) {
        guard keepsOperations else { return }
        recordIndex(&state)
        state.operations.append(operation)
    }

    /// Records the index if it has changed. SQLite writes to the mapped index without calling the VFS.
    private func recordIndex(_ state: inout State) {
        guard !state.regions.isEmpty else { return }
        let isSame =
            state.index.count == state.regions.values.reduce(0) { $0 + $1.count }
            && state.index.withUnsafeBytes { known in
                var offset = 0
                return state.regions.keys.sorted().allSatisfy { region in
                    guard let memory = state.regions[region], let base = memory.baseAddress,
                        let known = known.baseAddress
                    else { return false }
                    defer { offset += memory.count }
                    return memcmp(base, known + offset, memory.count) == 0
                }
            }
        guard !isSame else { return }
        state.index = state.regions.keys.sorted().flatMap { state.regions[$0].map(Array.init) ?? [] }
        state.operations.append(.index(state.index))
    }
}
