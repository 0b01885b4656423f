/// A question over the current screen. Any of its actions closes it before the flow handles the action. If the handler
/// throws, the alert stays open.
///
/// ```swift
/// struct Unsaved: Alert {
///     var title: Text = "Discard your changes?"
///     var message: Text = ""
///     var buttons = [AlertButton("Discard", Action.discard, style: .destructive), AlertButton("Keep editing", Action.keepEditing)]
///     enum Action: String, Codable { case discard, keepEditing }
/// }
/// ```
public protocol Alert: Screen {
    /// The question.
    var title: Text { get }
    /// Additional text.
    var message: Text { get }
    /// The buttons, in display order.
    var buttons: [AlertButton] { get }
}

/// A button of an alert or a sheet.
///
/// ```swift
/// AlertButton("Discard", Action.discard, style: .destructive)
/// ```
public struct AlertButton: Codable, Hashable, Sendable {
    /// The name of the action that the button sends.
    public var action: String
    /// The button's label.
    public var title: Text
    /// The button's appearance.
    public var style: Style

    /// The appearances of a button.
    public enum Style: String, Codable, Hashable, Sendable {
        /// A regular button.
        case `default`
        /// The button that cancels.
        case cancel
        /// The button for a destructive action.
        case destructive
    }

    /// Creates a button that sends one of the screen's actions.
    public init(_ title: Text, _ action: some RawRepresentable<String>, style: Style = .default) {
        self.action = action.rawValue
        self.title = title
        self.style = style
    }
}

/// A screen that is presented as a sheet. It stays until the flow or the user closes it.
///
/// ```swift
/// struct Filters: Sheet { var colours: [String] }
/// ```
public protocol Sheet: Screen {}
