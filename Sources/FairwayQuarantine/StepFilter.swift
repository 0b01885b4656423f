import Fairway
import Synchronization

/// Tells whether a step needs a look at the ``QuarantineList``, without a lock and without an allocation.
///
/// It is a set of hashes. It may report a step that is absent from the list, and it never misses one of the list.
final class StepFilter: Sendable {
    /// The number of bits is a power of two.
    private static let words = 512
    /// Unsafe: each word is an atomic.
    nonisolated(unsafe) private let bits: UnsafeMutablePointer<Atomic<UInt64>>
    private let isUsed = Atomic<Bool>(false)
    private let hasHandlers = Atomic<Bool>(false)

    init(_ list: QuarantineList) {
        bits = .allocate(capacity: Self.words)
        for word in 0..<Self.words { (bits + word).initialize(to: Atomic(0)) }
        update(list)
    }

    deinit {
        bits.deinitialize(count: Self.words)
        bits.deallocate()
    }

    /// Takes over the contents of a list. During the update, steps of both lists are found.
    func update(_ list: QuarantineList) {
        var words = [UInt64](repeating: 0, count: Self.words)
        // The texts of the list are shortened, so each has a hash.
        for hash in list.sessions.compactMap(Self.hash(ofSession:))
            + list.refusedHandlers.compactMap(Self.hash(ofHandler:))
        {
            words[Self.word(of: hash)] |= Self.bit(of: hash)
        }
        for (index, word) in words.enumerated() { bits[index].store(word, ordering: .relaxed) }
        hasHandlers.store(!list.refusedHandlers.isEmpty, ordering: .relaxed)
        isUsed.store(!list.isEmpty, ordering: .relaxed)
    }

    func mayContain(_ step: RunningStep) -> Bool {
        guard isUsed.load(ordering: .relaxed) else { return false }
        if contains(Self.hash(ofSession: step.session)) { return true }
        return hasHandlers.load(ordering: .relaxed) && contains(Self.hash(ofHandler: step))
    }

    /// A step without a hash has a text that a recorder shortens.
    private func contains(_ hash: UInt64?) -> Bool {
        guard let hash else { return true }
        return bits[Self.word(of: hash)].load(ordering: .relaxed) & Self.bit(of: hash) != 0
    }

    private static func word(of hash: UInt64) -> Int { Int(hash >> 6) & (words - 1) }
    private static func bit(of hash: UInt64) -> UInt64 { 1 << (hash & 63) }

    private static func hash(ofSession session: String) -> UInt64? { hash(session, FlightLayout.session, after: seed) }

    private static func hash(ofHandler step: RunningStep) -> UInt64? {
        guard let kind = hash(step.kind, FlightLayout.kind, after: ~seed),
            let rootFlow = hash(step.rootFlow, FlightLayout.rootFlow, after: kind)
        else {
            return nil
        }
        return hash(step.name, FlightLayout.name, after: rootFlow)
    }

    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    /// FNV-1a. Nil for a text that is too long for a recorder.
    private static func hash(_ text: String, _ layout: FlightLayout.Text, after seed: UInt64) -> UInt64? {
        guard text.utf8.count <= layout.capacity else { return nil }
        var hash = seed
        for byte in text.utf8 {
            hash = (hash ^ UInt64(byte == 0 ? UInt8(ascii: "?") : byte)) &* 0x0000_0100_0000_01b3
        }
        // A text ends here, so that "ab", "c" and "a", "bc" differ.
        hash = (hash ^ 0xff) &* 0x0000_0100_0000_01b3
        return hash ^ hash >> 32
    }
}
