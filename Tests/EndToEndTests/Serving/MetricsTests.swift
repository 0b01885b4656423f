import FairwayWire
import Foundation
import Synchronization
import TestWaits
import Testing

/// Each metric changes when its event happens.
struct MetricsTests {
    /// A metric, and an event that increases it.
    struct Row: Sendable {
        let name: String
        let happen: @Sendable (Stage) async throws -> Void

        init(_ name: String, _ happen: @escaping @Sendable (Stage) async throws -> Void) {
            self.name = name
            self.happen = happen
        }
    }

    /// The server and the session of a row.
    final class Stage: Sendable {
        let store: TemporaryStore
        let server: RunningServer
        let session: StartedSession
        /// The connections of unanswered requests, open until the test ends.
        private let connections = Mutex<[RawConnection]>([])

        init(store: TemporaryStore, server: RunningServer, session: StartedSession) {
            self.store = store
            self.server = server
            self.session = session
        }

        func press(_ action: String) async throws { _ = try await session.act(action) }

        /// Sends a request on a new connection without waiting for the response. Connections are not opened in advance,
        /// because the server closes those that send no request in time.
        func send(_ method: String, _ path: String, token: String?, _ rest: String = "") throws {
            let connection = try RawConnection(server)
            connection.send(
                "\(method) \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token ?? "")\r\n\(rest)\r\n"
            )
            connections.withLock { $0.append(connection) }
        }

        func ask(_ method: String, _ call: String, _ rest: String = "") throws {
            try send(method, "/v1/sessions/\(session.id)\(call)", token: session.client.token, rest)
        }
    }

