import Foundation
import Testing

struct BuiltExecutableTests {
    @Test func executableIsBesideTests() {
        let path = BuiltExecutable("fairway-samples").url.path
        #expect(FileManager.default.isExecutableFile(atPath: path), "\(path)")
    }
}
