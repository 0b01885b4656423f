/// How a screen or a flow is presented. A flow can store a style in its properties.
///
/// ```swift
/// nav.show(Receipt(), as: .root)
/// nav.start(PickImage(), as: .modal)
/// ```
public enum Style: Codable, Hashable, Sendable {
    /// Pushes if a navigation stack is in front. Otherwise presents modally with a new stack. Types that conform to
    /// ``Alert`` or ``Sheet`` are presented as such.
    case automatic
    /// Pushes onto the stack in front. Without a stack the change fails.
    case push
    /// Presents over everything, with or without a navigation stack.
    case modal(navigation: Bool)
    /// Presents as a sheet.
    case sheet
    /// Presents as an alert.
    case alert
    /// Replaces the screen in front.
    case replace
    /// Replaces all content of this flow. The screens and flows that it had shown are removed, and no `dismissOf:`
    /// handlers run. Going back never crosses a root screen or a screen that later replaces it. For a flow that is
    /// started as root, see `Navigator.start(_:as:slot:ignoringResult:)`.
    case root
    /// Pushes onto the stack in one pane of this flow's split view.
    case pane(Pane)

    /// Presents over everything with a new navigation stack.
    public static var modal: Style { .modal(navigation: true) }

    /// The panes of a split view.
    public enum Pane: String, Codable, Hashable, Sendable {
        /// The leading pane, usually a list.
        case primary
        /// The trailing pane, usually a detail.
        case secondary
    }
}
