/// Durable background work. It is committed with the action that requests it, and executed afterwards until it succeeds
/// or is given up.
///
/// ```swift
/// struct ChargeCard: Job {
///     typealias Output = Receipt
///     var amount: Decimal
/// }
/// ```
public protocol Job: Codable, Sendable {
    /// The result of the work.
    associatedtype Output: Codable & Sendable = Done

    /// The name in the store. Defaults to the type's dotted name without its module.
    static var name: String { get }
    /// Whether the job goes on after the flow that requested it has ended.
    static var outlivesFlow: Bool { get }
}

extension Job {
    /// The type's dotted name without its module.
    public static var name: String { TypeName.of(Self.self) }
    /// False: the job is cancelled with its flow.
    public static var outlivesFlow: Bool { false }
}
