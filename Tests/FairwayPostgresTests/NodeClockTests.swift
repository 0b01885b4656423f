#if Postgres
import Fairway
import FairwayTesting
import Foundation
import Testing

@testable import FairwayPostgres

extension PostgresTests {
    /// A clock that is wrong.
    private struct WrongClock: WallClock {
        let offSeconds: Double

        var now: Date { SystemClock().now.addingTimeInterval(offSeconds) }

        var secondsPassed: Double { SystemClock().secondsPassed }

        @discardableResult
        func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) -> ScheduledCall {
            SystemClock().after(seconds, call)
        }
    }

    /// Nodes use the database's clock.
    @Suite struct NodeClockTests {
        @Test(arguments: [-86_400.0, -90, 90, 86_400])
        func nodeWithWrongClockUsesDatabaseTime(offSeconds: Double) async throws {
            try await TestDatabase.using { database in
                let node = try PostgresStore(
                    database.uri,
                    for: .serving,
                    clock: WrongClock(offSeconds: offSeconds),
                    migrations: Migration.all
                )
                let clock = try #require(node.sharing?.commonClock)
                let before = try Self.time(database)
                let now = clock.now
                let after = try Self.time(database)
                // The time that the answer is in transit is unknown.
                #expect(before.addingTimeInterval(-DatabaseClock.uncertainSeconds) <= now)
                #expect(now <= after.addingTimeInterval(DatabaseClock.uncertainSeconds))
                await node.close()
            }
        }

        @Test func oldReadingAdvancesWithMonotonicTime() throws {
            let start = ContinuousClock.now - .seconds(50)
            let then = Date(timeIntervalSince1970: 1_000)
            let reading = try #require(DatabaseClock.Reading(then, askedAt: start, answeredAt: start))
            let clock = DatabaseClock(reading, own: WrongClock(offSeconds: 0))
            #expect(clock.now >= then.addingTimeInterval(50))
            #expect(DatabaseClock.Reading(then, askedAt: start, answeredAt: start + .seconds(1)) == nil)
        }

        private static func time(_ database: TestDatabase) throws -> Date {
            try #require(try database.connect().run(DatabaseClock.question).first { $0.date(0) })
        }
    }
}
#endif
