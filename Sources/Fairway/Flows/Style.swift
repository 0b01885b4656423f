/// How a screen or a flow comes to be in front. A flow may keep one among its stored properties.
public enum Style: Codable, Hashable, Sendable {
    /// Pushes when there is a navigation stack in front, else presents modally inside a new stack. Alerts and sheets
    /// are presented as what they are.
    case automatic
    /// On top of the stack in front; without a stack the change fails.
    case push
    /// Over everything, inside a new stack or alone.
    case modal(navigation: Bool)
    /// Slid over a part of the view.
    case sheet
    /// As a question over whatever is in front.
    case alert
    /// In the place of the screen in front.
    case replace
    /// This flow's content becomes just this: what it showed and started leaves without a word. Going back never crosses
    /// a screen shown so, nor one that later takes its place; for a flow started so see `Navigator.start(_:as:slot:)`.
    case root
    /// On top of the stack in one half of this flow's split view.
    case pane(Pane)

    /// Over everything, inside a new stack.
    public static var modal: Style { .modal(navigation: true) }

    /// The halves of a split view.
    public enum Pane: String, Codable, Hashable, Sendable {
        /// The half that leads, a list.
        case primary
        /// The half that follows, a detail.
        case secondary
    }
}
