import Glibc

/// Serves static files: those of a directory, and those that are embedded in the executable.
///
///     router.otherwise(StaticFiles(embedded: files).answer)
public struct StaticFiles: Sendable {
    private let embedded: [String: StaticFile]
    private let directory: PublicDirectory?
    /// The additional header fields of a file, by its path.
    private let headers: @Sendable (String) -> ResponseHeaders

    /// Serves `files`, with paths relative to the root. Of files with the same path, the last one is served. Entity tags
    /// and compressed bodies are computed here.
    ///
    /// Caches must revalidate the files, because the executable can be replaced at any time.
    public init(
        embedded files: [(path: String, bytes: [UInt8])],
        headers: @escaping @Sendable (_ path: String) -> ResponseHeaders = { _ in [:] }
    ) {
        var compressor = Compressor(level: Compressor.best)
        var table: [String: StaticFile] = [:]
        for file in files {
            table["/" + file.path] = StaticFile(path: file.path, bytes: file.bytes, compressor: &compressor)
        }
        embedded = table
        directory = nil
        self.headers = headers
    }

    /// Serves the current files of a directory, and the files of `other` that the directory lacks.
    ///
    /// Files are read on the event loop, so this is for development. Hidden files, and files outside the directory through
    /// links or `..`, are not served. Nil: the directory does not exist.
    public init?(directory path: String, over other: StaticFiles) {
        guard let directory = PublicDirectory(path) else { return nil }
        embedded = other.embedded
        headers = other.headers
        self.directory = directory
    }

    /// Responds with a file, with 404 if it does not exist, or with 405 to other methods than GET and HEAD.
    public func answer(_ request: Request, _ exchange: Exchange) {
        guard let path = request.decodedPath else { return exchange.respond(.noSuchRoute) }
        answer(request, exchange, with: path)
    }

    /// Responds with the file at a path, whatever the path of the request is.
    public func answer(
        _ request: Request,
        _ exchange: Exchange,
        with path: String,
        cacheControl: String? = nil
    ) {
        guard let found = file(at: path) else { return exchange.respond(.noSuchRoute) }
        answer(request, exchange, with: found.file, at: found.path, cacheControl: cacheControl ?? found.cacheControl)
    }

    /// Responds with a file that is made of others.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - exchange: Receives the response.
    ///   - file: The file.
    ///   - path: The path that decides about additional header fields.
    ///   - cacheControl: The response's `Cache-Control`.
    public func answer(
        _ request: Request,
        _ exchange: Exchange,
        with file: StaticFile,
        at path: String,
        cacheControl: String
    ) {
        switch request.method {
        case .get, .head:
            var headers = headers(path)
            headers.add("Cache-Control", cacheControl)
            exchange.respond(file.response(to: request, headers: headers))
        case .options: exchange.respond(Response(204, headers: ["Allow": "GET, HEAD, OPTIONS"]))
        default: exchange.respond(.methodNotAllowed(allow: "GET, HEAD, OPTIONS"))
        }
    }

    /// The file that is served at a path: its own path, such as `/admin/index.html` for `/admin`, and its content. Nil: there
    /// is none.
    public func content(at path: String) -> (path: String, bytes: [UInt8])? {
        for path in Self.candidates(path) {
            if let bytes = directory?.bytes(path) { return (path, bytes) }
        }
        for path in Self.candidates(path) {
            if let file = embedded[path] { return (path, file.bytes) }
        }
        return nil
    }

    /// Whether the files can change while they are served.
    public var canChange: Bool { directory != nil }

    /// Browsers keep embedded files and ask whether they have changed.
    private func file(at path: String) -> (path: String, file: StaticFile, cacheControl: String)? {
        for path in Self.candidates(path) {
            if let file = directory?.file(path) { return (path, file, "no-store") }
        }
        for path in Self.candidates(path) {
            if let file = embedded[path] { return (path, file, "no-cache") }
        }
        return nil
    }

    private static func candidates(_ path: String) -> [String] {
        [path, path.hasSuffix("/") ? path + "index.html" : path + "/index.html"]
    }
}

/// A directory with static files.
struct PublicDirectory: Sendable {
    /// Larger files are not served, because reading them would block the event loop for too long.
    private static let largestFile = 16 * 1024 * 1024

    private let root: String

    init?(_ path: String) {
        guard let root = Self.real(path) else { return nil }
        self.root = root
    }

    /// The regular file at `path`, which begins with a slash; nil if it does not exist or may not be served.
    func file(_ path: String) -> StaticFile? {
        guard let bytes = bytes(path) else { return nil }
        var compressor = Compressor()
        return StaticFile(path: path, bytes: bytes, compressor: &compressor)
    }

    /// The content of that file.
    func bytes(_ path: String) -> [UInt8]? {
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        // No segment may begin with a dot: neither `..` nor a hidden file.
        guard !segments.isEmpty, segments.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return nil }
        guard let real = Self.real(root + path), real.hasPrefix(root == "/" ? "/" : root + "/") else { return nil }
        return Self.read(real)
    }

    /// The path with all links resolved.
    private static func real(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func read(_ path: String) -> [UInt8]? {
        // O_NONBLOCK: a pipe in the directory must not block. O_NOFOLLOW: the path may have become a link since it was
        // resolved.
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
