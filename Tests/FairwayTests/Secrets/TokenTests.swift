import Synchronization
import Testing

@testable import Fairway

/// Comparing what was shown with what is kept.
struct TokenTests {
    /// Bytes that count how many of them were looked at.
    private struct Counted: Collection {
        let bytes: [UInt8]
        let looks: Looks
        final class Looks: Sendable {
            let count = Atomic<Int>(0)
        }

        var startIndex: Int { 0 }
        var endIndex: Int { bytes.count }
        func index(after index: Int) -> Int { index + 1 }
        subscript(index: Int) -> UInt8 {
            looks.count.add(1, ordering: .relaxed)
            return bytes[index]
        }
    }

    /// The work is the same wherever the first difference is, so that the time tells nothing of it.
    @Test(arguments: [nil, 0, 1, 15, 30, 31])
    func everyByteIsLookedAtWhereverTheyDiffer(place: Int?) {
        let kept = Token(text: "kept").hash
        var shown = kept
        if let place { shown[place] ^= 1 }
        let looks = Counted.Looks()
        let areEqual = Token.areEqual(Counted(bytes: shown, looks: looks), Counted(bytes: kept, looks: looks))
        #expect(areEqual == (place == nil))
        #expect(looks.count.load(ordering: .relaxed) == 64)
    }

    @Test func whatIsLongerIsNotEqual() {
        #expect(!Token.areEqual([1, 2], [1]))
        #expect(!Token.areEqual([], [1]))
        #expect(Token.areEqual([UInt8](), []))
    }
}
