/// The steps of an ordered flow once its type is out of sight.
struct ErasedOrder: Sendable {
    let steps: [ErasedStep]

    init<F: FlowController>(_ order: Order<F>) {
        steps = order.steps.map { step in
            ErasedStep(
                screen: step.screen,
                key: StepKey(screen: step.screen.name, id: step.id),
                isRetained: step.keep == .retained,
                isThere: { step.isThere(unboxed($0)) },
                make: { try step.make(unboxed($0)) }
            )
        }
    }

    /// The step after another one, or the first, that is gone through in the flow's present state.
    func step(after key: StepKey?, in flow: any FlowController) -> ErasedStep? {
        let start = key.flatMap { key in steps.firstIndex { $0.key == key } }.map { $0 + 1 } ?? 0
        return steps[start...].first { $0.isThere(flow) }
    }

    /// Where the flow stands with that step in front.
    func progress(at key: StepKey?, in flow: any FlowController) -> Progress? {
        guard let key, let index = steps.firstIndex(where: { $0.key == key }) else { return nil }
        return Progress(
            index: index,
            count: steps.count,
            skipped: steps[..<index].filter { !$0.isThere(flow) }.count
        )
    }
}
