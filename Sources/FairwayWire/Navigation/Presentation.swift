/// How a screen or a container lies on what is under it.
public enum Presentation: String, Hashable, Sendable, CaseIterable {
    /// On top of the stack; also the first screen of a session, under which there is nothing.
    case push
    /// Over everything, in a container of its own.
    case modal
    /// A question that must be answered first.
    case alert
    /// A part of the view slid over the rest.
    case sheet
}

extension Presentation: Codable {
    /// Reads its name, whether it is known or not.
    public init(from decoder: any Decoder) throws {
        self.init(name: try decoder.singleValueContainer().decode(String.self))
    }

    /// The presentation of that name. One that this build does not know is shown as a modal (`protocol.md` 1).
    package init(name: String) { self = Presentation(rawValue: name) ?? .modal }
}
