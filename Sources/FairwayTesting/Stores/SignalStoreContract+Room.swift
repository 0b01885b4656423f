import Fairway
import FairwayDoubles
import Testing

extension SignalStoreContract {
    static let room = [
        Promise("roomForASignalIsKnownBeforeItIsSent") { store async throws in
            let signals = try #require(store.signals)
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            _ = try await store.commit(binding(SessionKey("order", "1"), in: sample, from: 1))
            let waiting = signal("s1", SessionKey("order", "2"), sample, receipt: "evt_1")
            let roomy = WaitingSignalLimits(count: 10, bytes: 10_000, perKey: 3)
            #expect(try await signals.park(waiting, within: roomy) == .parked)
            let other = signal("s2", SessionKey("order", "3"), sample, receipt: "evt_2")
            let second = signal("s3", waiting.key, sample)
            #expect(try await !signals.isFull(for: other, within: roomy))
            #expect(try await !signals.isFull(for: second, within: roomy))

            var limits = roomy
            limits.count = 1
            #expect(try await signals.isFull(for: other, within: limits))
            limits = roomy
            limits.bytes = waiting.bytes + other.bytes
            #expect(try await !signals.isFull(for: other, within: limits))
            limits.bytes -= 1
            #expect(try await signals.isFull(for: other, within: limits))
            limits = roomy
            limits.perKey = 1
            #expect(try await signals.isFull(for: second, within: limits))
            #expect(try await !signals.isFull(for: other, within: limits))

            // A signal that waits already, and one for a key that is held, need no room.
            let none = WaitingSignalLimits(count: 0, bytes: 0, perKey: 0)
            #expect(try await !signals.isFull(for: waiting, within: none))
            #expect(try await !signals.isFull(for: signal("s4", SessionKey("order", "1"), sample), within: none))
            #expect(try await signals.waitingSignals().count == 1)
        }
    ]
}
