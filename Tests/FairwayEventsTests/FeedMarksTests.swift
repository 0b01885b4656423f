import FairwayEvents
import Testing

/// The bounds and timelines of a feed decide which cursors are its own.
struct FeedMarksTests {
    private let marks = FeedMarks(
        beginning: 4,
        newest: 20,
        timelines: [.init(id: "a", start: 0), .init(id: "b", start: 10), .init(id: "c", start: 15)]
    )

    @Test(arguments: [(5, "a-5"), (10, "a-10"), (11, "b-11"), (15, "b-15"), (16, "c-16"), (20, "c-20")])
    func cursorNamesTheTimelineOfItsEvent(_ number: Int, _ text: String) {
        #expect(marks.cursor(number).description == text)
        #expect(marks.number(of: marks.cursor(number)) == number)
    }

    @Test(arguments: ["a-3", "c-21", "b-10", "a-11", "c-15", "d-16", "0", "c-5"])
    func cursorIsGone(_ text: String) throws {
        let cursor = try #require(EventCursor(text))
        #expect(marks.number(of: cursor) == nil)
    }

    @Test func oldestCursorIsBehindTheRemovedEvents() {
        #expect(marks.oldest.description == "a-4")
        #expect(marks.number(of: marks.oldest) == 4)
    }

    /// The backup was made at number 12. Then the old store went on to 20, and the restored one went on to 14.
    @Test func restoredStoreKnowsTheCursorsUpToItsBackup() {
        let old = FeedMarks(beginning: 0, newest: 20, timelines: [.init(id: "a", start: 0), .init(id: "b", start: 10)])
        let restored = FeedMarks(
            beginning: 0,
            newest: 14,
            timelines: [.init(id: "a", start: 0), .init(id: "b", start: 10), .init(id: "r", start: 12)]
        )
        for number in 0...12 { #expect(restored.number(of: old.cursor(number)) == number) }
        for number in 13...20 { #expect(restored.number(of: old.cursor(number)) == nil) }
    }

    @Test func emptyFeedHasACursorThatStaysValid() {
        let empty = FeedMarks(beginning: 0, newest: 0, timelines: [.init(id: "a", start: 0)])
        #expect(empty.oldest.description == "0")
        let later = FeedMarks(beginning: 0, newest: 3, timelines: [.init(id: "b", start: 0)])
        #expect(later.number(of: empty.oldest) == 0)
        let removed = FeedMarks(beginning: 2, newest: 3, timelines: [.init(id: "b", start: 0)])
        #expect(removed.number(of: empty.oldest) == nil)
    }

    /// A store forgets timelines beyond the limit.
    @Test func eventsOfAForgottenTimelineBelongToTheFirstOne() {
        let forgotten = FeedMarks(beginning: 0, newest: 9, timelines: [.init(id: "b", start: 5)])
        #expect(forgotten.cursor(3).description == "b-3")
        #expect(forgotten.number(of: forgotten.cursor(3)) == 3)
    }

    @Test func consumersHoldEventsUpToTheLimit() {
        #expect(marks.removable(readUpTo: []) == 20)
        #expect(marks.removable(readUpTo: [12, 7]) == 7)
        let long = FeedMarks(beginning: 0, newest: EventLimits.heldEvents + 50, timelines: [])
        #expect(long.removable(readUpTo: [7]) == 50)
        #expect(long.removable(readUpTo: [70]) == 70)
    }

    @Test(arguments: [
        "", "-", "a-", "-1", "a-0", "a-01", "a--1", "A-1", "g-1", "a-1-2", "1", "00", "a-99999999999999999999", "å-1",
    ])
    func textIsNoCursor(_ text: String) { #expect(EventCursor(text) == nil) }
}
