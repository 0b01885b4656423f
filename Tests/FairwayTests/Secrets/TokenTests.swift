import Synchronization
import Testing

@testable import Fairway

struct TokenTests {
    /// A collection that counts how many of its bytes were read.
    private struct Counted: Collection {
        let bytes: [UInt8]
        let reads: Reads
        final class Reads: Sendable {
            let count = Atomic<Int>(0)
        }

        var startIndex: Int { 0 }
        var endIndex: Int { bytes.count }
        func index(after index: Int) -> Int { index + 1 }
        subscript(index: Int) -> UInt8 {
            reads.count.add(1, ordering: .relaxed)
            return bytes[index]
        }
    }

    /// Timing must not reveal the position of the first difference.
    @Test(arguments: [nil, 0, 1, 15, 30, 31])
    func tokenComparisonTakesConstantTime(position: Int?) {
        let kept = Token(text: "kept").hash
        var shown = kept
        if let position { shown[position] ^= 1 }
        let reads = Counted.Reads()
        let areEqual = Token.areEqual(Counted(bytes: shown, reads: reads), Counted(bytes: kept, reads: reads))
        #expect(areEqual == (position == nil))
        #expect(reads.count.load(ordering: .relaxed) == 64)
    }

    @Test func longerTokenIsNotEqual() {
        #expect(!Token.areEqual([1, 2], [1]))
        #expect(!Token.areEqual([], [1]))
        #expect(Token.areEqual([UInt8](), []))
    }
}
