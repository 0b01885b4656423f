@testable import Fairway

extension Blueprint {
    /// Makes a blueprint for each input, because blueprints cache data of sessions.
    convenience init(fuzzing app: App) {
        do {
            try self.init(app)
        } catch {
            preconditionFailure("the app of the fuzzing target is invalid: \(error)")
        }
    }
}
