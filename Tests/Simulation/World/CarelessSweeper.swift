import Fairway
import Foundation

/// A sweeper that ends what was idle when it made its list, and does not look again whether somebody has come back since.
final class CarelessSweeper: Sendable {
    private static let secondsBetweenSweeps = 30.0
    private let engine: Engine
    private let store: any Store
    private let outside: Outside

    init(_ engine: Engine, _ store: any Store, _ outside: Outside) {
        self.engine = engine
        self.store = store
        self.outside = outside
    }

    func sweepRegularly() {
        outside.clock.after(Self.secondsBetweenSweeps) { [weak self] in
            guard let self else { return }
            Task(executorPreference: self.outside.scheduler) {
                await self.sweep()
                self.sweepRegularly()
            }
        }
    }

    private func sweep() async {
        let moment = outside.clock.now.addingTimeInterval(-outside.weather.idleSeconds)
        guard let page = try? await store.idleSessions(since: moment, cursor: nil, limit: 256) else { return }
        for session in page.rows {
            // As long as a list of thousands takes.
            await outside.pause(outside.dice.roll(0...30_000))
            _ = await engine.perform(.end(.expired), on: session, by: Caller(.operator))
        }
    }
}
