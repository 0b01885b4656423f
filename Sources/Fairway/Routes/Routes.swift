/// What actions, results and events mean to one flow.
public struct Routes<F: FlowController>: Sendable {
    let all: [Route<F>]

    init(_ routes: [Route<F>]) { all = routes }
}
