import FairwayWire
import TestWaits
import Testing

@testable import FairwayTerminal

@Suite(.waiting)
struct ConversationEventQueueTests {
    @Test func inputIsHandledAmongManyOtherEvents() async {
        let events = ConversationEventQueue()
        events.put(.typed([65]))
        events.put(.finished(nil))
        for number in 0..<10_000 {
            events.put(.changed)
            events.put(.connection(number.isMultiple(of: 2)))
            events.put(.signal(.resized))
        }
        events.put(.signal(.interrupted))
        var subjects: [ConversationEvent.Subject] = []
        for _ in 0..<6 { if let event = await events.next() { subjects.append(event.subject) } }
        #expect(
            subjects == [.keyboard, .request, .state, .connection, .signal(.resized), .signal(.interrupted)]
        )
    }

    @Test func newerEventReplacesOlderOneOfItsSubject() async {
        let events = ConversationEventQueue()
        events.put(.connection(false))
        events.put(.connection(true))
        guard case .connection(true) = await events.next() else {
            Issue.record("the newer event was lost")
            return
        }
    }

    @Test func waitingForAnEventReturnsWhenOneArrives() async {
        let events = ConversationEventQueue()
        async let event = events.next()
        events.put(.settled)
        #expect(await event?.subject == .pause)
    }

    @Test func cancellationEndsTheWaitForAnEvent() async {
        let events = ConversationEventQueue()
        let waiting = Task { await events.next() }
        waiting.cancel()
        #expect(await waiting.value == nil)
    }
}
