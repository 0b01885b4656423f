/// Asks the client to open a page outside the app.
public struct OpenURL: Effect, Hashable {
    /// The page's address.
    public var url: String

    /// Opens an address.
    public init(_ url: String) { self.url = url }
}
