@testable import Fairway

extension Blueprint {
    /// One for each input: it remembers how sessions lie, and what an input finds may not depend on the one before.
    convenience init(fuzzing app: App) {
        do {
            try self.init(app)
        } catch {
            preconditionFailure("the target's app contradicts itself: \(error)")
        }
    }
}
