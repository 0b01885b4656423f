/// Something that happened outside and is told by an operator's call: a webhook, a decision in a back office.
public protocol Signal: Codable, Sendable {
    /// The name the call uses; by default the type's dotted name without its module.
    static var name: String { get }
}

extension Signal {
    /// The type's dotted name without its module.
    public static var name: String { TypeName.of(Self.self) }
}