    static let rows = [
        Row(#"fairway_changes_total{kind="start",outcome="ok"}"#) {
            _ = try await StartedSession("Counter", on: $0.server)
        },
        Row(#"fairway_changes_total{kind="start",outcome="no-such-flow"}"#) {
            _ = try await Client($0.server).send("POST", "/v1/sessions", #"{"flow":"Nothing"}"#)
        },
        Row(#"fairway_changes_total{kind="action",outcome="ok"}"#) { try await $0.press("incrementButtonPressed") },
        Row(#"fairway_changes_total{kind="action",outcome="flow-failed"}"#) { try await $0.press("failButtonPressed") },
        Row(#"fairway_changes_total{kind="action",outcome="replayed"}"#) { stage in
            for _ in 0..<2 {
                _ = try await stage.session.act("incrementButtonPressed", headers: ["Idempotency-Key": "k"])
            }
        },
        Row(#"fairway_changes_total{kind="back",outcome="ok"}"#) { _ = try await $0.session.send("POST", "/back") },
        Row(#"fairway_changes_total{kind="end",outcome="ok"}"#) { _ = try await $0.session.send("DELETE", "") },
        Row(#"fairway_sessions_ended_total{outcome="ended"}"#) { _ = try await $0.session.send("DELETE", "") },
        Row(#"fairway_handler_seconds_count{kind="action"}"#) { try await $0.press("incrementButtonPressed") },
        Row(#"fairway_flow_handler_seconds_count{flow="Counter"}"#) { try await $0.press("incrementButtonPressed") },
        Row(#"fairway_handler_seconds_sum{kind="action"}"#) { try await $0.press("failButtonPressed") },
        Row("fairway_commit_group_writes_count") { try await $0.press("incrementButtonPressed") },
        Row("fairway_commit_group_writes_sum") { try await $0.press("incrementButtonPressed") },
        Row("fairway_commit_group_seconds_count") { try await $0.press("incrementButtonPressed") },
        Row("fairway_commit_group_seconds_sum") { try await $0.press("incrementButtonPressed") },
        Row("fairway_sessions_cached") { _ = try await StartedSession("Counter", on: $0.server) },
        Row("fairway_sessions_cached_bytes") { _ = try await StartedSession("Counter", on: $0.server) },
        Row(#"fairway_refusals_total{code="no-such-flow"}"#) {
            _ = try await Client($0.server).send("POST", "/v1/sessions", #"{"flow":"Nothing"}"#)
        },
        Row(#"fairway_refusals_total{code="no-such-route"}"#) {
            _ = try await Client($0.server).send("GET", "/nowhere")
        },
        Row("fairway_sessions_in_use", slow),
        Row("fairway_changes_under_way", slow),
        Row("fairway_long_polls") { try $0.ask("GET", "", "If-None-Match: \"1\"\r\nPrefer: wait=60\r\n") },
        Row("fairway_streams") { try $0.ask("GET", "/stream") },
        Row("fairway_operator_streams") {
            try $0.send("GET", "/v1/admin/stream", token: RunningServer.operatorToken)
        },
        Row("fairway_event_readers") {
            let fields = "Accept: application/x-ndjson\r\n"
            try $0.send("GET", "/v1/admin/events", token: RunningServer.operatorToken, fields)
        },
        Row("fairway_signals_dropped_total") { stage in
            let operating = Client(stage.server, token: RunningServer.operatorToken)
            // No session has the key, and 100 signals may wait for one.
            for count in 0...100 {
                let signal = #""signal":"ClaimDecided","params":{"approved":true,"reference":"R"},"id":"\#(count)""#
                _ = try await operating.send("POST", "/v1/signals", #"{\#(signal),"key":{"name":"claim","value":"C"}}"#)
            }
        },
        Row(#"fairway_webhook_failures_total{webhook="127.0.0.1"}"#, failAtWebhook),
        Row(#"fairway_webhook_lag_seconds{webhook="127.0.0.1"}"#, failAtWebhook),
        // Nobody listens at the address of the collector. No change waits for it.
        Row("fairway_spans_waiting") { try await $0.press("incrementButtonPressed") },
        Row(#"fairway_spans_total{outcome="dropped"}"#, pressWithoutCollector),
        // The last row, because no change is possible afterwards.
        Row("fairway_commit_groups_failed_total") { stage in
            try? FileManager.default.moveItem(atPath: stage.store.path, toPath: stage.store.path + "-elsewhere")
            try await stage.press("incrementButtonPressed")
        },
    ]

    @Sendable private static func slow(_ stage: Stage) throws {
        let body = #"{"action":"slowButtonPressed","params":{"milliseconds":9000}}"#
        try stage.ask("POST", "/actions", "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    @Sendable private static func pressWithoutCollector(_ stage: Stage) async throws {
        #expect(try await stage.session.act("incrementButtonPressed").status == 200)
    }

    /// Makes an event for a webhook at which nobody answers.
    @Sendable private static func failAtWebhook(_ stage: Stage) async throws {
        let entry = #"[{"url":"http://127.0.0.1:1/","secrets":["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]}]"#
        try Data(entry.utf8).write(to: stage.store.webhooks, options: .atomic)
        let operating = Client(stage.server, token: RunningServer.operatorToken)
        // A webhook gets the events after its first cursor.
        try await until {
            let list = try await operating.send("GET", "/v1/admin/webhooks").body
            return String(decoding: list, as: UTF8.self).contains(#""cursor":""#)
        }
        try await stage.press("incrementButtonPressed")
    }

    /// The rows run one after another on one server, each with its own session.
    @Test(.waiting) func everyMetricIncreases() async throws {
        let store = try TemporaryStore()
        try Data("[]".utf8).write(to: store.webhooks)
        let server = try await RunningServer(
            "--store",
            store.locator,
            "--webhooks",
            store.webhooks.path,
            "--otlp",
            "http://127.0.0.1:1"
        )
        var stages: [Stage] = []
        var text = ""
        for row in Self.rows {
            let stage = Stage(
                store: store,
                server: server,
                session: try await StartedSession("Counter", on: server)
            )
            stages.append(stage)
            let before = try await Metric(row.name, of: server).value
            // Read before the last row, which removes the store's file, and with it the metrics of its disk.
            text = String(decoding: try await Client(server).send("GET", "/metrics").body, as: UTF8.self)
            // Repeats, because a gauge may have fallen again before a slow machine reads it.
            repeat {
                try Task.checkCancellation()
                try await row.happen(stage)
            } while try await Metric(row.name, of: server).value <= before
        }
        let families = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map {
            $0.split(separator: " ")[2]
        }
        // Covered by other tests: the metrics of HTTP, of the store's groups and queue, of workers, of the engine's
        // queue and threads, of incidents (IncidentTests), of the log, of the sweeper's clock (SweeperClockTests) and of the disk (DiskReserveTests).
        // Unread events are counted once a minute (EventCallTests). The most that are held is a constant.
        let elsewhere = [
            "fairway_store_writes_waiting", "fairway_commit_group_writes_largest", "fairway_work_attempts_total",
            "fairway_work_running", "fairway_changes_waiting", "fairway_log_records_dropped_total",
            "fairway_sweeper_paused", "fairway_clock_jumps_total", "fairway_starts_paused", "fairway_store_free_bytes",
            "fairway_handler_threads", "fairway_handler_threads_stalled", "fairway_incidents_dropped_total",
            "fairway_problems_dropped_total", "fairway_build_info", "fairway_events_unread", "fairway_events_held_most",
        ]
        #expect(Set(elsewhere).isSubset(of: families.map(String.init)))
        for family in families where !family.hasPrefix("fairway_http_") && !elsewhere.contains(String(family)) {
            #expect(Self.rows.contains { $0.name.hasPrefix(family) }, "\(family) has no row")
        }
    }

    /// The overview's counts, summed over its samples, are those of the metrics.
    @Test func overviewEqualsMetrics() async throws {
        let store = try TemporaryStore()
        let server = try await RunningServer("--store", store.locator)
        let session = try await StartedSession("Counter", on: server)
        for action in ["incrementButtonPressed", "failButtonPressed", "noSuchButtonPressed", "noSuchButtonPressed"] {
            _ = try await session.act(action)
        }
        let operating = Client(server, token: RunningServer.operatorToken)
        let reply = try await operating.send("GET", "/v1/admin/overview")
        let samples = try #require(try JSON.decode(JSONValue.self, from: reply.body)["samples"]?.array)
        func sum(_ name: String) -> Int { samples.reduce(0) { $0 + ($1[name]?.int ?? 0) } }
        let refused = #"fairway_changes_total{kind="action",outcome="no-such-action"}"#
        let failed = #"fairway_changes_total{kind="action",outcome="flow-failed"}"#
        #expect(sum("refused") == 2)
        #expect(Double(sum("refused")) == (try await Metric(refused, of: server).value))
        #expect(sum("failed") == 1)
        #expect(Double(sum("failed")) == (try await Metric(failed, of: server).value))
        #expect(samples.last?["active"]?.int == 1)
    }
}

extension TemporaryStore {
    /// The file of `--webhooks`.
    fileprivate var webhooks: URL { folder.appending(path: "webhooks.json") }
}
