import FairwayTesting
import TestWaits
import Testing

@testable import Fairway
@testable import FairwayEvents

/// Senders that run.
@Suite(.waiting)
struct WebhooksTests {
    @Test func silentReceiverDelaysNoOther() async throws {
        let office = try await WebhookOffice()
        let gate = office.hold("a")
        let webhooks = office.webhooks([try WebhookOffice.receiver("a"), try WebhookOffice.receiver("b")])
        await webhooks.start()
        for number in 1...3 {
            try office.act(1)
            try await until {
                office.clock.advance(by: WebhookLimits.secondsOfWait)
                return office.requests("b").count == number
            }
        }
        #expect(office.requests("a").count == 1)
        let health = webhooks.health
        #expect(health.map(\.host) == ["a.example", "b.example"])
        #expect(try #require(health[0].lag) > 0)
        gate.yield(.none("there was no complete answer within 10 s"))
        try await until { webhooks.health.map(\.failures) == [1, 0] }
        await webhooks.stop()
    }

    @Test func stopGivesUpTheRequest() async throws {
        let office = try await WebhookOffice()
        _ = office.hold("a")
        let webhooks = office.webhooks([try WebhookOffice.receiver("a")])
        await webhooks.start()
        try office.act(1)
        try await until {
            office.clock.advance(by: WebhookLimits.secondsOfWait)
            return office.requests("a").count == 1
        }
        await webhooks.stop()
        #expect(try office.progress("a").failures == 0)
        #expect(office.reports == [])
    }

    @Test func receiverThatComesBackAtOnceKeepsItsPlace() async throws {
        let office = try await WebhookOffice()
        let (a, b) = (try WebhookOffice.receiver("a"), try WebhookOffice.receiver("b"))
        let webhooks = office.webhooks([a, b])
        await webhooks.start()
        webhooks.replace([b])
        webhooks.replace([a, b])
        webhooks.replace([a])
        await webhooks.stop()
        #expect(try await office.services.feed.consumers().map(\.name) == [WebhookServices.consumer(a.id)])
    }

    @Test func receiverThatIsNoLongerInTheFileGetsNothing() async throws {
        let office = try await WebhookOffice()
        let webhooks = office.webhooks([try WebhookOffice.receiver("a"), try WebhookOffice.receiver("b")])
        await webhooks.start()
        webhooks.replace([try WebhookOffice.receiver("b")])
        try office.act(1)
        try await until {
            office.clock.advance(by: WebhookLimits.secondsOfWait)
            return office.requests("b").count == 1
        }
        #expect(office.requests("a") == [])
        #expect(try await webhooks.listed().map(\.receiver.host) == ["b.example"])
        await webhooks.stop()
    }
}
