import Foundation
import Testing

/// What the cache counts for a session, against what the allocator gave out for it, in a process of its own.
struct SessionMemoryTests {
    @Test(.disabled(if: isSanitized, "A sanitizer brings an allocator of its own."), .timeLimit(.minutes(10)))
    func sessionOfEveryShapeIsCountedAsWhatItTakes() throws {
        let process = try SpawnedProcess(BuiltExecutable("fairway-benchmarks").url, ["session-memory"])
        let lines = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
        #expect(process.wait() == 0)
        #expect(lines.count == 17)
        for line in lines {
            let numbers = line.split(separator: ":").last?.split(separator: " ").compactMap { Double($0) } ?? []
            try #require(numbers.count == 2, "\(line)")
            #expect((0.7...1.3).contains(numbers[0] / numbers[1]), "\(line)")
        }
    }
}
