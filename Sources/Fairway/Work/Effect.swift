/// A one-off instruction to the client.
///
/// ```swift
/// struct Toast: Effect { var text: Text }
/// nav.perform(Toast(text: "Saved"))        // {"effect": "toast", "id": "e3", "text": "Saved"}
/// ```
public protocol Effect: Codable, Sendable {
    /// The name on the wire. Defaults to the type's name in lower camel case.
    static var name: String { get }
}

extension Effect {
    /// The type's name in lower camel case: `openURL` for `OpenURL`.
    public static var name: String {
        let name = TypeName.of(Self.self).split(separator: ".").last ?? ""
        return name.prefix(1).lowercased() + name.dropFirst()
    }
}

/// An effect that asks the client to open a page outside the app.
///
/// ```swift
/// nav.perform(OpenURL("https://example.com/terms"))
/// ```
public struct OpenURL: Effect, Hashable {
    /// The page's address.
    public var url: String

    /// Opens an address.
    public init(_ url: String) { self.url = url }
}
