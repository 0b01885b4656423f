import Fairway
import FairwayHTTP
import FairwayTesting
import FairwayWire
import Synchronization
import Testing

@testable import FairwayServer

/// A disk that is nearly full takes no new sessions, and those that are there can finish (`operations.md`: limits).
struct DiskReserveTests {
    @Test func itIsShortBelowTheReserveAndHasRoomAnEighthAboveIt() {
        var reserve = DiskReserve(bytes: 800)
        let rows: [(free: Int, change: DiskReserve.Change?)] = [
            (1_000, nil), (800, nil), (799, .short(free: 799)), (0, nil), (800, nil), (899, nil),
            (900, .restored(free: 900)), (800, nil), (700, .short(free: 700)), (.max, .restored(free: .max)),
        ]
        for row in rows { #expect(reserve.update(free: row.free) == row.change, "\(row.free)") }
    }

    /// A disk whose free space the test sets, in front of a server.
    private struct FullDisk {
        let harbour: ServedHarbour
        let free = Free()
        let reported = Reported()
        let watch: DiskMonitor

        final class Free: Sendable {
            let bytes = Mutex<Int?>(1_000)
        }

        final class Reported: Sendable {
            let changes = Mutex<[DiskReserve.Change]>([])
        }

        init() async throws {
            harbour = try await ServedHarbour()
            let (free, reported) = (free, reported)
            watch = DiskMonitor(
                DiskReserve(bytes: 800),
                of: harbour.engine,
                free: { free.bytes.withLock(\.self) },
                report: { change in reported.changes.withLock { $0.append(change) } }
            )
            watch.checkRegularly()
            await harbour.clock.waiting(1)
        }

        /// Has so much free, and waits for the next look.
        func set(free bytes: Int?) async {
            let waiting = harbour.clock.waitingCount
            free.bytes.withLock { $0 = bytes }
            harbour.clock.advance(by: 1)
            await harbour.clock.waiting(waiting)
        }

        func start(_ key: String? = nil, body: String = #"{"flow":"Harbour"}"#) async throws -> PlainReply {
            let headers = key.map { [(name: "Idempotency-Key", value: $0)] } ?? []
            return try await harbour.send(.post, "/v1/sessions", body, headers: headers)
        }
    }

    @Test func startsAreRefusedWhileTheDiskIsShortAndSessionsGoOn() async throws {
        let disk = try await FullDisk()
        let key = "0123456789abcdef"
        let first = try await disk.start(key)
        #expect(first.status == 201)
        let started = try JSON.decode(StateDocument.self, from: first.body)
        await disk.set(free: 799)

        let refused = try await disk.start()
        #expect(refused.status == 503)
        #expect(refused.headers["retry-after"] == "30")
        #expect(try JSON.decode(Problem.self, from: refused.body).code == .storeUnavailable)
        // A malformed start is refused as ever, and its refusal is not stored.
        #expect(try await disk.start("a-key-of-its-own", body: #"{"flow":5}"#).status == 422)
        #expect(try await disk.start("a-key-of-its-own", body: #"{"flow":"Harbour"}"#).status == 503)
        // What was started is answered again, and goes on.
        #expect(try await disk.start(key).body == first.body)
        let press = #"{"action":"didBerth","params":{"name":"Ada","code":"1"}}"#
        let path = "/v1/sessions/\(started.session)/actions"
        #expect(try await disk.harbour.send(.post, path, press, token: started.token).status == 200)

        await disk.set(free: 899)
        #expect(try await disk.start().status == 503)
        await disk.set(free: 900)
        #expect(try await disk.start().status == 201)
        #expect(disk.reported.changes.withLock(\.self) == [.short(free: 799), .restored(free: 900)])
        #expect(disk.watch.freeBytes == 900)
    }

    @Test func aDiskThatCannotBeAskedChangesNothing() async throws {
        let disk = try await FullDisk()
        await disk.set(free: nil)
        #expect(try await disk.start().status == 201)
        await disk.set(free: 1)
        await disk.set(free: nil)
        #expect(try await disk.start().status == 503)
        #expect(DiskMonitor.freeBytes(onDiskOf: "/nowhere/at-all") == nil)
        #expect(try #require(DiskMonitor.freeBytes(onDiskOf: "/")) > 0)
    }
}
