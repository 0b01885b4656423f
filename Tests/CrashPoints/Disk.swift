import Glibc

/// A copy of a folder's files, in memory.
struct Disk: Sendable {
    /// The number of each file, by name. Hard links share a number.
    var names: [String: Int] = [:]
    /// The content of each file, by number.
    var contents: [Int: [UInt8]] = [:]
    /// The last content of the index of SQLite's write-ahead log, the `-shm` file.
    var index: [UInt8] = []

    /// Reads a folder, except for the log's index.
    init(readingFrom folder: String) {
        for (number, name) in Self.names(in: folder).enumerated() where !name.hasSuffix("-shm") {
            names[name] = number + 1
            contents[number + 1] = Self.read("\(folder)/\(name)")
        }
    }

    /// An empty folder.
    init() {}

    mutating func apply(_ operation: FileOperation) {
        switch operation {
        case .create(let name, let file):
            names[name] = file
            contents[file] = []
        case .write(let file, let offset, let bytes):
            bytes.withUnsafeBytes { contents[file, default: []].put($0, at: offset) }
        case .truncate(let file, let size): contents[file, default: []].resize(to: size)
        case .remove(let name): names[name] = nil
        case .link(let from, let to): names[to] = names[from]
        case .rename(let from, let to): names[to] = names.removeValue(forKey: from)
        case .index(let bytes): index = bytes
        case .sync, .syncFolder, .note: break
        }
    }

    /// The state of the log's index after a crash. SQLite must rebuild the index in any case.
    enum Index: CaseIterable, Sendable {
        case asItWas, absent, zeros, garbage, cutShort
    }

    /// Replaces the content of a folder with these files.
    func write(to folder: String, _ index: Index) {
        for name in Self.names(in: folder) { Self.remove("\(folder)/\(name)") }
        for (name, file) in names { Self.write(contents[file] ?? [], to: "\(folder)/\(name)") }
        guard names[StoreScenario.store] != nil, !self.index.isEmpty else { return }
        let path = "\(folder)/\(StoreScenario.store)-shm"
        switch index {
        case .asItWas: Self.write(self.index, to: path)
        case .absent: break
        case .zeros: Self.write(.zeros(self.index.count), to: path)
        // The content of another file.
        case .garbage: Self.write(contents.values.first ?? [], to: path)
        case .cutShort: Self.write(Array(self.index.prefix(self.index.count / 3)), to: path)
        }
    }

    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func remove(_ path: String) { unlink(path) }

    static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Creates a temporary folder, in a memory file system if possible.
    static func makeFolder() -> String {
        let template = (access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp") + "/fairway-crash-points-XXXXXX"
        var bytes = Array(template.utf8CString)
        precondition(mkdtemp(&bytes) != nil, "\(template) cannot be created")
        return String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func removeFolder(_ folder: String) {
        for name in names(in: folder) { remove("\(folder)/\(name)") }
        rmdir(folder)
    }

    static func write(_ bytes: [UInt8], to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        precondition(descriptor >= 0, "\(path) cannot be created: \(String(cString: strerror(errno)))")
        defer { close(descriptor) }
        precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "\(path) cannot be written")
    }

    private static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 {
            bytes += buffer.prefix(count)
        }
        return bytes
    }
}

extension [UInt8] {
    /// Writes bytes at an offset. If it is beyond the end, the gap is filled with zeros.
    mutating func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard let source = bytes.baseAddress else { return }
        if count < offset + bytes.count { resize(to: offset + bytes.count) }
        withUnsafeMutableBytes { if let base = $0.baseAddress { memcpy(base + offset, source, bytes.count) } }
    }

    mutating func resize(to size: Int) {
        if size < count { removeLast(count - size) } else { self += .zeros(size - count) }
    }

    static func zeros(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            if let base = buffer.baseAddress { memset(base, 0, count) }
            initialized = count
        }
    }
}
