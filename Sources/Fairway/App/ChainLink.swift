/// A flow or a screen in a link's chain.
public struct ChainLink: Sendable {
    let content: Content
    let style: Style

    enum Content: Sendable {
        case flow(any FlowController)
        case screen(any Screen)
    }

    /// Started by the flow before it.
    public static func flow(_ flow: some FlowController, as style: Style = .automatic) -> ChainLink {
        ChainLink(content: .flow(flow), style: style)
    }

    /// Shown by the flow before it.
    public static func screen(_ screen: some Screen, as style: Style = .automatic) -> ChainLink {
        ChainLink(content: .screen(screen), style: style)
    }
}
