/// A flow that is a list of screens in order, declared once, each made when it is reached.
///
/// ```swift
/// struct SignUp: OrderedFlow {
///     var isEmployed = false
///     static var order: Order<Self> {
///         step(Name.self) { flow in Name() }
///         step(Work.self, when: { $0.isEmployed }) { flow in Work() }
///         step(Photo.self, id: "front", keep: .retained) { flow in Photo() }
///         step(Photo.self, id: "back") { flow in Photo() }
///     }
/// }
/// ```
public protocol OrderedFlow: FlowController {
    /// The steps, first to last.
    @OrderBuilder<Self> static var order: Order<Self> { get }
}

extension OrderedFlow {
    /// Shows the first step.
    public mutating func start(_ nav: Navigator<Self>) async throws { nav.goNext() }

    /// A step of the order.
    ///
    /// - Parameters:
    ///   - screen: the screen's type, by which the step is gone to.
    ///   - id: tells two steps of one screen apart.
    ///   - isThere: whether the step is gone through, in the flow's present state.
    ///   - keep: whether the screen comes back as it was.
    ///   - make: makes the screen when the step is reached.
    public static func step<S: Screen>(
        _ screen: S.Type,
        id: String? = nil,
        when isThere: (@Sendable (Self) -> Bool)? = nil,
        keep: Keep = .transient,
        _ make: @escaping @Sendable (Self) throws -> S
    ) -> Step<Self> {
        Step(screen: screen, id: id, keep: keep, isThere: isThere ?? { _ in true }, make: make)
    }

    static var erasedOrder: ErasedOrder { ErasedOrder(order) }
}
