import Fairway
import FairwayOperators
import FairwayWire
import Testing

extension OperatorStoreContract {
    /// The lists of flows for operators.
    static let flowPages = [
        Promise("activeFlowsAreListedNewestFirst") { store async throws in
            let names = try await StoreContract.startSessions(5, in: store)
            let page = try await store.flows(FlowsQuery())
            #expect(page.rows.map(\.session) == names.reversed())
            #expect(page.next == nil)
            let sample = StoredSample(names[4])
            #expect(page.rows.first == ListedFlow(sample.flow(), of: sample.row()))
            #expect(try await store.flows(FlowsQuery(order: .oldest)).rows.map(\.session) == names)
        },
        Promise("flowsAreFilteredByEachCriterion") { store async throws in
            _ = try await StoreContract.startSessions(3, in: store)
            let sample = StoredSample("x")
            var commit = sample.starting()
            commit.flows = [
                sample.flow(1, "Main", screen: "Main", isFront: false),
                sample.flow(2, "Shop", screen: "Shop.List", after: 50),
                sample.flow(3, "Shop", screen: nil, isFront: false, after: 100),
            ]
            _ = try await store.commit(commit)
            func nodes(_ query: FlowsQuery) async throws -> [Int] { try await store.flows(query).rows.map(\.node) }
            #expect(try await nodes(FlowsQuery(flow: "Shop")) == [3, 2])
            #expect(try await nodes(FlowsQuery(screen: "Shop.List")) == [2])
            #expect(try await nodes(FlowsQuery(flow: "Main", screen: "Shop.List")) == [])
            #expect(try await nodes(FlowsQuery(session: "x", order: .oldest)) == [1, 2, 3])
            // A timer has changed the flows later.
            #expect(try await nodes(FlowsQuery(flow: "Shop", session: "x", idleSince: sample.moment(0))) == [3, 2])
            #expect(try await nodes(FlowsQuery(session: "nobody")) == [])
            #expect(try await nodes(FlowsQuery(idleSince: sample.moment(-1))) == [])
            #expect(try await nodes(FlowsQuery(idleSince: sample.moment(0))).count == 6)
        },
        Promise("changedFlowIsListedWithItsNewScreen") { store async throws in
            let names = try await StoreContract.startSessions(2, in: store)
            let sample = StoredSample(names[0])
            var change = sample.counting(from: 1)
            change.flows = [sample.flow(1, screen: "Counter.Other", isFront: false, after: 9)]
            _ = try await store.commit(change)
            #expect(try await store.flows(FlowsQuery(screen: "Counter.Page")).rows.map(\.session) == [names[1]])
            let moved = try await store.flows(FlowsQuery(screen: "Counter.Other")).rows
            #expect(moved == [ListedFlow(change.flows[0], of: sample.row(after: 1))])
            _ = try await store.commit(sample.ending(from: 2))
            #expect(try await store.flows(FlowsQuery()).rows.map(\.session) == [names[1]])
        },
        Promise("pagesOfFlowsAreCompleteWhileFlowsStartAndEnd") { store async throws in
            for order in PageOrder.allCases {
                for query in [FlowsQuery(), FlowsQuery(flow: "Counter"), FlowsQuery(screen: "Counter.Page")] {
                    try await readWhileChanging(store, query, order)
                }
            }
        },
        Promise("summaryCountsSessionsAndFlows") { store async throws in
            let names = try await StoreContract.startSessions(4, in: store)
            let sample = StoredSample(names[0])
            var change = sample.counting(from: 1)
            change.flows = [sample.flow(1, isFront: false), sample.flow(2, "Shop", screen: "Shop.List")]
            _ = try await store.commit(change)
            _ = try await store.commit(StoredSample(names[1]).ending(from: 1))
            let summary = try await store.summary()
            #expect(summary.activeSessions == 3)
            #expect(summary.overSessions == 1)
            #expect(summary.flows.map(\.flow) == ["Counter", "Shop"])
            #expect(summary.flows.map(\.active) == [3, 1])
            #expect(summary.flows.map(\.front) == [2, 1])
            #expect(summary.flows[0].screens.map(\.screen) == ["Counter.Page"])
            #expect(summary.flows[0].screens.map(\.front) == [2])
        },
        Promise("invalidCursorIsRefused") { store async throws in
            let refused = StoreError.invalidCursor
            await #expect(throws: refused) { try await store.flows(FlowsQuery(cursor: "made up")) }
            await #expect(throws: refused) { try await store.sessions(SessionsQuery(cursor: "'; --")) }
            await #expect(throws: refused) { try await store.userSessions(UserSessionsQuery("ada", cursor: "'; --")) }
            await #expect(throws: refused) {
                try await store.idleSessions(since: StoredSample("a").start, cursor: "-", limit: 1)
            }
        },
        Promise("workIsListedInPagesNewestFirst") { store async throws in
            for session in ["a", "b"] {
                let sample = StoredSample(session)
                let items = [sample.job("j1"), sample.timer("j2"), sample.job("j3")]
                try await StoreContract.add(items, to: session, in: store)
            }
            _ = try await store.setProgress(WorkProgress(next: nil), of: "j2", "a", heldBy: nil)
            _ = try await store.setProgress(WorkProgress(next: nil), of: "j3", "b", heldBy: nil)
            let first = try await store.work(WorkQuery(limit: 4))
            #expect(first.rows.map { $0.session + $0.item.id } == ["bj3", "bj2", "bj1", "aj3"])
            #expect(first.rows.map(\.flow) == ["Counter", "Counter", "Counter", "Counter"])
            let second = try await store.work(WorkQuery(cursor: first.next, limit: 4))
            #expect(second.rows.map { $0.session + $0.item.id } == ["aj2", "aj1"])
            #expect(second.next == nil)
            let failed = try await store.work(WorkQuery(state: .failed))
            #expect(failed.rows.map { $0.session + $0.item.id } == ["bj3", "aj2"])
            let pending = try await store.work(WorkQuery(session: "a", state: .pending))
            #expect(pending.rows.map(\.item.id) == ["j3", "j1"])
            #expect(try await store.work(WorkQuery(session: "c")).rows == [])
            await #expect(throws: StoreError.invalidCursor) { try await store.work(WorkQuery(cursor: "x")) }
        },
        Promise("summaryCountsTheWorkThatWasGivenUp") { store async throws in
            let sample = StoredSample("a")
            var start = sample.starting()
            start.work = [.add(sample.timer("j1"))]
            _ = try await store.commit(start)
            #expect(try await store.summary().failedWork == 0)
            var change = sample.counting(from: 1)
            change.work = [.giveUp(id: "j1", error: "rock")]
            _ = try await store.commit(change)
            #expect(try await store.summary().failedWork == 1)
            #expect(try await store.setProgress(WorkProgress(next: sample.moment(5)), of: "j1", "a", heldBy: nil))
            #expect(try await store.summary().failedWork == 0)
        },
    ]

    /// The lists of sessions for operators.
    static let sessionPages = [
        Promise("sessionsAreListedNewestFirstAndByStatus") { store async throws in
            let names = try await StoreContract.startSessions(6, in: store)
            for name in names.prefix(2) { _ = try await store.commit(StoredSample(name).ending(from: 1)) }
            #expect(try await store.sessions(SessionsQuery()).rows.map(\.session.id) == names.reversed())
            #expect(
                try await store.sessions(SessionsQuery(status: .over)).rows.map(\.session.id) == [names[1], names[0]]
            )
            let active = try await store.sessions(SessionsQuery(status: .active, limit: 3))
            #expect(active.rows.map(\.session.id) == [names[5], names[4], names[3]])
            let rest = try await store.sessions(SessionsQuery(status: .active, cursor: active.next, limit: 3))
            #expect(rest.rows == [SessionListRow(session: StoredSample(names[2]).row(), path: "Counter")])
            #expect(rest.next == nil)
        },
        Promise("sessionsAreSortedByStartAndByLastChange") { store async throws in
            let names = try await StoreContract.startSessions(6, in: store)
            // The order of the last changes. Two are in one hour, and two at one moment.
            for (index, seconds) in [(3, 30.0), (0, 4_000), (5, 4_000), (1, 9_000)] {
                _ = try await store.commit(StoredSample(names[index]).counting(from: 1, after: seconds))
            }
            _ = try await store.commit(StoredSample(names[2]).ending(from: 1, after: 4_500))
            let byChange = [4, 3, 0, 5, 2, 1].map { names[$0] }
            let orders: [(SessionsQuery.Order, [String])] = [
                (.newest, names.reversed()), (.oldest, names), (.untouched, byChange), (.touched, byChange.reversed()),
            ]
            for (order, sorted) in orders {
                let active = sorted.filter { $0 != names[2] }
                let lists: [(SessionStatus?, [String])] = [(nil, sorted), (.active, active), (.over, [names[2]])]
                for (status, expected) in lists {
                    var query = SessionsQuery(status: status, order: order, limit: 2)
                    #expect(query.hasIndexForOrder)
                    var found: [String] = []
                    repeat {
                        let page = try await store.sessions(query)
                        #expect(page.rows.count <= 2)
                        found += page.rows.map(\.session.id)
                        query.cursor = page.next
                    } while query.cursor != nil && found.count < 99
                    #expect(found == expected, "\(order)")
                }
                let shown = try await store.sessions(SessionsQuery(screen: "Counter.Page", order: order)).rows
                #expect(shown.map(\.session.id) == active)
                #expect(try await store.sessions(SessionsQuery(user: "ada", order: order)).rows == [])
            }
            #expect(!SessionsQuery(screen: "Counter.Page", order: .touched).hasIndexForOrder)
            for order in SessionsQuery.Order.allCases {
                await #expect(throws: StoreError.invalidCursor) {
                    try await store.sessions(SessionsQuery(order: order, cursor: "x"))
                }
            }
        },
        Promise("sessionIsFoundByItsKey") { store async throws in
            let names = try await StoreContract.startSessions(2, in: store)
            var change = StoredSample(names[1]).counting(from: 1)
            change.keys = [KeyBinding(SessionKey("order", "a/345"), node: 1)]
            #expect(try await store.commit(change) == .committed)
            func found(_ query: SessionsQuery) async throws -> [String] {
                #expect(try await store.count(query) == store.sessions(query).rows.count)
                return try await store.sessions(query).rows.map(\.session.id)
            }
            #expect(try await found(SessionsQuery(key: SessionKey("order", "a/345"))) == [names[1]])
            #expect(try await found(SessionsQuery(key: SessionKey("order", "a/34"))) == [])
            #expect(try await found(SessionsQuery(key: SessionKey("a", "a/345"))) == [])
            #expect(try await found(SessionsQuery(status: .over, key: SessionKey("order", "a/345"))) == [])
            let shown = SessionsQuery(screen: "Counter.Page", key: SessionKey("order", "a/345"))
            #expect(try await found(shown) == [names[1]])
        },
        Promise("greatestLimitReturnsAllRows") { store async throws in
            let names = try await StoreContract.startSessions(2, in: store)
            #expect(try await store.sessions(SessionsQuery(limit: .max)).rows.count == 2)
            #expect(try await store.flows(FlowsQuery(limit: .max)).rows.count == 2)
            #expect(try await store.work(WorkQuery(limit: .max)).rows == [])
            let date = StoredSample(names[0]).moment(1_000)
            #expect(try await store.idleSessions(since: date, cursor: nil, limit: .max).rows == names)
        },
    ]

    /// Reads all pages of a list. After each page, a flow ends, another changes, and a third starts.
    ///
    /// No flow may be listed twice, and each flow that exists throughout must be listed.
    private static func readWhileChanging(
        _ store: any OperatorStore,
        _ query: FlowsQuery,
        _ order: PageOrder
    ) async throws {
        let run = "\(order)-\(query.flow ?? "")-\(query.screen ?? "")"
        var staying = try await StoreContract.startSessions(20, in: store, prefix: "stays-\(run)-")
        let leaving = try await StoreContract.startSessions(20, in: store, prefix: "goes-\(run)-")
        staying += try await StoreContract.startSessions(20, in: store, prefix: "stays-too-\(run)-")
        var query = query
        query.order = order
        query.limit = 7
        var seen: [String] = []
        var pages = 0
        repeat {
            let page = try await store.flows(query)
            seen += page.rows.map(\.session)
            query.cursor = page.next
            if pages < leaving.count {
                _ = try await store.commit(StoredSample(leaving[leaving.count - 1 - pages]).ending(from: 1))
                _ = try await store.commit(StoredSample(staying[pages]).counting(from: 1))
                _ = try await StoreContract.startSessions(1, in: store, prefix: "comes-\(run)-\(pages)-")
            }
            pages += 1
        } while query.cursor != nil && pages < 1_000
        #expect(Set(seen).count == seen.count, "a row was listed twice")
        #expect(Set(seen).isSuperset(of: staying), "a row that existed throughout was not listed")
    }
}
