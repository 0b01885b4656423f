import FairwayDoubles
import Foundation
import ServerDoubles
import TestWaits
import Testing

/// The cache's estimate of a session's size against the allocator's count, in a separate process.
struct SessionMemoryTests {
    @Test(.disabled(if: isSanitized, "A sanitizer brings an allocator of its own."), .waiting)
    func sessionSizeIsEstimatedCorrectly() async throws {
        let divisor = Trials.choose("6", long: "1")
        let process = try SpawnedProcess(BuiltExecutable("fairway-benchmarks").url, ["session-memory", divisor])
        let (code, output, _) = await process.result()
        let lines = output.split(separator: "\n")
        #expect(code == 0)
        #expect(lines.count == 17)
        for line in lines {
            let numbers = line.split(separator: ":").last?.split(separator: " ").compactMap { Double($0) } ?? []
            try #require(numbers.count == 2, "\(line)")
            #expect((0.7...1.3).contains(numbers[0] / numbers[1]), "\(line)")
        }
    }
}
