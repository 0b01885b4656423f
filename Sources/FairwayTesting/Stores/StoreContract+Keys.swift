import Fairway
import Testing

extension StoreContract {
    /// Idempotency keys: a key is committed once, and repeats get the same reply.
    static let keys = [
        Promise("replyIsStoredExactlyUnderItsKey") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            var commit = sample.counting(from: 1, key: "k")
            commit.reply?.body = [0, 255, 34]
            #expect(try await store.commit(commit) == .committed)
            #expect(try await store.reply("a", key: "k") == commit.reply)
            #expect(try await store.reply("a", key: "K") == nil)
        },
        Promise("keyIsCommittedOnceAtAnyRevision") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            let first = sample.counting(from: 1, key: "k")
            _ = try await store.commit(first)
            let kept = try #require(first.reply)
            #expect(try await store.commit(sample.counting(from: 2, key: "k")) == .answered(kept))
            #expect(try await store.commit(sample.counting(from: 1, key: "k")) == .answered(kept))
            #expect(try await store.load("a")?.session.revision == 2)
            #expect(try await store.journal("a", after: 0, limit: 10).count == 2)
        },
        Promise("keysOfDifferentSessionsAreIndependent") { store async throws in
            for session in ["a", "b"] {
                let sample = StoredSample(session)
                _ = try await store.commit(sample.starting())
                #expect(try await store.commit(sample.counting(from: 1, key: "k")) == .committed)
                #expect(try await store.reply(session, key: "k") == sample.reply("k", revision: 2, after: 1))
            }
        },
        Promise("refusalIsStoredWithoutANewRevision") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            let before = try await store.load("a")
            var refusal = Commit(session: "a", expectedRevision: 1)
            refusal.reply = sample.reply("k", revision: 1, status: 422)
            #expect(try await store.commit(refusal) == .committed)
            #expect(try await store.load("a") == before)
            #expect(try await store.reply("a", key: "k")?.status == 422)
            var late = Commit(session: "a", expectedRevision: 2)
            late.reply = sample.reply("l", revision: 2, status: 422)
            #expect(try await store.commit(late) == .conflict)
            #expect(try await store.reply("a", key: "l") == nil)
        },
        Promise("replyOfAnUnknownSessionIsNotStored") { store async throws in
            var refusal = Commit(session: "a", expectedRevision: nil)
            refusal.reply = StoredSample("a").reply("k", revision: 1, status: 422)
            #expect(try await store.commit(refusal) == .conflict)
            #expect(try await store.reply("a", key: "k") == nil)
        },
    ]

    /// Creations and handoffs, which issue tokens.
    static let secrets = [
        Promise("sessionIsCreatedOnceForAKey") { store async throws in
            var commit = StoredSample("a").starting()
            commit.creation = StoredSample("a").creation("key")
            #expect(try await store.commit(commit) == .committed)
            let kept = try #require(commit.creation)
            #expect(try await store.creation(kept.key) == kept)
            var repeated = StoredSample("b").starting()
            repeated.creation = StoredSample("b").creation("key")
            #expect(try await store.commit(repeated) == .created(kept))
            #expect(try await store.load("b") == nil)
        },
        Promise("expiredCreationIsReturnedUntilItIsDeleted") { store async throws in
            var commit = StoredSample("a").starting()
            commit.creation = StoredSample("a").creation("key", expiring: 600)
            _ = try await store.commit(commit)
            let kept = try #require(commit.creation)
            var later = StoredSample("b").starting()
            later.creation = StoredSample("b").creation("key", after: 86_400, expiring: 87_000)
            #expect(try await store.commit(later) == .created(kept))
            #expect(try await store.creation(kept.key) == kept)
            #expect(try await store.delete(.expired, before: StoredSample("a").moment(600), limit: 10) == 1)
            #expect(try await store.commit(later) == .committed)
            #expect(try await store.creation(kept.key)?.session == "b")
        },
        Promise("refusedCreationIsStoredWithoutASession") { store async throws in
            var refusal = Commit(session: "a", expectedRevision: nil)
            var creation = StoredSample("a").creation("key")
            creation.status = 422
            refusal.creation = creation
            #expect(try await store.commit(refusal) == .committed)
            #expect(try await store.creation(creation.key) == creation)
            #expect(try await store.load("a") == nil)
            #expect(try await store.newestTime() == nil)
            #expect(try await store.commit(refusal) == .created(creation))
        },
        Promise("handoffIsUsedOnce") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            try await store.addHandoff([1, 2], session: "a", expiresAt: sample.moment(300))
            #expect(try await store.handoff([1, 2]) == StoredHandoff(session: "a", expiresAt: sample.moment(300)))
            var commit = sample.counting(from: 1)
            commit.handoff = [1, 2]
            #expect(try await store.commit(commit) == .committed)
            #expect(try await store.handoff([1, 2]) == nil)
            var second = sample.counting(from: 2)
            second.handoff = [1, 2]
            #expect(try await store.commit(second) == .conflict)
            #expect(try await store.load("a")?.session.revision == 2)
        },
        Promise("conflictDoesNotUseUpAHandoff") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            try await store.addHandoff([1], session: "a", expiresAt: sample.moment(300))
            var commit = sample.counting(from: 9)
            commit.handoff = [1]
            #expect(try await store.commit(commit) == .conflict)
            #expect(try await store.handoff([1]) != nil)
        },
        Promise("handoffOfAnUnknownSessionIsNotStored") { store async throws in
            try await store.addHandoff([1], session: "a", expiresAt: StoredSample("a").moment(300))
            #expect(try await store.handoff([1]) == nil)
        },
        Promise("onlyExpiredRowsAreDeleted") { store async throws in
            for (name, expiry) in [("a", 600.0), ("b", 601)] {
                var commit = StoredSample(name).starting()
                commit.creation = StoredSample(name).creation("key \(name)", expiring: expiry)
                _ = try await store.commit(commit)
                try await store.addHandoff(
                    Array(name.utf8),
                    session: name,
                    expiresAt: StoredSample(name).moment(expiry)
                )
            }
            let now = StoredSample("a").moment(600)
            #expect(try await store.delete(.expired, before: now, limit: 1) == 1)
            #expect(try await store.delete(.expired, before: now, limit: 10) == 1)
            #expect(try await store.delete(.expired, before: now, limit: 10) == 0)
            #expect(try await store.creation(SHA256.hash("key a".utf8)) == nil)
            #expect(try await store.creation(SHA256.hash("key b".utf8)) != nil)
            #expect(try await store.handoff(Array("a".utf8)) == nil)
            #expect(try await store.handoff(Array("b".utf8)) != nil)
        },
    ]

    /// Return links, which commits add.
    static let links = [
        Promise("linkIsStoredWithItsChange") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            #expect(try await store.commit(linking(sample, from: 1, 1...2)) == .committed)
            #expect(
                try await store.handoff([1]) == StoredHandoff(session: "a", expiresAt: sample.moment(600), isLink: true)
            )
            #expect(try await store.handoff([2])?.isLink == true)
            #expect(try await store.commit(linking(sample, from: 1, 3...3)) == .conflict)
            #expect(try await store.handoff([3]) == nil)
        },
        Promise("linkIsNotStoredWithoutItsSession") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            var commit = Commit(session: "a", expectedRevision: 1)
            commit.links = [StoredLink(code: [1], expiresAt: sample.moment(600))]
            await #expect(throws: StoreError.self) { try await store.commit(commit) }
            #expect(try await store.handoff([1]) == nil)
        },
        Promise("linkIsUsedOnce") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            _ = try await store.commit(linking(sample, from: 1, 1...1))
            var commit = sample.counting(from: 2)
            commit.handoff = [1]
            #expect(try await store.commit(commit) == .committed)
            #expect(try await store.handoff([1]) == nil)
            commit = sample.counting(from: 3)
            commit.handoff = [1]
            #expect(try await store.commit(commit) == .conflict)
        },
        Promise("newestLinksOfASessionAreKept") { store async throws in
            let (sample, other) = (StoredSample("a"), StoredSample("b"))
            for sample in [sample, other] { _ = try await store.commit(sample.starting()) }
            try await store.addHandoff([99], session: "a", expiresAt: sample.moment(300))
            _ = try await store.commit(linking(other, from: 1, 50...51))
            _ = try await store.commit(linking(sample, from: 1, 1...10))
            _ = try await store.commit(linking(sample, from: 2, 11...16))
            #expect(try await codes(1...16, in: store) == Array(1...16))
            _ = try await store.commit(linking(sample, from: 3, 17...18))
            #expect(try await codes(1...18, in: store) == Array(3...18))
            // More links in one commit than a session keeps.
            _ = try await store.commit(linking(sample, from: 4, 19...40))
            #expect(try await codes(1...99, in: store) == Array(25...40) + [50, 51, 99])
        },
        Promise("expiredLinkIsDeleted") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            _ = try await store.commit(linking(sample, from: 1, 1...1))
            #expect(try await store.delete(.expired, before: sample.moment(599), limit: 9) == 0)
            #expect(try await store.delete(.expired, before: sample.moment(600), limit: 9) == 1)
            #expect(try await store.handoff([1]) == nil)
        },
    ]

    /// A change that adds links with these codes.
    private static func linking(_ sample: StoredSample, from revision: Int, _ codes: ClosedRange<UInt8>) -> Commit {
        var commit = sample.counting(from: revision)
        commit.links = codes.map { StoredLink(code: [$0], expiresAt: sample.moment(600)) }
        return commit
    }

    /// The codes that exist.
    private static func codes(_ codes: ClosedRange<UInt8>, in store: any Store) async throws -> [UInt8] {
        var found: [UInt8] = []
        for code in codes where try await store.handoff([code]) != nil { found.append(code) }
        return found
    }
}
