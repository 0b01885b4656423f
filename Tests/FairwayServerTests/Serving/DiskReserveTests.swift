import Dispatch
import Fairway
import FairwayHTTP
import FairwayTesting
import FairwayWire
import Synchronization
import TestWaits
import Testing

@testable import FairwayServer

/// On a nearly full disk, no session starts, but existing ones continue (see `docs/operations.md`).
@Suite(.waiting)
struct DiskReserveTests {
    @Test func diskIsShortBelowReserveAndRecoversAboveIt() {
        var reserve = DiskReserve(bytes: 800)
        let rows: [(free: Int, change: DiskReserve.SpaceChange?)] = [
            (1_000, nil), (800, nil), (799, .short(free: 799)), (0, nil), (800, nil), (899, nil),
            (900, .restored(free: 900)), (800, nil), (700, .short(free: 700)), (.max, .restored(free: .max)),
        ]
        for row in rows { #expect(reserve.update(free: row.free) == row.change, "\(row.free)") }
    }

    /// A server whose disk has as much free space as the test sets.
    private struct MonitoredDisk {
        let harbour: ServedHarbour
        let free = Free()
        let reported = Reported()
        let monitor: DiskMonitor

        final class Free: Sendable {
            let bytes = Mutex<Int?>(1_000)
        }

        final class Reported: Sendable {
            let changes = Mutex<[DiskReserve.SpaceChange]>([])
        }

        init() async throws {
            harbour = try await ServedHarbour()
            let (free, reported) = (free, reported)
            monitor = DiskMonitor(
                DiskReserve(bytes: 800),
                of: harbour.operators,
                free: { free.bytes.withLock(\.self) },
                report: { change in reported.changes.withLock { $0.append(change) } }
            )
            monitor.checkRegularly()
            await harbour.clock.waiting(1)
        }

        /// Sets the free space and waits for the next check.
        func set(free bytes: Int?) async {
            free.bytes.withLock { $0 = bytes }
            harbour.clock.advance(by: 1)
            await withCheckedContinuation { checked in DiskMonitor.queue.async { checked.resume() } }
        }

        func start(_ key: String? = nil, body: String = #"{"flow":"Harbour"}"#) async throws -> HarbourReply {
            let headers = key.map { [(name: "Idempotency-Key", value: $0)] } ?? []
            return try await harbour.send(.post, "/v1/sessions", body, headers: headers)
        }
    }

    @Test func startsAreRejectedWhileDiskIsShort() async throws {
        let disk = try await MonitoredDisk()
        let key = "0123456789abcdef"
        let first = try await disk.start(key)
        #expect(first.status == 201)
        let started = try JSON.decode(StateDocument.self, from: first.body)
        await disk.set(free: 799)

        let refused = try await disk.start()
        #expect(refused.status == 503)
        #expect(refused.headers["retry-after"] == "30")
        #expect(try JSON.decode(Problem.self, from: refused.body).code == .storeUnavailable)
        // An invalid start gets its usual refusal, which is not stored.
        #expect(try await disk.start("a-key-of-its-own", body: #"{"flow":5}"#).status == 422)
        #expect(try await disk.start("a-key-of-its-own", body: #"{"flow":"Harbour"}"#).status == 503)
        // A repeated start gets the stored reply, and the session continues.
        #expect(try await disk.start(key).body == first.body)
        let press = #"{"action":"didBerth","params":{"name":"Ada","code":"1"}}"#
        let path = "/v1/sessions/\(started.session)/actions"
        #expect(try await disk.harbour.send(.post, path, press, token: started.token).status == 200)

        await disk.set(free: 899)
        #expect(try await disk.start().status == 503)
        await disk.set(free: 900)
        #expect(try await disk.start().status == 201)
        #expect(disk.reported.changes.withLock(\.self) == [.short(free: 799), .restored(free: 900)])
        #expect(disk.monitor.freeBytes == 900)
    }

    @Test func unknownFreeSpaceChangesNothing() async throws {
        let disk = try await MonitoredDisk()
        await disk.set(free: nil)
        #expect(try await disk.start().status == 201)
        await disk.set(free: 1)
        await disk.set(free: nil)
        #expect(try await disk.start().status == 503)
        #expect(DiskMonitor.freeBytes(onDiskOf: "/nowhere/at-all") == nil)
        #expect(try #require(DiskMonitor.freeBytes(onDiskOf: "/")) > 0)
    }
}
