/// Collects the statements of an ordered flow's `order`.
@resultBuilder
public enum OrderBuilder<F: FlowController> {
    /// One step.
    public static func buildExpression(_ step: Step<F>) -> Step<F> { step }
    /// The steps of a block.
    public static func buildBlock(_ steps: Step<F>...) -> Order<F> { Order(steps: steps) }
}
