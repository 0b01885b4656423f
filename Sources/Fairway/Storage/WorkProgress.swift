#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How far a timer or a piece of background work has come.
public struct WorkProgress: Hashable, Sendable {
    /// When somebody may take it up: when it is due, when a lease on it ends, or when it is to be tried again. Nil once
    /// it has been given up, and waits for an operator.
    public var next: Date?
    /// How often it was taken up: to be performed, or, once it has a result, to be told.
    public var attempts: Int
    /// Who has taken it up and not said yet what came of it.
    public var holder: String?
    /// What went wrong the last time.
    public var error: String?
    /// What it brought back, where its flow could not be told yet.
    public var result: WorkResult?
    /// Whether the flow wants it no longer, and was too late to keep it from being taken up.
    public var isCancelled: Bool

    /// Progress with all its columns.
    public init(
        next: Date?,
        attempts: Int = 0,
        holder: String? = nil,
        error: String? = nil,
        result: WorkResult? = nil,
        isCancelled: Bool = false
    ) {
        self.next = next
        self.attempts = attempts
        self.holder = holder
        self.error = error
        self.result = result
        self.isCancelled = isCancelled
    }

    /// Whether it waits for an operator.
    public var isGivenUp: Bool { next == nil }

    /// Whether somebody is at it. One whose lease has ended is not heard of any more.
    public func isUnderWay(at now: Date) -> Bool { holder != nil && next.map { $0 > now } ?? false }
}
