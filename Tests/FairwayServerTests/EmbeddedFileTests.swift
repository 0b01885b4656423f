import FairwayAssets
import FairwayHTTP
import Foundation
import Testing

struct EmbeddedFileTests {
    /// Text and binary files.
    @Test func everyPublicFileIsEmbeddedUnchanged() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Public").standardized
        let files = try #require(
            FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isRegularFileKey])
        )
        var onDisk: [String: [UInt8]] = [:]
        for case let file as URL in files
        where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
            let path = String(file.path().dropFirst(root.path().count)).trimmingPrefix("/")
            onDisk[String(path)] = Array(try Data(contentsOf: file))
        }
        let embedded = Dictionary(uniqueKeysWithValues: EmbeddedFile.pages.map { ($0.path, $0.bytes) })
        #expect(!embedded.isEmpty)
        #expect(embedded == onDisk)
    }

    /// Even with `--rate 1`, a client can load any page, and make the page's first calls.
    @Test func everyPageFitsSmallestBurst() {
        for page in EmbeddedFile.pages where page.path.hasSuffix(".html") {
            let files = String(decoding: page.bytes, as: UTF8.self).matches(of: /(?:href|src)="\//).count
            #expect(files + 20 <= RateLimit(requestsPerSecond: 1).burst, "\(page.path)")
        }
    }
}
