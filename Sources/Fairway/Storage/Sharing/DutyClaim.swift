#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A node's wish to have a duty for a while.
public struct DutyClaim: Sendable {
    /// The duty.
    public var duty: Duty
    /// Who wishes to have it: a name no other node has.
    public var holder: String
    /// The present moment.
    public var now: Date
    /// Until when it is to be had.
    public var until: Date

    /// What one node at a time does for all.
    public enum Duty: String, Hashable, Sendable, CaseIterable {
        /// Ending and deleting what has been left lying.
        case sweeping
        /// Counting the journal into edges.
        case folding
    }

    /// A wish for a duty.
    public init(_ duty: Duty, holder: String, now: Date, until: Date) {
        self.duty = duty
        self.holder = holder
        self.now = now
        self.until = until
    }
}
