import CAssets
import Foundation
import Testing

struct EmbeddedAssetsTests {
    /// `Sources/CAssets/public.c` names each file; this fails when one in `Public/` was forgotten there, or is no
    /// longer the same.
    @Test
    func everyFileInPublicIsEmbeddedAsItIs() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Public").standardized
        let files = try #require(
            FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isRegularFileKey])
        )
        var onDisk: [String: Data] = [:]
        for case let file as URL in files
        where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
            onDisk[String(file.path().dropFirst(root.path().count)).trimmingPrefix("/").description] =
                try Data(contentsOf: file)
        }
        let assets = fairway_public()
        var embedded: [String: Data] = [:]
        for index in 0..<assets.count {
            let asset = assets.files[index]
            embedded[String(cString: asset.path)] = Data(bytes: asset.bytes, count: asset.count)
        }
        #expect(!embedded.isEmpty)
        #expect(embedded == onDisk)
    }
}
