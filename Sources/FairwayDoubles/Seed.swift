#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a random test starts from: another one in every run, unless `FAIRWAY_SEED` names that of a run to be repeated.
///
/// ```swift
/// let seed = Seed()
/// var generator = seed.makeGenerator()
/// #expect(property(&generator), seed.comment)
/// ```
public struct Seed: Hashable, Sendable, CustomStringConvertible {
    /// The number itself.
    public let value: UInt64

    /// The seed that the environment names, or a new one.
    public init() {
        let named = ProcessInfo.processInfo.environment["FAIRWAY_SEED"].flatMap { UInt64($0) }
        value = named ?? .random(in: .min ... .max)
    }

    /// A seed that is known.
    public init(_ value: UInt64) { self.value = value }

    /// How to run with the same one again.
    public var description: String { "FAIRWAY_SEED=\(value)" }

    /// A generator that gives the same numbers for the same seed.
    public func makeGenerator() -> SeededGenerator { SeededGenerator(self) }
}
