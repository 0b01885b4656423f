/// A flow that shows a declared list of screens in order.
///
/// ```swift
/// struct SignUp: OrderedFlow {
///     var name = ""
///     var isEmployed = false
///     static var order: Order<Self> {
///         step(Name.self)                                                             // a route `shows` declares it
///         step(Work.self, when: { $0.isEmployed }) { flow in Work(of: flow.name) }    // both in one
///         step(Photo.self, keep: .retained) { flow in Photo() }                       // with state of its own
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

    /// Declares a step with a screen that a route `shows` derives, in this flow or in one above it.
    ///
    /// ```swift
    /// step(Name.self)
    /// ```
    ///
    /// - Parameters:
    ///   - screen: the type of the step's screen.
    ///   - id: distinguishes two steps with the same screen type.
    ///   - isIncluded: whether the step is included, given the flow's current state.
    public static func step<S: Screen>(
        _ screen: S.Type,
        id: String? = nil,
        when isIncluded: (@Sendable (Self) -> Bool)? = nil
    ) -> Step<Self> {
        Step(screen: screen, id: id, isIncluded: isIncluded ?? { _ in true }, content: .derived(nil))
    }

    /// Declares a step and derives its screen from the flow's state, as a route `shows` does.
    ///
    /// ```swift
    /// step(Work.self, when: { $0.isEmployed }) { flow in Work(of: flow.name) }
    /// ```
    public static func step<S: Screen>(
        _ screen: S.Type,
        id: String? = nil,
        when isIncluded: (@Sendable (Self) -> Bool)? = nil,
        _ make: @escaping @Sendable (Self) throws -> S
    ) -> Step<Self> {
        let maker = ScreenMaker(.flow { flow, _ in try make(unboxed(flow)) })
        return Step(screen: screen, id: id, isIncluded: isIncluded ?? { _ in true }, content: .derived(maker))
    }

    /// Declares a step with a screen that has state of its own.
    ///
    /// `nav.update` changes it, and `nav.goNext(to: Photo(…))` shows another value.
    ///
    /// ```swift
    /// step(Photo.self, id: "front", keep: .retained) { flow in Photo() }
    /// ```
    ///
    /// - Parameters:
    ///   - screen: the type of the step's screen.
    ///   - id: distinguishes two steps with the same screen type.
    ///   - isIncluded: whether the step is included, given the flow's current state.
    ///   - keep: whether the screen's stored properties are kept when it leaves.
    ///   - make: creates the screen when the step is reached.
    public static func step<S: Screen>(
        _ screen: S.Type,
        id: String? = nil,
        when isIncluded: (@Sendable (Self) -> Bool)? = nil,
        keep: Keep,
        _ make: @escaping @Sendable (Self) throws -> S
    ) -> Step<Self> {
        Step(
            screen: screen,
            id: id,
            isIncluded: isIncluded ?? { _ in true },
            content: .own(keep) { try make(unboxed($0)) }
        )
    }

    static var erasedOrder: ErasedOrder { ErasedOrder(order) }
}

/// The steps of an ordered flow, first to last.
public struct Order<F: FlowController>: Sendable {
    let steps: [Step<F>]
}

/// Builds an ordered flow's `order`.
@resultBuilder
public enum OrderBuilder<F: FlowController> {
    /// A single step.
    public static func buildExpression(_ step: Step<F>) -> Step<F> { step }
    /// Collects the steps of a block.
    public static func buildBlock(_ steps: Step<F>...) -> Order<F> { Order(steps: steps) }
}

/// A step of an ordered flow.
public struct Step<F: FlowController>: Sendable {
    let screen: any Screen.Type
    let id: String?
    let isIncluded: @Sendable (F) -> Bool
    let content: ErasedStep.Content
}

/// Whether a step's screen with state of its own keeps its stored properties after it has left.
public enum Keep: Sendable {
    /// The screen is created again each time the step is reached.
    case transient
    /// The stored properties are kept and restored when the step is reached again, until the flow ends.
    case retained
}

/// The position of an ordered flow.
///
/// ```swift
/// let progress = nav.progress        // Progress(index: 2, count: 4, skipped: 1)
/// ```
public struct Progress: Codable, Hashable, Sendable {
    /// The index of the current step, from 0.
    public var index: Int
    /// The number of declared steps.
    public var count: Int
    /// The number of earlier steps that are not included.
    public var skipped: Int

    /// Creates a position.
    public init(index: Int, count: Int, skipped: Int) {
        self.index = index
        self.count = count
        self.skipped = skipped
    }
}
