import Foundation

/// A folder of files that the server sends to browsers below a path, such as a site around the app.
///
/// ```swift
/// Files("/site", folder: "Site", contentSecurityPolicy: "default-src 'self'; img-src 'self' https://images.example.org")
/// ```
///
/// The files are read when the server starts. `index.html` is the page of its folder. Hidden files and links that lead out
/// of the folder are left out. For single files in the executable, use ``PublicFile``.
public struct Files: AppPart {
    private static let mostBytes = 64 << 20
    private static let mostFiles = 10_000

    package let path: String
    private let folder: String
    /// Nil for the policy of the server's own pages.
    package let contentSecurityPolicy: String?

    /// Declares a folder.
    ///
    /// - Parameters:
    ///   - path: The path of the folder on the server, such as `/site`, or `/`.
    ///   - folder: The folder, relative to the process's working directory. It has 10,000 files and 64 MiB at most.
    ///   - contentSecurityPolicy: The `Content-Security-Policy` of the files. By default that of the server's own pages, which
    ///     allows scripts and styles from this server only.
    public init(_ path: String, folder: String, contentSecurityPolicy: String? = nil) {
        self.path = path
        self.folder = folder
        self.contentSecurityPolicy = contentSecurityPolicy
    }

    /// The path's mistake; nil if it has none.
    var pathMistake: String? {
        let path = EndpointPath(path)
        return path.mistake ?? (path.parameters.isEmpty ? nil : "has a parameter")
    }

    /// Reads the files. Their paths are relative to the server's root, without a slash at the beginning.
    package func read() throws(Mistake) -> [(path: String, bytes: [UInt8])] {
        let root = URL(filePath: folder, directoryHint: .isDirectory).resolvingSymlinksInPath()
        let keys: [URLResourceKey] = [.isRegularFileKey, .fileSizeKey]
        guard (try? root.checkResourceIsReachable()) == true,
            let found = FileManager.default.enumerator(
                at: root,
                includingPropertiesForKeys: keys,
                options: .skipsHiddenFiles
            )
        else { throw Mistake("the folder \(folder) of Files(\"\(path)\") does not exist or cannot be read.") }
        let prefix = root.path.hasSuffix("/") ? root.path : root.path + "/"
        var files: [(path: String, bytes: [UInt8])] = []
        var size = 0
        while let url = found.nextObject() as? URL {
            let real = url.resolvingSymlinksInPath()
            let values = try? real.resourceValues(forKeys: Set(keys))
            guard values?.isRegularFile == true, real.path.hasPrefix(prefix), url.path.hasPrefix(prefix) else {
                continue
            }
            size += values?.fileSize ?? 0
            guard size <= Self.mostBytes, files.count < Self.mostFiles else {
                throw Mistake(
                    "the folder \(folder) of Files(\"\(path)\") has more than \(Self.mostFiles) files or "
                        + "\(Self.mostBytes >> 20) MiB: serve it from a web server."
                )
            }
            guard let bytes = try? Data(contentsOf: real) else {
                throw Mistake("the file \(url.path) of Files(\"\(path)\") cannot be read.")
            }
            let name = url.path.dropFirst(prefix.count)
            files.append(((path == "/" ? "" : path.dropFirst() + "/") + name, Array(bytes)))
        }
        return files.sorted { $0.path < $1.path }
    }
}

/// The pages of Fairway that a server serves. Without this part, it serves all of them.
///
/// ```swift
/// BuiltInPages(.client, .console)
/// ```
///
/// The pages have no links to those that are left out. The calls of the API stay.
public struct BuiltInPages: AppPart {
    /// A page, or the pages of a tool.
    public enum Page: Hashable, Sendable, CaseIterable {
        /// The web client at `/app` and at `/`.
        case client
        /// The view of the client's calls beside the web client.
        case inspector
        /// The examples of all screens at `/gallery`.
        case gallery
        /// The documentation and the reference of the API at `/docs`.
        case apiReference
        /// The operators' console at `/admin`.
        case console
    }

    let pages: Set<Page>

    /// Declares the pages that are served.
    public init(_ pages: Page...) { self.pages = Set(pages) }
}

extension App {
    /// The folders of files.
    package var folders: [Files] { parts.compactMap { $0 as? Files } }

    /// The pages of Fairway that the app's server serves.
    package var builtInPages: Set<BuiltInPages.Page> { pageParts.first?.pages ?? Set(BuiltInPages.Page.allCases) }

    var pageParts: [BuiltInPages] { parts.compactMap { $0 as? BuiltInPages } }
}
