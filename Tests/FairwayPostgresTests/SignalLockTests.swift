#if Postgres
import Fairway
import FairwayTesting
import FairwayWire
import TestWaits
import Testing

@testable import FairwayPostgres

extension PostgresTests {
    /// A signal that is parked while a commit binds its key, in both orders. Each transaction waits for the other's lock.
    @Suite struct SignalLockTests {
        private static let key = SessionKey("order", "345")
        private static let limits = WaitingSignalLimits(count: 10, bytes: 10_000, perKey: 10)

        @Test func signalThatArrivesWhileItsKeyIsBeingBoundFindsTheSession() async throws {
            try await TestDatabase.using { database in
                let store = try database.storeWithoutTimeouts()
                let sample = StoredSample("a")
                _ = try await store.commit(sample.starting())
                let (blocker, observer) = (try database.connect(), try database.connect())
                try blocker.execute(
                    """
                    BEGIN; SELECT lock_key('order', '345');
                    INSERT INTO session_keys (session, node, name, value) VALUES ('a', 1, 'order', '345')
                    """
                )
                async let outcome = store.park(signal(sample), within: Self.limits)
                try await untilOneWaits(observer)
                try blocker.execute("COMMIT")
                #expect(try await outcome == .held(KeyHolder(session: "a", node: 1)))
                #expect(try await store.waitingSignals().count == 0)
                await store.close()
            }
        }

        @Test func keyThatIsBoundWhileASignalIsBeingParkedGetsTheSignal() async throws {
            try await TestDatabase.using { database in
                let store = try database.storeWithoutTimeouts()
                let sample = StoredSample("a")
                _ = try await store.commit(sample.starting())
                let (blocker, observer) = (try database.connect(), try database.connect())
                try blocker.execute(
                    """
                    BEGIN;
                    SELECT park_signal('order', '345', 's1', 'Paid', 0, 2, '{}', NULL, NULL, NULL, 10, 10000, 10)
                    """
                )
                var commit = sample.counting(from: 1)
                commit.keys = [KeyBinding(Self.key, node: 1)]
                async let outcome = store.commit(commit)
                try await untilOneWaits(observer)
                try blocker.execute("COMMIT")
                #expect(try await outcome == .committed)
                #expect(try await store.work("a").map(\.item.id) == ["s1"])
                #expect(try await store.waitingSignals().count == 0)
                await store.close()
            }
        }

        /// Another node delivers the signal in another session after the commit has looked for its receipt.
        @Test func commitWhoseReceiptIsStoredMeanwhileIsAConflict() async throws {
            try await TestDatabase.using { database in
                let store = try database.storeWithoutTimeouts()
                let sample = StoredSample("a")
                _ = try await store.commit(sample.starting())
                let (blocker, observer) = (try database.connect(), try database.connect())
                try blocker.execute("BEGIN; INSERT INTO signal_receipts VALUES ('evt_1', 'x', 'b', 2, 0)")
                var commit = sample.counting(from: 1)
                commit.receipts = [
                    SignalReceipt(id: "evt_1", fingerprint: "x", session: "a", revision: 2, at: sample.start)
                ]
                async let outcome = store.commit(commit)
                try await untilOneWaits(observer)
                try blocker.execute("COMMIT")
                #expect(try await outcome == .conflict)
                #expect(try await store.load("a")?.session.revision == 1)
                #expect(try await store.receipt("evt_1")?.session == "b")
                await store.close()
            }
        }

        private func signal(_ sample: StoredSample) -> WaitingSignal {
            let work = WorkItem(
                id: "s1",
                kind: .signal,
                node: "",
                name: "Paid",
                payload: .emptyObject,
                due: sample.start
            )
            return WaitingSignal(key: Self.key, work: work)
        }

        private func untilOneWaits(_ observer: BlockingConnection) async throws {
            try await until {
                let sql = """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """
                return try observer.run(SQLStatement(sql)).first { $0.int(0) } == 1
            }
        }
    }
}
#endif
