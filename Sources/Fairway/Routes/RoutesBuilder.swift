/// Collects the statements of a flow's `routes`.
@resultBuilder
public enum RoutesBuilder<F: FlowController> {
    /// One statement.
    public static func buildExpression(_ route: Route<F>) -> Route<F> { route }
    /// The statements of a block.
    public static func buildBlock(_ routes: Route<F>...) -> Routes<F> { Routes(routes) }
}
