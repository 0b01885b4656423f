import FairwayWire
import Testing

@testable import FairwayTerminal

struct InboxTests {
    @Test func whatIsTypedIsTakenHoweverMuchElseHappens() async {
        let inbox = Inbox()
        inbox.put(.typed([65]))
        inbox.put(.finished(nil))
        for number in 0..<10_000 {
            inbox.put(.changed)
            inbox.put(.connection(number.isMultiple(of: 2)))
            inbox.put(.signal(.resized))
        }
        inbox.put(.signal(.interrupted))
        var subjects: [ConversationEvent.Subject] = []
        for _ in 0..<6 { if let event = await inbox.next() { subjects.append(event.subject) } }
        #expect(
            subjects == [.keyboard, .request, .state, .connection, .signal(.resized), .signal(.interrupted)]
        )
    }

    @Test func ofTwoOnOneSubjectTheNewerOneCounts() async {
        let inbox = Inbox()
        inbox.put(.connection(false))
        inbox.put(.connection(true))
        guard case .connection(true) = await inbox.next() else {
            Issue.record("the newer one was lost")
            return
        }
    }

    @Test func whoeverWaitsIsWoken() async {
        let inbox = Inbox()
        async let event = inbox.next()
        inbox.put(.settled)
        #expect(await event?.subject == .pause)
    }

    @Test func whoeverIsCancelledWaitsNoLonger() async {
        let inbox = Inbox()
        let waiting = Task { await inbox.next() }
        waiting.cancel()
        #expect(await waiting.value == nil)
    }
}
