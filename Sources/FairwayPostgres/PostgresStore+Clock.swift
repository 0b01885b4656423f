import Fairway

/// Going by the database's clock.
extension PostgresStore {
    /// How far a machine's idea of a second can lead it away in between is a few milliseconds.
    private static let secondsBetweenReadings = 60.0

    /// Reads the database's clock now and then, for as long as the store is there.
    func keepTime() {
        clock.after(Self.secondsBetweenReadings) { [weak self] in
            guard let self else { return }
            Task {
                await self.readTime()
                self.keepTime()
            }
        }
    }

    private func readTime() async {
        let start = ContinuousClock.now
        // What cannot be read now is read the next time.
        guard case .success(let rows) = await readers.run([DatabaseClock.question]) else { return }
        let reading = rows[0].first { DatabaseClock.Reading($0.date(0), askedAt: start, answeredAt: .now) }
        if let reading, let reading { time.set(reading) }
    }
}
