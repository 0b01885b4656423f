public import FairwayWire
import Foundation

/// A document from a folder of `Tests/Fixtures`. All clients and the server must decode it alike.
public struct WireFixture: Sendable, CustomStringConvertible {
    /// The file's name without its extension. The part before the first hyphen is the kind of document.
    public let name: String
    /// The document, formatted.
    public let text: [UInt8]

    /// The kind of document, such as `state` or `problem`.
    public var kind: String { String(name.prefix { $0 != "-" }) }
    /// The name in test reports.
    public var description: String { name }

    /// All documents of a folder, by name.
    public static func all(in folderName: String = "wire") throws -> [WireFixture] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/\(folderName)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "json" }.map { file in
            WireFixture(name: file.deletingPathExtension().lastPathComponent, text: Array(try Data(contentsOf: file)))
        }.sorted { $0.name < $1.name }
    }

    /// The document as a value.
    public func value() throws -> JSONValue { try JSON.decode(JSONValue.self, from: text) }

    /// The document as the server sends it, without white space.
    public func bytes() throws -> [UInt8] { try JSON.encode(try value()) }
}
