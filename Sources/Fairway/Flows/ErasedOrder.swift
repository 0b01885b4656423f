/// The steps of an ordered flow, type-erased.
struct ErasedOrder: Sendable {
    let steps: [ErasedStep]

    init<F: FlowController>(_ order: Order<F>) {
        steps = order.steps.map { step in
            ErasedStep(
                screen: step.screen,
                key: StepKey(screen: step.screen.name, id: step.id),
                isRetained: step.keep == .retained,
                isIncluded: { step.isIncluded(unboxed($0)) },
                make: { try step.make(unboxed($0)) }
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
}

/// A step of an ordered flow, type-erased.
struct ErasedStep: Sendable {
    let screen: any Screen.Type
    let key: StepKey
    let isRetained: Bool
    let isIncluded: @Sendable (any FlowController) -> Bool
    let make: @Sendable (any FlowController) throws -> any Screen
}

/// Identifies a step of an ordered flow: the screen's name, and an id if several steps show the same screen.
struct StepKey: Hashable, Sendable {
    var screen: String
    var id: String?
}
