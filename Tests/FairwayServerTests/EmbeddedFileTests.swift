import FairwayAssets
import FairwayHTTP
import Foundation
import Testing

struct EmbeddedFileTests {
    /// `Sources/CAssets/public.c` names each file; this fails when one in `Public/` was forgotten there, or is no
    /// longer the same.
    @Test func everyFileInPublicIsEmbeddedAsItIs() throws {
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

    /// However few requests a second a client is allowed, its first page is not blank.
    @Test func aPageWithAllItsFilesAndSomeCallsIsWithinTheLeastBurst() {
        #expect(EmbeddedFile.pages.count + 20 <= RateLimit(requestsPerSecond: 1).burst)
    }
}
