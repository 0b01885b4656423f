import Fairway
import Foundation
import Testing

@testable import FairwayPostgres

/// The time of day as the database has it.
struct DatabaseClockTests {
    private let moment = Date(timeIntervalSince1970: 1_000)

    /// The database is asked again, and its answer is earlier than what it is taken to be by now.
    @Test(arguments: [
        (earlierBySeconds: 0.5, isSetBack: false), (0.9, false), (-5.0, false), (2.0, true), (3_600.0, true),
    ])
    func onlyADatabaseThatWasSetBackSetsItBack(earlierBySeconds: Double, isSetBack: Bool) throws {
        let clock = DatabaseClock(try reading(moment), own: SystemClock())
        let before = clock.now
        #expect(before >= moment)
        clock.set(try reading(moment.addingTimeInterval(-earlierBySeconds)))
        #expect((clock.now < before) == isSetBack)
    }

    @Test func itGoesOnWhereItStoodStill() throws {
        let clock = DatabaseClock(try reading(moment), own: SystemClock())
        let before = clock.now
        // An answer that came fifty seconds ago, of a moment half a second too early.
        let start = ContinuousClock.now - .seconds(50)
        let late = DatabaseClock.Reading(moment.addingTimeInterval(-0.5), askedAt: start, answeredAt: start)
        clock.set(try #require(late))
        #expect(clock.now >= before.addingTimeInterval(49))
    }

    private func reading(_ date: Date) throws -> DatabaseClock.Reading {
        let now = ContinuousClock.now
        return try #require(DatabaseClock.Reading(date, askedAt: now, answeredAt: now))
    }
}
