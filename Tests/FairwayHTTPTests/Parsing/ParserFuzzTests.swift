import FairwayDoubles
import Testing

@testable import FairwayHTTP

struct ParserFuzzTests {
    @Test
    func damagedRequestsParseTheSameHoweverTheyAreSplit() {
        let seed = Seed()
        var random = seed.makeGenerator()
        let samples = RequestParserTests.readable.map { Array($0.bytes.utf8) }
        for _ in 0..<3000 {
            var bytes: [UInt8] = []
            for _ in 0...Int.random(in: 0..<3, using: &random) { bytes += samples.randomElement(using: &random) ?? [] }
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.insert(Array(" \r\n:,;\t\0".utf8).randomElement(using: &random) ?? 0, at: index)
                default: bytes.remove(at: index)
                }
            }
            var pieces: [[UInt8]] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...rest.count, using: &random)
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(Parsed.parse(pieces) == Parsed.parse([bytes]), "\(seed): \(bytes)")
        }
    }
}
