#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The time of day. Injected, so that tests own it.
public protocol WallClock: Sendable {
    /// The present moment.
    var now: Date { get }
    /// Calls back once after a time; never before.
    func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void)
}
