import Fairway
import Foundation
import Testing

@testable import FairwayPostgres

struct DatabaseClockTests {
    private let moment = Date(timeIntervalSince1970: 1_000)
    /// When the readings are taken. The same for all, so that a pause of the test does not change their differences.
    private let instant = ContinuousClock.now

    /// The new reading is earlier than the clock's time by these seconds.
    @Test(arguments: [
        (earlierBySeconds: 0.5, isSetBack: false), (0.9, false), (-5.0, false), (10.0, true), (3_600.0, true),
    ])
    func onlyLargeStepBackMovesClockBack(earlierBySeconds: Double, isSetBack: Bool) throws {
        let clock = DatabaseClock(try reading(moment), own: SystemClock())
        let before = clock.now
        #expect(before >= moment)
        clock.set(try reading(moment.addingTimeInterval(-earlierBySeconds)))
        #expect((clock.now < before) == isSetBack)
    }

    @Test func clockContinuesAfterStandingStill() throws {
        let clock = DatabaseClock(try reading(moment), own: SystemClock())
        let before = clock.now
        // A reading of 50 seconds ago that was half a second behind the clock.
        let start = instant - .seconds(50)
        let late = DatabaseClock.Reading(moment.addingTimeInterval(-0.5), askedAt: start, answeredAt: start)
        clock.set(try #require(late))
        #expect(clock.now >= before.addingTimeInterval(49))
    }

    /// The first answer takes two seconds.
    @Test func slowAnswerIsAskedForAgain() throws {
        var instants = [0, 2, 10, 10].map { instant + .seconds($0) }[...]
        var dates = [moment, moment.addingTimeInterval(9)][...]
        let reading = DatabaseClock.Reading.taken(now: { instants.removeFirst() }, { dates.removeFirst() })
        #expect(reading?.date == moment.addingTimeInterval(9))
        #expect(reading?.instant == instant + .seconds(10))
    }

    @Test func onlySlowAnswersYieldNoReading() {
        var now = instant
        let reading = DatabaseClock.Reading.taken(
            now: {
                now += .seconds(2)
                return now
            },
            { moment }
        )
        #expect(reading == nil)
    }

    private func reading(_ date: Date) throws -> DatabaseClock.Reading {
        try #require(DatabaseClock.Reading(date, askedAt: instant, answeredAt: instant))
    }
}
