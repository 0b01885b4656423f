/// The steps of an ordered flow, first to last.
public struct Order<F: FlowController>: Sendable {
    let steps: [Step<F>]
}
