@testable import Fairway

extension Blueprint {
    /// Creates a blueprint. Each input needs its own, because blueprints cache data of sessions.
    convenience init(fuzzing app: App) {
        do {
            try self.init(app)
        } catch {
            preconditionFailure("the app of the fuzzing target is invalid: \(error)")
        }
    }
}
