public import Fairway
import Synchronization

/// Ids and tokens that are the same in every run: numbers, counted up.
public final class CountedIdentifiers: IdentifierSource {
    private let count = Mutex<UInt64>(0)

    /// A source that starts at one.
    public init() {}

    /// The next number, as many bytes long as asked for.
    public func bytes(_ count: Int) -> [UInt8] {
        let number = self.count.withLock { number in
            number += 1
            return number
        }
        return (0..<count).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> UInt64(8 * $0) : 0) }
    }
}
