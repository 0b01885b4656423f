import Fairway
import Foundation

/// The signals of a ``FaultyStore``. Calls are forwarded unless the store is unavailable or the interceptor throws.
struct FaultySignals: SignalStore {
    let store: FaultyStore
    let signals: any SignalStore

    func holder(of key: SessionKey) async throws(StoreError) -> KeyHolder? {
        try await store.passing { _ throws(StoreError) in try await signals.holder(of: key) }
    }

    func keys(of session: String) async throws(StoreError) -> [KeyBinding] {
        try await store.passing { _ throws(StoreError) in try await signals.keys(of: session) }
    }

    func receipt(_ id: String) async throws(StoreError) -> SignalReceipt? {
        try await store.passing { _ throws(StoreError) in try await signals.receipt(id) }
    }

    func park(
        _ signal: WaitingSignal,
        within limits: WaitingSignalLimits
    ) async throws(StoreError) -> ParkingOutcome {
        try await store.passing { _ throws(StoreError) in try await signals.park(signal, within: limits) }
    }

    func isFull(for signal: WaitingSignal, within limits: WaitingSignalLimits) async throws(StoreError) -> Bool {
        try await store.passing { _ throws(StoreError) in try await signals.isFull(for: signal, within: limits) }
    }

    func waitingSignals() async throws(StoreError) -> WaitingSignalCount {
        try await store.passing { _ throws(StoreError) in try await signals.waitingSignals() }
    }

    func deleteWaitingSignals(before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await store.passing { _ throws(StoreError) in
            try await signals.deleteWaitingSignals(before: date, limit: limit)
        }
    }

    func deleteReceipts(before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await store.passing { _ throws(StoreError) in
            try await signals.deleteReceipts(before: date, limit: limit)
        }
    }
}
