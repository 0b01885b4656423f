import FairwayTesting
import Testing

@testable import Fairway

struct CompressedJSONTests {
    private static let answers: [[UInt8]] = {
        var random = SeededGenerator(Seed(1))
        let noise = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        return [
            [], [0], Array("{}".utf8), [UInt8](repeating: 65, count: 1_000_000), noise, Array(noise.prefix(1_023)),
        ]
    }()

    @Test(arguments: answers)
    func compressedDocumentIsRestoredExactly(_ answer: [UInt8]) throws {
        let kept = try CompressedJSON(answer)
        #expect(try CompressedJSON(stored: kept.bytes).unpacked() == answer)
        // Incompressible data grows only a little.
        #expect(kept.bytes.count <= answer.count + answer.count / 100 + 64)
    }

    @Test func corruptDocumentIsRejected() throws {
        let answer = Array(#"{"session":"01kaxvsmd4crnqn3zt2e82sjm0","revision":4,"status":"active"}"#.utf8)
        let kept = try CompressedJSON(answer).bytes
        let damaged = (0..<kept.count).map { Array(kept.prefix($0)) } + [kept + [0], Array(answer), []]
        for bytes in damaged {
            let error = #expect(throws: StoreError.self) { try CompressedJSON(stored: bytes).unpacked() }
            #expect(error?.code == .damaged)
        }
        for index in kept.indices {
            var bytes = kept
            bytes[index] ^= 1
            // zlib detects it, at the latest by the checksum.
            #expect(throws: StoreError.self) { try CompressedJSON(stored: bytes).unpacked() }
        }
    }
}
