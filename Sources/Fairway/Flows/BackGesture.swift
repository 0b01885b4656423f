public import FairwayWire

/// The user wants to leave a screen with the system gesture.
public struct BackGesture<S: Screen>: Sendable {
    /// The screen as it is stored.
    public let screen: S
    /// What the user has typed on it so far.
    public let draft: JSONValue?

    /// The draft as a type of the author's; nil when there is none or it is something else.
    public func draft<Draft: Decodable>(as type: Draft.Type) -> Draft? {
        guard let draft, let bytes = try? JSON.encode(draft) else { return nil }
        return try? JSON.decode(type, from: bytes)
    }
}
