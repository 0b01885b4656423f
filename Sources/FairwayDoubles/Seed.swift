import Foundation

/// The seed of a random test. It differs in every run. To repeat a run, set `FAIRWAY_SEED` to its seed.
///
/// ```swift
/// let seed = Seed()
/// var generator = seed.makeGenerator()
/// #expect(property(&generator), "\(seed)")
/// ```
public struct Seed: Hashable, Sendable, CustomStringConvertible {
    /// The seed's number.
    public let value: UInt64

    /// Creates a seed from `FAIRWAY_SEED`, or a random one.
    public init() {
        let named = ProcessInfo.processInfo.environment["FAIRWAY_SEED"].flatMap { UInt64($0) }
        value = named ?? .random(in: .min ... .max)
    }

    /// Creates a fixed seed.
    public init(_ value: UInt64) { self.value = value }

    /// The environment variable that repeats the run, such as `FAIRWAY_SEED=7`.
    public var description: String { "FAIRWAY_SEED=\(value)" }

    /// Creates a generator. It returns the same numbers for the same seed.
    public func makeGenerator() -> SeededGenerator { SeededGenerator(self) }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): small, fast, and the same on every platform.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    public init(_ seed: Seed) { state = seed.value }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The length of tests that repeat the same check many times.
///
/// A test run repeats each check a few times, with fixed seeds. With `FAIRWAY_TRIALS=1`, it repeats each check many
/// times, with `FAIRWAY_SEED` or a random seed.
package enum Trials {
    private static let environment = ProcessInfo.processInfo.environment

    /// Whether `FAIRWAY_TRIALS=1` is set.
    package static let areLong = environment["FAIRWAY_TRIALS"] == "1"

    /// A short run's value, or a long run's.
    package static func choose<Value>(_ short: Value, long: Value) -> Value { areLong ? long : short }

    /// The seed of a repeated check. `FAIRWAY_SEED` replaces a short run's fixed seed.
    package static var seed: Seed { areLong || environment["FAIRWAY_SEED"] != nil ? Seed() : Seed(1) }
}
