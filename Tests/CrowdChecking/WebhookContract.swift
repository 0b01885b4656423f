import Fairway
import FairwayDoubles
package import FairwayEvents
package import FairwayOperators
import Foundation
import Testing

/// What every ``WebhookStore`` keeps.
package enum WebhookContract {
    package static func check(_ store: some WebhookStore & OperatorStore) async throws {
        try await checkProgress(store)
        try await checkBodies(store)
        try await checkErasure(store)
        try await checkLimit(store)
    }

    private static func checkProgress(_ store: some WebhookStore) async throws {
        #expect(try await store.webhooks(["a", "b"]) == [])
        var full = try progress("a", 7)
        full.repeatedThrough = EventCursor("1f-9")
        full.failures = 3
        full.waitingSince = Date(milliseconds: 1_700_000_000_001)
        full.nextAttempt = Date(milliseconds: 1_700_000_000_002)
        full.lastError = "The receiver answered 500."
        full.lastErrorAt = Date(milliseconds: 1_700_000_000_003)
        full.deliveredAt = Date(milliseconds: 1_700_000_000_004)
        full.disabledIn = "file"
        full.redeliveries = 2
        #expect(try await store.setWebhook(full, body: nil))
        full.version += 1
        #expect(try await store.webhooks(["a", "b"]) == [full])
        let empty = try progress("b", 1)
        #expect(try await store.setWebhook(empty, body: nil))
        #expect(Set(try await store.webhooks(["a", "b"]).map(\.id)) == ["a", "b"])
        // Of two writes after the same read, the first counts.
        var moved = full
        moved.cursor = try cursor(8)
        #expect(try await store.setWebhook(moved, body: nil))
        #expect(try await !store.setWebhook(full, body: nil))
        moved.version += 1
        #expect(try await store.webhooks(["a"]) == [moved])
    }

    private static func checkBodies(_ store: some WebhookStore) async throws {
        var progress = try progress("c", 1)
        #expect(try await store.webhookBody("c") == nil)
        progress.repeatedThrough = try cursor(2)
        #expect(try await store.setWebhook(progress, body: Array(#"{"events":["é"]}"#.utf8)))
        #expect(try await store.webhookBody("c") == Array(#"{"events":["é"]}"#.utf8))
        progress.version += 1
        progress.failures = 2
        #expect(try await store.setWebhook(progress, body: nil))
        #expect(try await store.webhookBody("c") != nil, "a further failure keeps the body")
        progress.version += 1
        progress.repeatedThrough = nil
        #expect(try await store.setWebhook(progress, body: nil))
        #expect(try await store.webhookBody("c") == nil)
    }

    private static func checkErasure(_ store: some WebhookStore & OperatorStore) async throws {
        _ = try await store.commit(StoredSample("erased", user: "ada").starting())
        var progress = try progress("d", 1)
        progress.repeatedThrough = try cursor(2)
        #expect(try await store.setWebhook(progress, body: Array("body".utf8)))
        progress.version += 1
        #expect(try await store.eraseUser("ada", limit: 10) == ["erased"])
        #expect(try await store.webhookBody("d") == nil)
        #expect(try await !store.setWebhook(progress, body: Array("body".utf8)), "of a request that is being sent")
        progress.version += 1
        progress.repeatedThrough = nil
        #expect(try await store.webhooks(["d"]) == [progress])
    }

    private static func checkLimit(_ store: some WebhookStore) async throws {
        let ids = (0..<WebhookLimits.progressRows).map { "many \($0)" }
        for id in ids { #expect(try await store.setWebhook(try progress(id, 1), body: nil)) }
        #expect(try await store.webhooks(["a", "b", "c", "d"]) == [])
        // A write makes a row the newest one.
        let first = try #require(try await store.webhooks([ids[0]]).first)
        #expect(try await store.setWebhook(first, body: nil))
        #expect(try await store.setWebhook(try progress("last", 1), body: nil))
        #expect(try await store.webhooks([ids[0], ids[1], "last"]).map(\.id).sorted() == ["last", ids[0]])
    }

    private static func cursor(_ number: Int) throws -> EventCursor { try #require(EventCursor("1f-\(number)")) }

    private static func progress(_ id: String, _ number: Int) throws -> WebhookProgress {
        WebhookProgress(id: id, cursor: try cursor(number))
    }
}
