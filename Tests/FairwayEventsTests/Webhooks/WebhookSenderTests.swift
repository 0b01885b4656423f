import FairwayDoubles
import FairwayTesting
import TestWaits
import Testing

@testable import Fairway
@testable import FairwayEvents

/// What a sender sends and stores, a step at a time.
@Suite(.waiting)
struct WebhookSenderTests {
    @Test func newReceiverGetsTheEventsAfterItsFirstLook() async throws {
        let office = try await WebhookOffice()
        try office.act(3)
        let sender = try await office.sender("a")
        try office.act(2)
        #expect(await sender.step() == WebhookLimits.secondsBetweenRequests)
        #expect(try office.revisions("a") == [[4, 5]])
        try office.act(1)
        #expect(await sender.step() == WebhookLimits.secondsBetweenRequests)
        #expect(try office.revisions("a") == [[4, 5], [6]])
    }

    @Test func restartContinuesAtTheStoredCursor() async throws {
        let office = try await WebhookOffice()
        let sender = try await office.sender("a")
        try office.act(1)
        _ = await sender.step()
        try office.act(1)
        let next = try await office.sender("a")
        _ = await next.step()
        #expect(try office.revisions("a") == [[1], [2]])
    }

    @Test func retryHasTheSameIDAndBodyAlsoAfterARestart() async throws {
        let office = try await WebhookOffice()
        office.answer("a", .status(500))
        let sender = try await office.sender("a")
        try office.act(2)
        _ = await sender.step()
        // It does not join the request that is repeated. The user of its events may change meanwhile.
        try office.act(1, user: "ada")
        office.clock.advance(by: 5)
        _ = await sender.step()
        office.clock.advance(by: 10)
        office.answer("a", .status(204))
        let next = try await office.sender("a")
        _ = await next.step()
        _ = await next.step()
        let requests = office.requests("a")
        #expect(Set(requests.prefix(3).map(\.id)).count == 1)
        #expect(Set(requests.prefix(3).map(\.body)).count == 1)
        #expect(try office.revisions("a") == [[1, 2], [1, 2], [1, 2], [3]])
        #expect(requests[3].id != requests[0].id)
    }

    /// As after a crash, or if the store fails after the answer.
    @Test func requestWithoutAStoredAnswerIsRepeatedAsItWas() async throws {
        let office = try await WebhookOffice()
        let sender = try await office.sender("a")
        try office.act(2)
        _ = office.hold("a")
        let step = Task { await sender.step() }
        try await until { office.requests("a").count == 1 }
        step.cancel()
        _ = await step.value
        try office.act(1, user: "ada")
        let next = try await office.sender("a")
        _ = await next.step()
        let requests = office.requests("a")
        #expect(try office.revisions("a") == [[1, 2], [1, 2]])
        #expect(Set(requests.map(\.id)).count == 1)
        #expect(Set(requests.map(\.body)).count == 1)
    }

    @Test func requestAndItsRetryNameTheTraceOfTheFirstEvent() async throws {
        let office = try await WebhookOffice()
        office.answer("a", .status(500))
        let sender = try await office.sender("a")
        try office.act(2)
        _ = await sender.step()
        office.clock.advance(by: 5)
        _ = await sender.step()
        #expect(office.requests("a").map { $0.headers["traceparent"] } == ["trace of s 1", "trace of s 1"])
        // The retry is the same, but its first event cannot be found with the receiver's new filter.
        sender.replace(try WebhookOffice.receiver("a", kinds: ["end"]))
        office.clock.advance(by: 10)
        _ = await sender.step()
        #expect(office.requests("a").count == 3)
        #expect(office.requests("a")[2].headers["traceparent"] == nil)
    }

    @Test func retryWaitsForItsDelay() async throws {
        let office = try await WebhookOffice()
        office.answer("a", .status(500))
        let sender = try await office.sender("a")
        try office.act(1)
        _ = await sender.step()
        #expect(await sender.step() == WebhookLimits.secondsBetweenLooks)
        #expect(office.requests("a").count == 1)
        office.clock.advance(by: 5)
        _ = await sender.step()
        #expect(office.requests("a").count == 2)
    }

