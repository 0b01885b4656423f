/// Durable background work: committed with the action that asked for it, executed after it until it succeeds or gives up.
///
/// ```swift
/// struct ChargeCard: Job {
///     typealias Output = Receipt
///     var amount: Decimal
/// }
/// ```
public protocol Job: Codable, Sendable {
    /// What it brings back.
    associatedtype Output: Codable & Sendable = Done

    /// The name under which it is stored; by default the type's dotted name without its module.
    static var name: String { get }
    /// Whether it goes on when the flow that asked for it has left.
    static var outlivesFlow: Bool { get }
}

extension Job {
    /// The type's dotted name without its module.
    public static var name: String { TypeName.of(Self.self) }
    /// Cancelled with its flow.
    public static var outlivesFlow: Bool { false }
}
