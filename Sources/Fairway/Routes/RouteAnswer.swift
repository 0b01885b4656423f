public import FairwayWire

/// A type-erased return value of a route handler.
enum RouteAnswer: Sendable {
    case nothing
    case back(BackAnswer)
    case link(LinkAnswer)
}

/// The reply to a back gesture.
public enum BackAnswer: Sendable {
    /// The screen leaves.
    case leave
    /// The screen stays. The handler may show another screen.
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

    /// The draft decoded as `type`. Nil if the screen has no draft or if it cannot be decoded.
    public func draft<Draft: Decodable>(as type: Draft.Type) -> Draft? {
        guard let draft, let bytes = try? JSON.encode(draft) else { return nil }
        return try? JSON.decode(type, from: bytes)
    }
}

/// The reply to a deep link that would replace the current flows.
public enum LinkAnswer: Sendable {
    /// The link opens.
    case open
    /// The link is refused. The client receives `link-refused` with this reason.
    case refuse(String)
}
