import FairwayWire

/// The steps of an ordered flow, type-erased.
struct ErasedOrder: Sendable {
    let steps: [ErasedStep]

    init<F: FlowController>(_ order: Order<F>) {
        steps = order.steps.map { step in
            ErasedStep(
                screen: step.screen,
                key: StepKey(screen: step.screen.name, id: step.id),
                isIncluded: { step.isIncluded(unboxed($0)) },
                content: step.content
            )
        }
    }

    /// The first included step after `key`, or of the whole order if `key` is nil. Conditions are evaluated on `flow`.
    func step(after key: StepKey?, in flow: any FlowController) -> ErasedStep? {
        let start = key.flatMap { key in steps.firstIndex { $0.key == key } }.map { $0 + 1 } ?? 0
        return steps[start...].first { $0.isIncluded(flow) }
    }

    /// The flow's progress with the step `key` in front.
    func progress(at key: StepKey?, in flow: any FlowController) -> Progress? {
        guard let key, let index = steps.firstIndex(where: { $0.key == key }) else { return nil }
        return Progress(
            index: index,
            count: steps.count,
            skipped: steps[..<index].filter { !$0.isIncluded(flow) }.count
        )
    }

    /// Whether a step has no state of its own.
    func isDerived(_ key: StepKey) -> Bool { steps.contains { $0.key == key && $0.isDerived } }

    /// The closure that derives a screen. Searched in this order: the screen's step, the step of that screen without an
    /// id, the first step with a closure. Nil for a step with state of its own.
    func maker(of screen: any Screen.Type, at key: StepKey?) -> ScreenMaker? {
        if let key, let step = steps.first(where: { $0.key == key }) {
            guard step.isDerived else { return nil }
            if let maker = step.maker { return maker }
        }
        let same = steps.filter { $0.screen == screen }
        return same.first { $0.key.id == nil }?.maker ?? same.firstNonNil(\.maker)
    }
}

/// A step of an ordered flow, type-erased.
struct ErasedStep: Sendable {
    let screen: any Screen.Type
    let key: StepKey
    let isIncluded: @Sendable (any FlowController) -> Bool
    let content: Content

    enum Content: Sendable {
        /// Derived from the flow's state by this closure or, if nil, by a route.
        case derived(ScreenMaker?)
        /// Made when the step is reached, with state of its own from then on.
        case own(Keep, @Sendable (any FlowController) throws -> any Screen)
    }

    var isDerived: Bool { if case .derived = content { true } else { false } }

    /// The closure of a derived step.
    var maker: ScreenMaker? { if case .derived(let maker) = content { maker } else { nil } }

    var isRetained: Bool { if case .own(.retained, _) = content { true } else { false } }
}

/// Identifies a step of an ordered flow: the screen's name, and an id if several steps show the same screen.
struct StepKey: Hashable, Sendable {
    var screen: String
    var id: String?
}

extension FlowType {
    /// How this flow derives a screen, by a route or by the closure of a step.
    func maker(of screen: any Screen.Type, at step: StepKey?) -> ScreenMaker? {
        makers[ObjectIdentifier(screen)] ?? order?.maker(of: screen, at: step)
    }

    /// Whether this flow derives a screen in any way.
    func derives(_ screen: any Screen.Type) -> Bool {
        makers[ObjectIdentifier(screen)] != nil
            || order?.steps.contains { $0.isDerived && $0.screen == screen } ?? false
    }

    /// Whether this flow derives a screen and has no step of it with state of its own.
    ///
    /// - Parameter id: The id of a step, to consider that step only.
    func alwaysDerives(_ screen: any Screen.Type, step id: String?) -> Bool {
        let steps = order?.steps.filter { $0.screen == screen && (id == nil || $0.key.id == id) } ?? []
        return steps.isEmpty ? makers[ObjectIdentifier(screen)] != nil : steps.allSatisfy(\.isDerived)
    }

    /// Whether this flow derives any screen.
    var derivesScreens: Bool { !makers.isEmpty || order?.steps.contains(where: \.isDerived) ?? false }
}
