/// What a client says of itself when it starts or takes over a session.
public struct Device: Codable, Hashable, Sendable {
    /// The kind of device.
    public var idiom: Idiom?
    /// A BCP 47 language tag, `en-GB`.
    public var locale: String?
    /// The version of the client's app.
    public var app: String?
    /// All that this client can render, name to highest version; nil when it does not say.
    public var screens: [String: Int]?

    /// The kinds of device that a flow may tell apart.
    public enum Idiom: String, Codable, Hashable, Sendable, CaseIterable {
        /// A phone's narrow, upright screen.
        case phone
        /// A tablet.
        case pad
        /// A desktop's window.
        case desktop
        /// A browser.
        case web
        /// A television.
        case tv
        /// A terminal.
        case terminal
    }

    /// A device of which nothing need be known.
    public init(idiom: Idiom? = nil, locale: String? = nil, app: String? = nil, screens: [String: Int]? = nil) {
        self.idiom = idiom
        self.locale = locale
        self.app = app
        self.screens = screens
    }

    /// Whether this client can render a screen of that version. One that does not say can render everything.
    public func renders(screen name: String, version: Int) -> Bool {
        guard let screens else { return true }
        return screens[name].map { version <= $0 } ?? false
    }
}
