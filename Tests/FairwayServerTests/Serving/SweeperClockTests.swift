import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayTesting
import Testing

@testable import FairwayServer

/// Tests the log and the metrics after the wall clock was set (see "The clock" in `docs/operations.md`).
struct SweeperClockTests {
    @Test func clockJumpIsInLogAndMetrics() async throws {
        let harbour = try await ServedHarbour()
        let sweeper = Sweeper(harbour.operators)
        let metrics = Metrics()
        metrics.add(
            ServerMetrics(
                operators: harbour.operators,
                events: harbour.events,
                sweeper: sweeper,
                diskMonitor: nil,
                streams: harbour.streams,
                longPolls: harbour.longPolls,
                build: ServerBuild(name: "1", version: "1")
            ).write
        )
        /// Sweeps. Returns the log line and the metrics.
        func sweep() async throws -> (log: String, isPaused: String?, jumps: String?) {
            let event = LogEvent.swept(.success(try await sweeper.sweep()))
            var lines = LogLines(.text)
            if let event { lines.append(event, at: Timestamp(microsecondsSince1970: 0)) }
            let families = String(decoding: metrics.response.body, as: UTF8.self).split(separator: "\n")
            func value(_ name: String) -> String? {
                families.first { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
            }
            let log = String(decoding: lines.bytes, as: UTF8.self)
            return (log, value("fairway_sweeper_paused"), value("fairway_clock_jumps_total"))
        }

        #expect(try await sweep() == ("", "0", "0"))
        harbour.clock.set(forwardBy: 33 * 86_400)
        let paused = try await sweep()
        #expect(paused.log.contains("sweeper paused"))
        #expect(paused.log.contains("the wall clock was set forward by 2851200 s"))
        #expect((paused.isPaused, paused.jumps) == ("1", "1"))
        #expect(try await sweep() == ("", "1", "1"))
        harbour.clock.set(forwardBy: -33 * 86_400)
        #expect(try await sweep().log.contains("was set back by 2851200 s"))
        harbour.clock.advance(by: 3_600)
        let resumed = try await sweep()
        #expect(resumed.log.contains("sweeper resumed"))
        #expect((resumed.isPaused, resumed.jumps) == ("0", "2"))
    }
}
