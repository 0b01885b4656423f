import Fairway
import FairwayDoubles
import FairwayOperators
import FairwayWire
import Foundation
import Testing

extension OperatorStoreContract {
    /// The runs of flows, which are folded from the journal.
    static let runs = [
        Promise("runsAreCountedInAnyBatches") { store async throws in
            for (name, batch) in [("a", 1), ("b", 100)] {
                let sample = StoredSample(name)
                _ = try await store.commit(sample.opening())
                try await fold(store, batch)
                _ = try await store.commit(sample.turning(to: "Counter.End", from: 1, after: 10))
                try await fold(store, batch)
                _ = try await store.commit(sample.turning(to: "Counter.Page", from: 2, after: 20))
                _ = try await store.commit(sample.leaving(from: 3, after: 40))
                try await fold(store, batch)
            }
            let group = try #require(try await store.funnel(FunnelQuery(flow: "Counter")).groups.first)
            #expect(group.starts == 2)
            #expect(group.ends.ended == 2)
            #expect(group.steps.map(\.screen) == ["Counter.Page", "Counter.End"])
            #expect(group.steps.map(\.visits) == [4, 2])
            #expect(group.steps.map(\.runs) == [2, 2])
            #expect(group.steps.map(\.ends.ended) == [2, 0])
            #expect(group.steps.map(\.ends.completed) == [0, 2])
            #expect(abs((group.steps[0].p90Seconds ?? 0) - 20) < 2)
            #expect(try await store.funnel(FunnelQuery(flow: "Shop")).groups.map(\.starts) == [0])
        },
        Promise("graphOfAFlowAgreesWithItsFunnel") { store async throws in
            for name in ["a", "b", "c"] { _ = try await store.commit(StoredSample(name).opening()) }
            for name in ["a", "b"] {
                _ = try await store.commit(StoredSample(name).turning(to: "Counter.End", from: 1, after: 10))
            }
            try await fold(store, 100)
            let graph = try await store.graph(GraphQuery(flow: "Counter"))
            let steps = try await store.funnel(FunnelQuery(flow: "Counter")).groups[0].steps
            #expect(graph.screens.map(\.name) == ["Counter.End", "Counter.Page"])
            #expect(graph.screens.map(\.visits) == [2, 3])
            #expect(graph.screens.map(\.front) == [2, 1])
            #expect(graph.edges.map(\.action) == ["start", "turn"])
            #expect(graph.edges.map(\.count) == [3, 2])
            #expect(graph.edges[1].medianSeconds == steps.first { $0.screen == "Counter.Page" }?.medianSeconds)
            #expect(try await store.graph(GraphQuery(flow: "Shop")).edges == [])
        },
        Promise("funnelIsFilteredByTimeAndGroupedByDevice") { store async throws in
            let devices = [
                Device(idiom: .phone, locale: "de", app: "1"), Device(idiom: .phone, locale: "en", app: "2"), Device(),
                Device(idiom: .pad, locale: "de", app: "1"),
            ]
            for (index, device) in devices.enumerated() {
                let sample = StoredSample("s\(index)", start: StoredSample("").moment(Double(index) * 60))
                _ = try await store.commit(sample.opening(on: device))
            }
            try await fold(store, 100)
            func groups(_ by: FunnelQuery.Property?, since minutes: Double? = nil) async throws -> [String] {
                let since = minutes.map { StoredSample("").moment($0 * 60) }
                let funnel = try await store.funnel(FunnelQuery(flow: "Counter", since: since, by: by))
                return funnel.groups.map { "\($0.by ?? "-") \($0.starts)" }
            }
            #expect(try await groups(nil) == ["- 4"])
            #expect(try await groups(nil, since: 1) == ["- 3"])
            #expect(try await groups(.app) == ["1 2", "- 1", "2 1"])
            #expect(try await groups(.idiom) == ["phone 2", "- 1", "pad 1"])
            #expect(try await groups(.locale, since: 2) == ["- 1", "de 1"])
            #expect(try await groups(nil, since: 9) == ["- 0"])
            #expect(try await groups(.app, since: 9) == [])
        },
        Promise("sessionsBehindADropOffAreListed") { store async throws in
            for (index, name) in ["a", "b", "c", "d"].enumerated() {
                let sample = StoredSample(name)
                _ = try await store.commit(sample.opening())
                guard index > 0 else { continue }
                _ = try await store.commit(sample.turning(to: "Counter.End", from: 1, after: 10))
                if index > 1 { _ = try await store.commit(sample.leaving(from: 2, after: 20)) }
            }
            try await fold(store, 100)
            func sessions(_ step: String?, _ left: RunsQuery.Left?, since: Double? = nil) async throws -> [String] {
                let since = since.map { StoredSample("").moment($0) }
                let run = RunsQuery(flow: "Counter", step: step, left: left, since: since)
                let first = try await store.sessions(SessionsQuery(run: run, limit: 2))
                guard let cursor = first.next else { return first.rows.map(\.session.id).sorted() }
                let rest = try await store.sessions(SessionsQuery(run: run, cursor: cursor, limit: 2))
                return (first.rows + rest.rows).map(\.session.id).sorted()
            }
            #expect(try await sessions(nil, nil) == ["a", "b", "c", "d"])
            #expect(try await sessions("Counter.Page", .active) == ["a"])
            #expect(try await sessions("Counter.Page", .next) == ["b", "c", "d"])
            #expect(try await sessions("Counter.End", .active) == ["b"])
            #expect(try await sessions("Counter.End", .ended) == ["c", "d"])
            #expect(try await sessions("Counter.End", .dismissed) == [])
            #expect(try await sessions("Counter.Other", nil) == [])
            #expect(try await sessions(nil, .ended, since: 1) == [])
            let over = SessionsQuery(status: .over, run: RunsQuery(flow: "Counter", step: "Counter.End"))
            #expect(try await store.sessions(over).rows.map(\.session.id).sorted() == ["c", "d"])
        },
        Promise("runsAreAbandonedOnceTheirUserHasNotActed") { store async throws in
            for (index, name) in ["a", "b", "c", "d"].enumerated() {
                let sample = StoredSample(name)
                _ = try await store.commit(sample.opening())
                var turning = sample.turning(to: "Counter.End", from: 1, after: 100)
                // The change is not the user's, except in `c`.
                turning.row?.userActedAt = sample.moment(name == "c" ? 100 : Double(index))
                _ = try await store.commit(turning)
            }
            _ = try await store.commit(StoredSample("d").leaving(from: 2, after: 200))
            try await fold(store, 100)
            #expect(try await store.load("a")?.session.userActedAt == StoredSample("a").moment(0))
            let cases: [(idleSince: Double?, abandoned: [String])] = [
                (nil, []), (-1, []), (0, ["a"]), (1, ["a", "b"]), (100, ["a", "b", "c"]),
            ]
            for (idleSince, abandoned) in cases {
                let moment = idleSince.map { StoredSample("").moment($0) }
                let group = try #require(
                    try await store.funnel(FunnelQuery(flow: "Counter", idleSince: moment)).groups.first
                )
                #expect(group.ends.ended == 1)
                #expect(group.ends.abandoned == abandoned.count)
                #expect(group.ends.active == 3 - abandoned.count)
                #expect(group.steps.last?.ends == group.ends)
                let others = ["a", "b", "c"].filter { !abandoned.contains($0) }
                for (left, names) in [(RunsQuery.Left.abandoned, abandoned), (.active, others)] {
                    let run = RunsQuery(flow: "Counter", step: "Counter.End", left: left, idleSince: moment)
                    #expect(try await store.sessions(SessionsQuery(run: run)).rows.map(\.session.id).sorted() == names)
                    #expect(try await store.count(SessionsQuery(run: run)) == names.count)
                }
            }
            // The runs of a deleted session have ended.
            #expect(try await store.erase(["a"]) == ["a"])
            let all = FunnelQuery(flow: "Counter", idleSince: StoredSample("").moment(100))
            #expect(try await store.funnel(all).groups.map(\.ends.ended) == [2])
            #expect(try await store.funnel(all).groups.map(\.ends.abandoned) == [2])
        },
        Promise("screensOfSubFlowsAreListedWithTheirStep") { store async throws in
            for name in ["a", "b"] {
                _ = try await store.commit(StoredSample(name).opening())
                _ = try await store.commit(StoredSample(name).presenting("Login.Form", from: 1, after: 10))
            }
            try await store.add([refusal("a", "Login.Form", node: 2)])
            try await fold(store, 100)
            let steps = try await store.funnel(FunnelQuery(flow: "Counter")).groups[0].steps
            #expect(steps.map(\.screen) == ["Counter.Page", "Counter.End"])
            #expect(steps.map(\.runs) == [2, 2])
            #expect(steps.map(\.refused) == [0, 1])
            #expect(steps.map(\.within.count) == [0, 1])
            let form = steps[1].within.first
            #expect(form?.flow == "Login")
            #expect(form?.screen == "Login.Form")
            #expect(form?.runs == 2)
            #expect(form?.refused == 1)
            #expect(form?.ends.active == 2)
            func count(_ within: RunsQuery.Within, _ left: RunsQuery.Left?) async throws -> Int {
                let run = RunsQuery(flow: "Counter", step: "Counter.End", within: within, left: left)
                return try await store.count(SessionsQuery(run: run))
            }
            #expect(try await count(.init(screen: "Login.Form"), .active) == 2)
            #expect(try await count(.init(flow: "Login", screen: "Login.Form"), nil) == 2)
            #expect(try await count(.init(flow: "Counter", screen: "Login.Form"), nil) == 0)
            #expect(try await count(.init(screen: "Login.Form"), .next) == 0)
        },
        Promise("newestRunsAreCounted") { store async throws in
            for index in 0..<4 {
                let sample = StoredSample("s\(index)", start: StoredSample("").moment(Double(index) * 60))
                _ = try await store.commit(sample.opening(on: Device(app: "\(index / 2)")))
            }
            try await fold(store, 100)
            var query = FunnelQuery(flow: "Counter")
            #expect(try await store.funnel(query).cut == nil)
            query.mostRuns = 3
            let funnel = try await store.funnel(query)
            #expect(funnel.groups.map(\.starts) == [3])
            let cut = try #require(funnel.cut)
            #expect((cut.counted, cut.total) == (3, 4))
            var graph = GraphQuery(flow: "Counter")
            #expect(try await store.graph(graph).cut == nil)
            graph.mostRuns = 3
            #expect(try await store.graph(graph).cut == cut)
            let since = cut.since
            #expect(since > StoredSample("").moment(0) && since <= StoredSample("").moment(60))
            // The list of the runs since then has the same ones.
            var run = RunsQuery(flow: "Counter", since: since)
            run.mostRuns = 3
            #expect(try await store.count(SessionsQuery(run: run)) == 3)
            run.since = nil
            #expect(try await store.count(SessionsQuery(run: run)) == 3)
            run.device = RunsQuery.Value(.app, "0")
            #expect(try await store.sessions(SessionsQuery(run: run)).rows.map(\.session.id) == ["s1"])
            run.device = RunsQuery.Value(.locale, nil)
            #expect(try await store.count(SessionsQuery(run: run)) == 3)
        },
        Promise("runsWithIncidentsAreCountedAsRefused") { store async throws in
            for name in ["a", "b", "c"] {
                _ = try await store.commit(StoredSample(name).opening())
                _ = try await store.commit(StoredSample(name).turning(to: "Counter.End", from: 1, after: 10))
            }
            func refuse(_ session: String, _ screen: String?, node: Int? = 1) async throws {
                try await store.add([refusal(session, screen, node: node)])
            }
            // Three incidents on a screen of one run count once. They arrive before the run is folded.
            for _ in 0..<3 { try await refuse("a", "Counter.Page") }
            try await refuse("b", "Counter.End", node: 7)
            try await refuse("b", nil)
            try await fold(store, 100)
            func refused() async throws -> [Int] {
                try await store.funnel(FunnelQuery(flow: "Counter")).groups[0].steps.map(\.refused)
            }
            #expect(try await refused() == [1, 0])
            // An incident of a run that is over.
            _ = try await store.commit(StoredSample("c").leaving(from: 2, after: 20))
            try await fold(store, 100)
            try await refuse("c", "Counter.End")
            #expect(try await store.foldJournal(limit: 100) == 0)
            #expect(try await refused() == [1, 1])
        },
        Promise("incidentsAreFoldedAfterTheJournal") { store async throws in
            _ = try await store.commit(StoredSample("a").opening())
            _ = try await store.commit(StoredSample("a").turning(to: "Counter.End", from: 1, after: 10))
            try await store.add([refusal("a", "Counter.Page"), refusal("a", "Counter.End")])
            func refused() async throws -> [Int] {
                try await store.funnel(FunnelQuery(flow: "Counter")).groups[0].steps.map(\.refused)
            }
            // A full batch may leave entries.
            for refusals in [[0], [0, 0]] {
                #expect(try await store.foldJournal(limit: 1) == 1)
                #expect(try await refused() == refusals)
            }
            #expect(try await store.foldJournal(limit: 1) == 0)
            #expect(try await refused() == [1, 1])
        },
        Promise("backlogOfIncidentsIsFoldedByOneCall") { store async throws in
            for name in ["a", "b"] { _ = try await store.commit(StoredSample(name).opening()) }
            func others(_ session: String) -> [Incident] {
                Array(repeating: refusal(session, "Counter.Other"), count: 1_250)
            }
            // The first of them is not kept after the call.
            try await store.add([refusal("a", "Counter.Page")] + others("a"))
            try await store.add(others("b") + [refusal("b", "Counter.Page")])
            try await fold(store, 100)
            #expect(try await store.funnel(FunnelQuery(flow: "Counter")).groups[0].steps.map(\.refused) == [2])
            for name in ["a", "b"] { #expect(try await store.incidents(name).count == Incident.mostPerSession) }
        },
        Promise("incidentsOfErasedSessionsAreInTheirRuns") { store async throws in
            for name in ["a", "b", "c"] {
                _ = try await store.commit(StoredSample(name, user: name == "a" ? "ada" : nil).opening())
                try await store.add([refusal(name, "Counter.Page")])
            }
            #expect(try await store.eraseUser("ada", limit: 9) == ["a"])
            #expect(try await store.erase(["b"]) == ["b"])
            try await fold(store, 100)
            #expect(try await store.funnel(FunnelQuery(flow: "Counter")).groups[0].steps.map(\.refused) == [3])
        },
        Promise("funnelSurvivesTheJournalAndTheSessions") { store async throws in
            for name in ["a", "b"] { _ = try await store.commit(StoredSample(name, user: "ada").opening()) }
            _ = try await store.commit(StoredSample("c").opening())
            _ = try await store.commit(StoredSample("c").turning(to: "Counter.End", from: 1, after: 10))
            _ = try await store.commit(StoredSample("c").leaving(from: 2, after: 20))
            try await fold(store, 100)
            let funnel = try await store.funnel(FunnelQuery(flow: "Counter"))
            let date = StoredSample("").moment(100)
            #expect(try await store.delete(.journal(uncounted: false), before: date, limit: 100) == 5)
            #expect(try await store.delete(.sessions, before: date, limit: 100) == 1)
            #expect(try await store.funnel(FunnelQuery(flow: "Counter")) == funnel)
            // The trails after the deletion continue the runs.
            _ = try await store.commit(StoredSample("a", user: "ada").turning(to: "Counter.End", from: 1, after: 30))
            // Erasing a user folds the journal. The user's active runs end.
            while try await !store.eraseUser("ada", limit: 10).isEmpty {}
            let group = try await store.funnel(FunnelQuery(flow: "Counter")).groups[0]
            #expect(group.starts == 3)
            #expect(group.ends.ended == 3)
            #expect(group.steps.map(\.visits) == [3, 2])
            #expect(try await store.sessions(SessionsQuery(run: RunsQuery(flow: "Counter"))).rows == [])
            #expect(try await store.integrityProblems() == [])
        },
        Promise("onlyOldRunsAreDeleted") { store async throws in
            for index in 0..<4 {
                let start = StoredSample("").moment(Double(index) * 60)
                _ = try await store.commit(StoredSample("s\(index)", start: start).opening())
            }
            try await fold(store, 100)
            let date = StoredSample("").moment(120)
            #expect(try await store.delete(.runs, before: date, limit: 1) == 1)
            #expect(try await store.delete(.runs, before: date, limit: 9) == 1)
            #expect(try await store.delete(.runs, before: date, limit: 9) == 0)
            #expect(try await store.funnel(FunnelQuery(flow: "Counter")).groups[0].starts == 2)
            // A session continues after its run was deleted.
            let start = StoredSample("").moment(0)
            let next = StoredSample("s0", start: start).turning(to: "Counter.End", from: 1, after: 500)
            #expect(try await store.commit(next) == .committed)
            #expect(try await store.foldJournal(limit: 10) == 1)
            #expect(try await store.funnel(FunnelQuery(flow: "Counter")).groups[0].starts == 2)
        },
    ]

