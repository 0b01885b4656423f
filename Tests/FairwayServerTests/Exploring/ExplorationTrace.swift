import Fairway

@testable import FairwayServer

/// The steps that an explorer has announced.
final class ExplorationTrace {
    var steps: [String] = []
}

/// Explores an app for 300 steps.
func exploration(
    of app: App,
    _ trace: ExplorationTrace = ExplorationTrace(),
    doingJobs: Bool = false
) async throws -> Exploration {
    // A handler that suspends for a millisecond times out. The explorer sets no deadline for one that only computes.
    var limits = EngineLimits()
    limits.handlerSeconds = 0.001
    var explorer = try await Explorer(app, startingWith: nil, on: Device(), doesJobs: doingJobs, limits: limits) {
        trace.steps.append($0)
    }
    return try await explorer.explore(steps: 300)
}
