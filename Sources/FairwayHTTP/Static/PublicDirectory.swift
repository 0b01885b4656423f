import Glibc

/// A directory whose files are served.
struct PublicDirectory: Sendable {
    /// The largest file that is read; an event queue has other things to do.
    private static let largestFile = 16 * 1024 * 1024

    private let root: String

    init?(_ path: String) {
        guard let root = Self.real(path) else { return nil }
        self.root = root
    }

    /// The regular file at `path`, which begins with a slash; nil when there is none that may be served.
    func file(_ path: String) -> StaticFile? {
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        // No segment begins with a dot, so there is neither climbing nor a hidden file.
        guard !segments.isEmpty, segments.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return nil }
        guard let real = Self.real(root + path), real.hasPrefix(root == "/" ? "/" : root + "/") else { return nil }
        guard let bytes = Self.read(real) else { return nil }
        var compressor = Compressor()
        return StaticFile(path: path, bytes: bytes, compressor: &compressor)
    }

    /// The path with all links followed.
    private static func real(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func read(_ path: String) -> [UInt8]? {
        // Without waiting, so that a pipe in the directory does not hold up the queue; without following a link that
        // was put there since.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
            information.st_size <= largestFile
        else { return nil }
        let size = Int(information.st_size)
        return [UInt8](unsafeUninitializedCapacity: size) { room, count in
            while count < size {
                let taken = Glibc.read(descriptor, room.baseAddress.map { $0 + count }, size - count)
                if taken <= 0 { break }
                count += taken
            }
        }
    }
}
