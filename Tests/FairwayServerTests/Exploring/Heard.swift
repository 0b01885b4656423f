import Fairway

@testable import FairwayServer

/// What an explorer says that it does.
final class Heard {
    var steps: [String] = []
}

/// Walks through an app, 300 steps long.
func exploration(of app: App, _ heard: Heard = Heard(), doingJobs: Bool = false) async throws -> Exploration {
    // A handler that waits for ever is given up at once. One that does not wait has no deadline here.
    var limits = EngineLimits()
    limits.handlerSeconds = 0.001
    var explorer = try await Explorer(app, startingWith: nil, on: Device(), doesJobs: doingJobs, limits: limits) {
        heard.steps.append($0)
    }
    return try await explorer.explore(steps: 300)
}
