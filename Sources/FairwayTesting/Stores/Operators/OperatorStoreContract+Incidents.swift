import Fairway
import FairwayOperators
import FairwayWire
import Foundation
import Testing

extension OperatorStoreContract {
    /// Incidents of sessions.
    static let incidents = [
        Promise("incidentsOfASessionAreReadNewestFirst") { store async throws in
            for sample in [StoredSample("a"), StoredSample("b")] { _ = try await store.commit(sample.starting()) }
            var from = FieldError("/params/from", "empty")
            from.sentence = try RawJSON(encoding: ["key": "“ä” %@"])
            let full = Incident(
                session: "a",
                revision: 1,
                at: StoredSample("a").moment(1),
                kind: "action",
                node: 1,
                flow: "Counter",
                screen: "Counter.Page",
                name: "save",
                code: "rejected",
                errors: [from, FieldError("/params/to", "empty")],
                cause: "“ä” \u{1F600}",
                request: "r1"
            )
            let empty = Incident(session: "a", revision: 2, at: StoredSample("a").moment(0), kind: "link", code: "x")
            let other = Incident(session: "b", revision: 1, at: StoredSample("b").moment(2), kind: "job", code: "y")
            try await store.add([])
            try await store.add([full, other, empty])
            #expect(try await store.incidents("a") == [empty, full])
            #expect(try await store.incidents("b") == [other])
            #expect(try await store.incidents("nobody") == [])
            try await store.add([other, other])
            #expect(try await store.incidents("b").count == 3)
            #expect(try await store.incidents("a").count == 2)
        },
        Promise("sessionsAreFoundByARequest") { store async throws in
            _ = try await StoreContract.startSessions(3, in: store)
            var change = StoredSample("session0").counting(from: 1)
            change.journal = StoredSample("session0").entry(2, request: "r1")
            #expect(try await store.commit(change) == .committed)
            var refused = incident("session2", code: "rejected")
            refused.request = "r1"
            try await store.add([refused, incident("session1", code: "rejected")])
            let query = SessionsQuery(request: "r1")
            #expect(try await store.sessions(query).rows.map(\.session.id) == ["session2", "session0"])
            #expect(try await store.count(query) == 2)
            #expect(try await store.count(SessionsQuery(request: "r")) == 0)
            #expect(try await store.count(SessionsQuery(person: "no", request: "r1")) == 0)
        },
        Promise("newestIncidentsAreKept") { store async throws in
            _ = try await StoreContract.startSessions(2, in: store)
            let incidents = (0..<120).map { incident("session0", revision: $0, code: "c\($0)") }
            try await store.add([incident("session1", code: "kept")])
            try await store.add(Array(incidents.prefix(70)))
            try await store.add(Array(incidents.suffix(50)))
            let kept = Array(incidents.suffix(Incident.mostPerSession))
            #expect(try await store.incidents("session0") == kept.reversed())
            let rows = try await store.sessions(SessionsQuery()).rows
            #expect(rows.map(\.refusals) == [1, Incident.mostPerSession])
            #expect(rows.map(\.lastProblem) == ["kept", "c119"])
        },
        Promise("incidentsOfUnknownSessionsAreIgnored") { store async throws in
            _ = try await StoreContract.startSessions(1, in: store)
            try await store.add([incident("nobody"), incident("session0")])
            #expect(try await store.incidents("nobody") == [])
            #expect(try await store.incidents("session0").count == 1)
            #expect(try await store.integrityProblems() == [])
        },
        Promise("incidentsAreDeletedWithTheirSession") { store async throws in
            let samples = [StoredSample("a"), StoredSample("b", user: "ada"), StoredSample("c")]
            for sample in samples { _ = try await store.commit(sample.starting()) }
            try await store.add(samples.map { incident($0.session) })
            _ = try await store.commit(samples[0].ending(from: 1))
            #expect(try await store.incidents("a").count == 1)
            #expect(try await store.delete(.sessions, before: samples[0].moment(9), limit: 9) == 1)
            #expect(try await store.eraseUser("ada", limit: 9) == ["b"])
            for sample in samples { _ = try await store.commit(sample.starting()) }
            #expect(try await store.incidents("a") == [])
            #expect(try await store.incidents("b") == [])
            #expect(try await store.incidents("c").count == 1)
            #expect(try await store.integrityProblems() == [])
        },
    ]

