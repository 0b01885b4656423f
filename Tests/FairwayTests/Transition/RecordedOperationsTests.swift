import Testing

@testable import Fairway

struct RecordedOperationsTests {
    private let outer = NodeID(1)
    private let inner = NodeID(2)

    @Test func operationsAreTakenInTheirOrderAndThoseOfTheOuterHandlerWait() {
        var operations = RecordedOperations(most: 9)
        operations.record(.select("a"), by: outer)
        let waiting = operations.take()
        #expect(operations.recorded.isEmpty)
        operations.record(.select("b"), by: inner)
        operations.record(.dismiss, by: inner)
        let taken = operations.take(restoring: waiting)
        #expect(taken.map { "\($0.node): \($0.request)" } == ["f2: select the tab b", "f2: be dismissed"])
        #expect(operations.recorded.map { "\($0.node): \($0.request)" } == ["f1: select the tab a"])
    }

    @Test func recordedScreenIsReplacedInItsOperation() {
        var operations = RecordedOperations(most: 9)
        operations.record(.show(Page("a"), .push), by: outer)
        operations.record(.show(Page("b"), .push), by: outer)
        operations.replaceScreen(at: 0, with: Page("c"))
        #expect(operations.recorded.map { $0.request.screen?.value as? Page } == [Page("c"), Page("b")])
    }

    @Test func flowIsUnfinishedUntilItsLastOperationBegins() throws {
        var operations = RecordedOperations(most: 9)
        operations.expect([(.dismiss, outer), (.dismiss, inner), (.dismiss, inner)])
        try operations.beginNext()
        #expect(operations.unfinished == [inner, inner])
        try operations.beginNext()
        #expect(operations.unfinished == [inner])
        try operations.beginNext()
        #expect(operations.unfinished.isEmpty)
    }

    @Test func tooManyOperationsAreAMistake() throws {
        var operations = RecordedOperations(most: 2)
        operations.expect([(.dismiss, outer), (.dismiss, outer), (.dismiss, outer)])
        try operations.beginNext()
        try operations.beginNext()
        #expect(throws: Mistake.self) { try operations.beginNext() }
    }

    @Test func flowRunsUntilItsHandlerEnds() {
        var operations = RecordedOperations(most: 9)
        operations.beginHandler(of: outer)
        operations.beginHandler(of: inner)
        #expect(operations.isRunning(outer) && operations.isRunning(inner))
        operations.endHandler()
        #expect(operations.isRunning(outer) && !operations.isRunning(inner))
    }
}
