import FairwayDoubles
import Foundation
import Testing

@testable import Fairway

struct SessionIDTests {
    /// The example of the ULID specification (https://github.com/ulid/spec) in lower case.
    @Test func sessionIDIsAULID() {
        let random: [UInt8] = [0xD6, 0x76, 0x4C, 0x61, 0xEF, 0xB9, 0x93, 0x02, 0xBD, 0x5B]
        let id = SessionID.make(at: Date(milliseconds: 1_469_918_176_385)) { count in
            #expect(count == random.count)
            return random
        }
        #expect(id == "01aryz6s41tsv4rrffq69g5fav")
    }

    /// Both the ids and their numbers sort by time.
    @Test func sessionIDsAreOrderedByTime() throws {
        let moments = [1, 31, 32, 1_023, 1_024, 1_699_999_999_999, 1_700_000_000_000, 253_402_300_799_999]
        let ids = moments.map { moment in
            // The random parts have the opposite order.
            SessionID.make(at: Date(milliseconds: moment)) { Array(repeating: moment % 2 == 0 ? 255 : 0, count: $0) }
        }
        for (earlier, later) in zip(ids, ids.dropFirst()) {
            #expect(earlier.utf8.lexicographicallyPrecedes(later.utf8))
            #expect(try #require(SessionID.number(of: earlier)) < #require(SessionID.number(of: later)))
        }
    }

    @Test func numberConsistsOfTimeAndFiveRandomBits() {
        #expect(SessionID.number(of: "01aryz6s41tsv4rrffq69g5fav") == 1_469_918_176_385 << 5 | 26)
        #expect(SessionID.number(of: "00000000001000000000000000") == 1)
    }

    @Test(arguments: [
        "", "AwAAAAAAAAAAAAAAAAAAAA", "00000000000fffffffffffffff", "01aryz6s41tsv4rrffq69g5fa",
        "01aryz6s41tsv4rrffq69g5fav0", "01ARYZ6S41TSV4RRFFQ69G5FAV",
        "01aryz6s4utsv4rrffq69g5fav", "01aryz6s4 tsv4rrffq69g5fav", "ü1aryz6s4tsv4rrffq69g5fav",
    ])
    func idInAnotherFormatHasNoNumber(id: String) {
        #expect(SessionID.number(of: id) == nil)
    }

    /// A machine without a real-time clock may start at a time before 1970.
    @Test(arguments: [0, 255] as [UInt8], [-1, 0])
    func timeBefore1970BecomesTheOldestID(random: UInt8, milliseconds: Int) throws {
        let early = SessionID.make(at: Date(milliseconds: milliseconds)) { Array(repeating: random, count: $0) }
        let late = SessionID.make(at: Date(milliseconds: 2)) { Array(repeating: 0, count: $0) }
        #expect(early.hasPrefix("0000000001"))
        #expect(try #require(SessionID.number(of: early)) < #require(SessionID.number(of: late)))
    }

    /// Copied rows must sort before rows that PostgreSQL numbers by microseconds.
    @Test func numberIsLessThanItsTimeInMicroseconds() throws {
        let milliseconds = 1_700_000_000_000
        let id = SessionID.make(at: Date(milliseconds: milliseconds)) { Array(repeating: 255, count: $0) }
        #expect(try #require(SessionID.number(of: id)) < milliseconds * 1_000)
    }

    /// A time before 1970, or outside every calendar.
    @Test(arguments: [-0.001, -1e300, 1e300])
    func sessionIDIsCreatedForAnyClockValue(seconds: Double) {
        let id = SessionID.make(at: Date(timeIntervalSince1970: seconds)) { Array(repeating: 7, count: $0) }
        #expect(id.utf8.count == 26)
        #expect(
            id.utf8.allSatisfy {
                "0"..."9" ~= Character(UnicodeScalar($0)) || "a"..."z" ~= Character(UnicodeScalar($0))
            }
        )
    }
}
