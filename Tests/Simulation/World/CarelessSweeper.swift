import Fairway
import Foundation

/// A defective sweeper. It does not check again whether a session is still idle before it ends the session.
final class CarelessSweeper: Sendable {
    private static let secondsBetweenSweeps = 30.0
    private let engine: Engine
    private let store: any Store
    private let environment: SimulationEnvironment

    init(_ engine: Engine, _ store: any Store, _ environment: SimulationEnvironment) {
        self.engine = engine
        self.store = store
        self.environment = environment
    }

    func sweepRegularly() {
        environment.clock.after(Self.secondsBetweenSweeps) { [weak self] in
            guard let self else { return }
            Task(executorPreference: self.environment.scheduler) {
                await self.sweep()
                self.sweepRegularly()
            }
        }
    }

    private func sweep() async {
        let moment = environment.clock.now.addingTimeInterval(-environment.rates.idleSeconds)
        guard let page = try? await store.idleSessions(since: moment, cursor: nil, limit: 256) else { return }
        for session in page.rows {
            // The time that a sweep of thousands of sessions would take.
            await environment.pause(environment.dice.roll(0...30_000))
            _ = await engine.perform(.end(.expired), on: session, by: Caller(.app))
        }
    }
}