    /// The filters of the list of sessions.
    static let sessionFilters = [
        Promise("sessionsAreFilteredByFlowAndScreen") { store async throws in
            _ = try await StoreContract.startSessions(2, in: store)
            let shop = StoredSample("shop")
            var start = shop.starting()
            start.flows = [
                shop.flow(1, "Counter", screen: "Counter.Page", isFront: false),
                shop.flow(2, "Shop", screen: "Shop.List"),
            ]
            _ = try await store.commit(start)
            _ = try await store.commit(StoredSample("session0").ending(from: 1))
            try await expect(SessionsQuery(flow: "Counter"), ["shop", "session1", "session0"], store)
            try await expect(SessionsQuery(status: .active, flow: "Counter"), ["shop", "session1"], store)
            try await expect(SessionsQuery(status: .over, flow: "Counter"), ["session0"], store)
            try await expect(SessionsQuery(flow: "Shop"), ["shop"], store)
            try await expect(SessionsQuery(screen: "Counter.Page"), ["session1"], store)
            try await expect(SessionsQuery(flow: "Counter", screen: "Shop.List"), ["shop"], store)
            try await expect(SessionsQuery(flow: "Shop", screen: "Counter.Page"), [], store)
            try await expect(SessionsQuery(flow: "Nothing"), [], store)
            #expect(try await store.sessions(SessionsQuery()).rows.map(\.path) == ["Shop", "Counter", nil])
        },
        Promise("sessionsAreFilteredByDevice") { store async throws in
            let devices = [
                Device(idiom: .phone, app: "1.0"), Device(idiom: .phone, app: "2.0"), Device(idiom: .web, app: "2.0"),
                Device(), Device(app: "\u{0}\"é"),
            ]
            for (number, device) in devices.enumerated() {
                var start = StoredSample("s\(number)").starting()
                start.row?.device = device
                _ = try await store.commit(start)
            }
            try await expect(SessionsQuery(idiom: .phone), ["s1", "s0"], store)
            try await expect(SessionsQuery(app: "2.0"), ["s2", "s1"], store)
            try await expect(SessionsQuery(idiom: .phone, app: "2.0"), ["s1"], store)
            try await expect(SessionsQuery(status: .active, flow: "Counter", idiom: .web), ["s2"], store)
            try await expect(SessionsQuery(idiom: .tv), [], store)
            var update = StoredSample("s0").counting(from: 1)
            update.row?.device = Device(idiom: .tv, app: "2.0")
            _ = try await store.commit(update)
            try await expect(SessionsQuery(idiom: .tv), ["s0"], store)
            try await expect(SessionsQuery(idiom: .phone), ["s1"], store)
            #expect(try await store.load("s0")?.session.device == update.row?.device)
            #expect(try await store.access("s0")?.device == update.row?.device)
        },
        Promise("sessionsAreFoundByIDAndUser") { store async throws in
            let id = "01hf7ygen8r7tdy4vqmfas"
            for (session, user) in [(id, "vqm@example.org"), ("01hf7ygfqr9b3kx2vqmfaz", "ada"), ("x", nil)] {
                _ = try await store.commit(StoredSample(session, user: user).starting())
            }
            try await expect(SessionsQuery(search: "01hf7ygen"), [id], store)
            try await expect(SessionsQuery(search: "01hf7yg"), ["01hf7ygfqr9b3kx2vqmfaz", id], store)
            try await expect(SessionsQuery(search: "fas"), [id], store)
            try await expect(SessionsQuery(search: "r7tdy4vqmfas"), [id], store)
            try await expect(SessionsQuery(search: "r8tdy4vqmfas"), [], store)
            try await expect(SessionsQuery(search: id), [id], store)
            try await expect(SessionsQuery(search: "vqm"), [id], store)
            try await expect(SessionsQuery(search: "ad"), ["01hf7ygfqr9b3kx2vqmfaz"], store)
            try await expect(SessionsQuery(search: "x"), ["x"], store)
            try await expect(SessionsQuery(search: "da"), [], store)
            try await expect(SessionsQuery(status: .over, search: "fas"), [], store)
        },
        Promise("usersAreFoundByTheirBytes") { store async throws in
            for (session, user) in [("a", "ren\u{E9}"), ("b", "rene\u{301}"), ("c", "Ren\u{E9}")] {
                _ = try await store.commit(StoredSample(session, user: user).starting())
            }
            try await expect(SessionsQuery(search: "ren"), ["b", "a"], store)
            try await expect(SessionsQuery(search: "ren\u{E9}"), ["a"], store)
            try await expect(SessionsQuery(search: "rene"), ["b"], store)
        },
        Promise("stuckSessionsHaveNotChangedSinceTheirNewestIncident") { store async throws in
            let sample = StoredSample("s")
            for name in ["old", "new", "moved", "over", "fine"] {
                _ = try await store.commit(StoredSample(name).starting())
            }
            try await store.add([
                incident("old", after: 1), incident("new", after: 1), incident("moved", after: 1),
                incident("over", after: 1),
            ])
            try await store.add([incident("new", after: 100)])
            _ = try await store.commit(StoredSample("moved").counting(from: 1))
            _ = try await store.commit(StoredSample("over").ending(from: 1))
            try await store.add([incident("over", revision: 2, after: 2)])
            try await expect(SessionsQuery(stuckSince: sample.moment(50)), ["old"], store)
            try await expect(SessionsQuery(stuckSince: sample.moment(1)), ["old"], store)
            try await expect(SessionsQuery(stuckSince: sample.moment(0.999)), [], store)
            try await expect(SessionsQuery(stuckSince: sample.moment(100)), ["new", "old"], store)
            try await expect(SessionsQuery(status: .over, stuckSince: sample.moment(100)), [], store)
            try await expect(SessionsQuery(flow: "Counter", stuckSince: sample.moment(100)), ["new", "old"], store)
            try await store.add([incident("moved", revision: 2, after: 3)])
            try await expect(SessionsQuery(stuckSince: sample.moment(3)), ["moved", "old"], store)
        },
        Promise("failedSessionsHaveAFailureAsIncident") { store async throws in
            let names = try await StoreContract.startSessions(5, in: store)
            try await store.add([
                incident(names[0], code: "flow-failed", after: 10), incident(names[1], code: "flow-timeout", after: 20),
                incident(names[2], kind: "job", code: "rejected", after: 30), incident(names[3], after: 40),
            ])
            try await store.add([incident(names[0], after: 50)])
            func failed(since seconds: Double) -> SessionsQuery {
                SessionsQuery(failedSince: StoredSample("s").moment(seconds))
            }
            try await expect(failed(since: 0), [names[2], names[1], names[0]], store)
            try await expect(failed(since: 20), [names[2], names[1]], store)
            try await expect(failed(since: 31), [], store)
        },
        Promise("pagesOfEachFilterAreComplete") { store async throws in
            let names = try await startSessions(9, of: "ada", in: store)
            try await store.add(names.map { incident($0, code: "flow-failed") })
            let moment = StoredSample("s").moment(0)
            let queries = [
                SessionsQuery(flow: "Counter"), SessionsQuery(screen: "Counter.Page"), SessionsQuery(search: "ada"),
                SessionsQuery(stuckSince: moment), SessionsQuery(failedSince: moment),
                SessionsQuery(
                    status: .active,
                    user: "ada",
                    flow: "Counter",
                    screen: "Counter.Page",
                    search: "ad",
                    stuckSince: moment,
                    failedSince: moment
                ),
            ]
            for var query in queries {
                var seen: [String] = []
                query.limit = 4
                repeat {
                    let page = try await store.sessions(query)
                    seen += page.rows.map(\.session.id)
                    query.cursor = page.next
                } while query.cursor != nil && seen.count < 100
                #expect(seen == names.reversed(), "\(query)")
            }
        },
    ]

    private static func incident(
        _ session: String,
        kind: String = "action",
        revision: Int = 1,
        code: String = "rejected",
        after seconds: Double = 0
    ) -> Incident {
        Incident(
            session: session,
            revision: revision,
            at: StoredSample(session).moment(seconds),
            kind: kind,
            code: code
        )
    }

    /// Expects the sessions on a page, and their number.
    private static func expect(_ query: SessionsQuery, _ sessions: [String], _ store: any OperatorStore) async throws {
        #expect(try await store.sessions(query).rows.map(\.session.id) == sessions, "\(query)")
        #expect(try await store.count(query) == sessions.count, "\(query)")
    }
}
