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
