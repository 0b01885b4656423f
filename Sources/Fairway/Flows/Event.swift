/// Something that happened inside the app: raised up the responder chain, or scheduled for later.
public protocol Event: Codable, Sendable {
    /// The name under which a scheduled one is stored; by default the type's dotted name without its module.
    static var name: String { get }
}

extension Event {
    /// The type's dotted name without its module.
    public static var name: String { TypeName.of(Self.self) }
}
