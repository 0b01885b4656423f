import Fairway
import FairwaySQLite
import FairwayTesting
import FairwayWire
import Foundation
import Testing

/// The file of a store whose keys nobody binds.
struct SignalFileTests {
    private let folder: TemporaryFolder
    private let sample = StoredSample("a")

    init() throws { folder = try TemporaryFolder() }

    @Test func refusedSignalsTakeNoRoomInTheFile() async throws {
        let size = try await parking(200)
        #expect(try await parking(5_000) == size)
    }

    @Test func signalsThatAreSweptLeaveRoomForOthers() async throws {
        let size = try await parking(200)
        for _ in 0..<5 {
            let store = try SQLiteStore(folder["fairway.sqlite"])
            #expect(try await store.deleteWaitingSignals(before: sample.moment(1), limit: 1_000) == 200)
            await store.close()
            #expect(try await parking(200) <= size + 64 * 1_024)
        }
    }

    /// Parks signals, at most 200 of which wait, and returns the size of the file.
    private func parking(_ count: Int) async throws -> Int {
        let store = try SQLiteStore(folder["fairway.sqlite"])
        let limits = WaitingSignalLimits(count: 200, bytes: 1 << 20, perKey: 100)
        let payload = RawJSON(known: Array(#"{"params":{"text":"\#(String(repeating: "x", count: 500))"}}"#.utf8))
        for number in 0..<count {
            let work = WorkItem(
                id: "s\(number)",
                kind: .signal,
                node: "",
                name: "Paid",
                payload: payload,
                due: sample.start
            )
            let receipt = SignalReceipt(id: "evt_\(number)", fingerprint: "x", at: sample.start)
            let signal = WaitingSignal(key: SessionKey("order", "\(number)"), work: work, receipt: receipt)
            _ = try await store.park(signal, within: limits)
        }
        #expect(try await store.waitingSignals().count == 200)
        await store.close()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder["fairway.sqlite"])
        return attributes[.size] as? Int ?? 0
    }
}
