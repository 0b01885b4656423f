/// Files that are served as they are: those that are embedded in the executable, or, while one works on them, those of
/// a directory.
///
///     router.otherwise(StaticFiles(embedded: files).answer)
public struct StaticFiles: Sendable {
    private enum Source: Sendable {
        case embedded([String: StaticFile])
        case directory(PublicDirectory)
    }

    private let source: Source
    /// The fields that every file is sent with.
    private let headers: ResponseHeaders

    /// Serves these files, by path relative to the root, each with further header fields. Tags and compressed forms are
    /// made now.
    ///
    /// A cache may keep them, but has to ask whether they are still the same: the executable that holds them can be
    /// exchanged at any time.
    public init(embedded files: [(path: String, bytes: [UInt8])], headers: ResponseHeaders = [:]) {
        var compressor = Compressor(level: Compressor.best)
        var table: [String: StaticFile] = [:]
        for file in files {
            table["/" + file.path] = StaticFile(path: file.path, bytes: file.bytes, compressor: &compressor)
        }
        source = .embedded(table)
        self.headers = headers.with("Cache-Control", "no-cache")
    }

    /// Serves what is in a directory at the moment of asking. It reads on the event queue, so it is for development.
    /// Links that lead out of it, hidden files and paths that climb are not followed. Nil: there is no such directory.
    public init?(directory path: String, headers: ResponseHeaders = [:]) {
        guard let directory = PublicDirectory(path) else { return nil }
        source = .directory(directory)
        self.headers = headers.with("Cache-Control", "no-store")
    }

    /// Answers a request for a file: with 404 when there is none, with 405 when it is to be changed.
    public func answer(_ request: Request, _ exchange: Exchange) {
        guard let file = file(request) else { return exchange.respond(.noSuchRoute) }
        switch request.method {
        case .get, .head: exchange.respond(file.response(to: request, headers: headers))
        case .options: exchange.respond(Response(204, headers: ["Allow": "GET, HEAD, OPTIONS"]))
        default: exchange.respond(.methodNotAllowed(allow: "GET, HEAD, OPTIONS"))
        }
    }

    private func file(_ request: Request) -> StaticFile? {
        guard let path = request.decodedPath else { return nil }
        // A directory stands for its page.
        let index = path.hasSuffix("/") ? path + "index.html" : path + "/index.html"
        switch source {
        case .embedded(let table): return table[path] ?? table[index]
        case .directory(let directory): return directory.file(path) ?? directory.file(index)
        }
    }
}

extension ResponseHeaders {
    fileprivate func with(_ name: String, _ value: String) -> ResponseHeaders {
        var headers = self
        headers.add(name, value)
        return headers
    }
}