    private static func refusal(_ session: String, _ screen: String?, node: Int? = 1) -> Incident {
        Incident(
            session: session,
            revision: 1,
            at: StoredSample(session).moment(5),
            kind: "action",
            node: node,
            screen: screen,
            code: "rejected"
        )
    }

    private static func fold(_ store: any OperatorStore, _ limit: Int) async throws {
        while try await store.foldJournal(limit: limit) == limit {}
    }
}

extension StoredSample {
    /// The commit that starts the session, with a trail.
    func opening(on device: Device = Device()) -> Commit {
        var commit = starting()
        let front = Trail.Front(nodes: [1], screen: 1, name: "Counter.Page")
        let trail = Trail(started: [.init(node: 1, parent: nil, flow: "Counter")], front: front, device: device)
        commit.journal = entry(kind: "start", screen: nil, name: nil, trail: trail)
        return commit
    }

    /// The commit of an action that shows another screen.
    func turning(to screen: String, from revision: Int, after seconds: Double) -> Commit {
        var commit = counting(from: revision, after: seconds)
        commit.row?.frontScreen = screen
        commit.flows = [flow(screen: screen, after: seconds)]
        let front = Trail.Front(nodes: [1], screen: revision + 1, name: screen)
        commit.journal = entry(revision + 1, name: "turn", to: screen, after: seconds, trail: Trail(front: front))
        return commit
    }

    /// The commit of an action that shows the screen `Counter.End` and presents a flow over it.
    fileprivate func presenting(_ screen: String, from revision: Int, after seconds: Double) -> Commit {
        var commit = turning(to: "Counter.End", from: revision, after: seconds)
        let trail = Trail(
            started: [.init(node: 2, parent: 1, flow: "Login")],
            front: .init(nodes: [1, 2], screen: revision + 2, name: screen),
            entered: [.init(nodes: [1], screen: revision + 1, name: "Counter.End")]
        )
        commit.journal = entry(revision + 1, name: "turn", to: screen, after: seconds, trail: trail)
        return commit
    }

    /// The commit that ends the session, with a trail.
    fileprivate func leaving(from revision: Int, after seconds: Double) -> Commit {
        var commit = ending(from: revision, after: seconds)
        let trail = Trail(left: [.init(node: 1, outcome: .ended)], front: nil)
        commit.journal = entry(revision + 1, kind: "end", name: nil, to: nil, after: seconds, trail: trail)
        return commit
    }
}
