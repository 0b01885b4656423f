/// A question over whatever is in front; any of its actions closes it before the flow handles the action, and a handler
/// that throws leaves it open. A ``Sheet`` stays until it is taken away.
///
/// The author's type keeps its own name and its own actions:
///
/// ```swift
/// struct Unsaved: Alert {
///     var title = "Discard your changes?"
///     var message = ""
///     var buttons = [AlertButton("Discard", Action.discard, style: .destructive), AlertButton("Keep editing", Action.keepEditing)]
///     enum Action: String, Codable, CaseIterable { case discard, keepEditing }
/// }
/// ```
public protocol Alert: Screen {
    /// What is asked.
    var title: String { get }
    /// What there is to know before answering.
    var message: String { get }
    /// The answers, in the order in which they are shown.
    var buttons: [AlertButton] { get }
}
