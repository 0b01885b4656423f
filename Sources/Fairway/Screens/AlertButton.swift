/// One answer to an alert or a sheet.
public struct AlertButton: Codable, Hashable, Sendable {
    /// The name of the action it sends.
    public var action: String
    /// What the user reads.
    public var title: String
    /// How it looks.
    public var style: Style

    /// The looks an answer may have.
    public enum Style: String, Codable, Hashable, Sendable {
        /// One answer among others.
        case `default`
        /// The answer that changes nothing.
        case cancel
        /// The answer that destroys something.
        case destructive
    }

    /// A button that sends one of the screen's actions.
    public init(_ title: String, _ action: some RawRepresentable<String>, style: Style = .default) {
        self.action = action.rawValue
        self.title = title
        self.style = style
    }
}
