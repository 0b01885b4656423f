public import FairwayWire

/// A type-erased return value of a route handler.
enum RouteAnswer: Sendable {
    case nothing
    case back(BackAnswer)
    case link(LinkAnswer)
}

/// A handler's answer to a back gesture.
public enum BackAnswer: Sendable {
    /// Goes back from the screen.
    case leave
    /// Keeps the screen. The handler may show another one, such as a confirmation.
    case stay
}

/// A system back gesture on a screen.
///
/// ```swift
/// on(back: Editor.self) { flow, gesture, nav in gesture.draft(as: Text.self)?.isEmpty == false ? .stay : .leave }
/// ```
public struct BackGesture<S: Screen>: Sendable {
    /// The screen with its stored properties.
    public let screen: S
    /// The user's unsaved input on the screen.
    public let draft: JSONValue?

    /// The draft decoded as `type`. Nil if there is no draft or if the draft is not a `type`.
    public func draft<Draft: Decodable>(as type: Draft.Type) -> Draft? {
        guard let draft, let bytes = try? JSON.encode(draft) else { return nil }
        return try? JSON.decode(type, from: bytes)
    }
}

/// A handler's answer to a deep link that would replace the current flows.
public enum LinkAnswer: Sendable {
    /// Opens the link.
    case open
    /// Refuses the link. The client receives `link-refused` with this reason.
    case refuse(String)
}