    @Test func goneReceiverGetsNothingUntilItsEntryChanges() async throws {
        let office = try await WebhookOffice()
        office.answer("a", .status(410))
        let sender = try await office.sender("a")
        try office.act(1)
        _ = await sender.step()
        office.clock.advance(by: 86_400)
        #expect(await sender.step() == WebhookLimits.secondsBetweenLooks)
        #expect(office.requests("a").count == 1)
        office.answer("a", .status(204))
        sender.replace(try WebhookOffice.receiver("a"))
        #expect(await sender.step() == WebhookLimits.secondsBetweenLooks, "another entry of the file has changed")
        sender.replace(try WebhookOffice.receiver("a", body: .thin))
        _ = await sender.step()
        #expect(try office.revisions("a") == [[1], [1]])
        #expect(try office.progress("a").disabledIn == nil)
    }

    @Test func redeliverySendsTheEventsAfterACursorAgain() async throws {
        let office = try await WebhookOffice()
        let receiver = try WebhookOffice.receiver("a")
        let webhooks = office.webhooks([receiver])
        let sender = try await office.sender("a")
        let start = try office.progress("a").cursor
        try office.act(2)
        _ = await sender.step()
        let listed = try await webhooks.redeliver(receiver.id, after: start)
        #expect(listed?.progress?.cursor == start)
        #expect(listed?.state == .active)
        _ = await sender.step()
        let requests = office.requests("a")
        #expect(requests.count == 2)
        #expect(requests[0].body == requests[1].body)
        #expect(requests[0].id != requests[1].id, "a receiver would ignore a request that it knows")
        #expect(try await webhooks.redeliver("wh_none", after: start) == nil)
    }

    @Test func redeliveryDuringARequestCounts() async throws {
        let office = try await WebhookOffice()
        let receiver = try WebhookOffice.receiver("a")
        let webhooks = office.webhooks([receiver])
        let sender = try await office.sender("a")
        let start = try office.progress("a").cursor
        try office.act(1)
        let gate = office.hold("a")
        let step = Task { await sender.step() }
        try await until { office.requests("a").count == 1 }
        _ = try await webhooks.redeliver(receiver.id, after: start)
        gate.yield(.status(204))
        _ = await step.value
        #expect(try office.progress("a").cursor == start)
        #expect(try office.progress("a").redeliveries == 1)
    }

    @Test func eventsThatTheReceiverDoesNotTakeAreSkipped() async throws {
        let office = try await WebhookOffice()
        let sender = try await office.sender(try WebhookOffice.receiver("a", kinds: ["start"], body: .thin))
        try office.act(1)
        try office.act(2, in: "another")
        try office.act(3)
        _ = await sender.step()
        #expect(try office.revisions("a") == [[1, 1]])
        #expect(String(decoding: office.requests("a")[0].body, as: UTF8.self).contains(#""thin""#))
        let page = try await office.services.feed.events(after: try office.progress("a").cursor, limit: 10)
        #expect(page.events == [])
    }

    @Test func placeOfAReceiverThatTakesNothingIsStoredAfterAMinute() async throws {
        let office = try await WebhookOffice()
        let sender = try await office.sender(try WebhookOffice.receiver("a", flows: ["Another"]))
        let start = try office.progress("a").cursor
        for seconds in [59.0, 1] {
            try office.act(1)
            #expect(await sender.step() == WebhookLimits.secondsBetweenRequests)
            #expect(try office.progress("a").cursor == start)
            office.clock.advance(by: seconds)
        }
        try office.act(1)
        _ = await sender.step()
        #expect(try office.progress("a").cursor != start)
        #expect(office.requests("a") == [])
    }

    @Test func oneNodeSendsAtATime() async throws {
        let memory = SharedMemory()
        let (first, second) = (try await WebhookOffice(memory), try await WebhookOffice(memory))
        let (sender, other) = (try await first.sender("a"), try await second.sender("a"))
        try first.act(1)
        _ = await sender.step()
        try first.act(1)
        #expect(await other.step() == WebhookLimits.secondsBetweenLooks)
        #expect(!other.health.isSending)
        #expect(sender.health.isSending)
        await first.services.lease.release()
        _ = await other.step()
        #expect(try first.revisions("a") == [[1]])
        #expect(try second.revisions("a") == [[2]])
    }

