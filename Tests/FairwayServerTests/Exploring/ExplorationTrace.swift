import Fairway

@testable import FairwayServer

/// The trace of an explorer.
final class ExplorationTrace {
    var steps: [String] = []
}

/// Explores an app for 300 steps.
func exploration(
    of app: App,
    _ trace: ExplorationTrace = ExplorationTrace(),
    doingJobs: Bool = false
) async throws -> Exploration {
    // A handler that suspends times out at once. A handler that only computes has no deadline here.
    var limits = EngineLimits()
    limits.handlerSeconds = 0.001
    var explorer = try await Explorer(app, startingWith: nil, on: Device(), doesJobs: doingJobs, limits: limits) {
        trace.steps.append($0)
    }
    return try await explorer.explore(steps: 300)
}
