/// Collects a link's chain.
@resultBuilder
public enum ChainBuilder {
    /// A flow.
    public static func buildExpression(_ flow: some FlowController) -> ChainLink { .flow(flow) }
    /// A screen.
    public static func buildExpression(_ screen: some Screen) -> ChainLink { .screen(screen) }
    /// A flow or a screen that says how it is shown.
    public static func buildExpression(_ link: ChainLink) -> ChainLink { link }
    /// The links of a block.
    public static func buildBlock(_ links: ChainLink...) -> [ChainLink] { links }
}