    @Test func claimOfANodeThatIsGoneExpires() async throws {
        let memory = SharedMemory()
        let (first, second) = (try await WebhookOffice(memory), try await WebhookOffice(memory))
        let (sender, other) = (try await first.sender("a"), try await second.sender("a"))
        try first.act(1)
        _ = await sender.step()
        try first.act(1)
        second.clock.advance(by: WebhookLimits.secondsOfClaim)
        _ = await other.step()
        #expect(try second.revisions("a") == [[2]])
    }

    @Test func failuresAreReportedAndTheLagGrows() async throws {
        let office = try await WebhookOffice()
        office.answer("a", .status(500))
        let receiver = try WebhookOffice.receiver("a")
        let webhooks = office.webhooks([receiver])
        let sender = try await office.sender("a")
        try office.act(1)
        _ = await sender.step()
        #expect(sender.health.failures == 1)
        #expect(office.reports == ["a.example: The receiver answered 500."])
        let lag = try #require(try await webhooks.listed().first).lag
        office.clock.advance(by: 100)
        let listed = try #require(try await webhooks.listed().first)
        #expect(listed.lag == lag + 100)
        #expect(listed.state == .failing)
        #expect(listed.progress?.failures == 1)
    }

    /// Otherwise a request would be repeated with events of an erased user.
    @Test func erasureDeletesTheBodyThatIsRepeated() async throws {
        let office = try await WebhookOffice()
        office.answer("a", .status(500))
        let sender = try await office.sender("a")
        try office.act(1)
        try office.act(1, in: "erased")
        _ = await sender.step()
        let id = try WebhookOffice.receiver("a").id
        #expect(try office.store.webhookBody(id) != nil)
        try office.store.use { $0.delete(["erased"]) }
        #expect(try office.store.webhookBody(id) == nil)
        office.clock.advance(by: 5)
        _ = await sender.step()
        #expect(try office.revisions("a") == [[1, 1], [1]])
        #expect(office.requests("a")[0].id != office.requests("a")[1].id)
    }

    @Test func eventsAreKeptForAReceiverUntilItIsGone() async throws {
        let office = try await WebhookOffice()
        let feed = office.services.feed
        let sender = try await office.sender("a")
        let name = WebhookServices.consumer(try WebhookOffice.receiver("a").id)
        #expect(try await feed.consumers().map(\.name) == [name])
        try office.act(1)
        _ = await sender.step()
        #expect(try await feed.consumers().map(\.cursor) == [try office.progress("a").cursor])
        office.answer("a", .status(410))
        try office.act(1)
        _ = await sender.step()
        #expect(try await feed.consumers() == [])
        office.answer("a", .status(204))
        sender.replace(try WebhookOffice.receiver("a", body: .thin))
        _ = await sender.step()
        #expect(try await feed.consumers().map(\.name) == [name])
        try await office.services.release(exceptFor: [])
        #expect(try await feed.consumers() == [])
    }

    @Test func storeThatDoesNotAnswerIsAskedAgain() async throws {
        let office = try await WebhookOffice()
        let sender = try await office.sender("a")
        office.store.close()
        for _ in 1...3 { #expect(await sender.step() == WebhookLimits.secondsBetweenLooks) }
        #expect(office.reports == ["store"])
    }

    @Test func interruptionBeginsAndEndsOnceForAllReceivers() {
        let interruption = WebhookInterruption()
        #expect(interruption.begin(of: "a"))
        #expect(!interruption.begin(of: "b"))
        #expect(!interruption.begin(of: "a"))
        #expect(!interruption.end(of: "a"))
        #expect(interruption.end(of: "b"))
        #expect(!interruption.end(of: "b"))
    }

    @Test func endOfAnInterruptionIsReported() async throws {
        let office = try await WebhookOffice()
        let sender = try await office.sender("a")
        _ = office.services.interruption.begin(of: sender.receiver.id)
        try office.act(2)
        _ = await sender.step()
        try office.act(1)
        _ = await sender.step()
        #expect(office.reports == ["store again"])
    }
}
