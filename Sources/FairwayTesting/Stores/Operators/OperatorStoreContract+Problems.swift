import Fairway
import FairwayOperators
import FairwayWire
import Foundation
import Testing

extension OperatorStoreContract {
    /// Problems of sessions.
    static let problems = [
        Promise("occurrencesOfAProblemAreAddedUp") { store async throws in
            for (name, app) in [("a", "1.0"), ("b", "2.0"), ("c", nil), ("d", "Ada's")] {
                var start = StoredSample(name).starting()
                start.row?.device = Device(app: app)
                _ = try await store.commit(start)
            }
            let full = ProblemGroup(
                kind: .failed,
                flow: "Counter",
                screen: "Counter.Page",
                name: "save",
                code: "flow-failed",
                cause: "“ä” \u{1F600}"
            )
            try await store.addProblems([])
            try await store.addProblems([
                seen(full, "a", 3, after: 5), seen(full, "b", after: 7), seen(full, "a", after: 1),
            ])
            try await store.addProblems([seen(full, "c", after: 3_700), seen(full, "d", 2, after: 4)])
            let found = try #require(try await store.problem(full.id, hoursSince: .distantPast))
            #expect(try await store.problems(ProblemsQuery()).rows == [found])
            #expect((found.id, found.group, found.status) == (full.id, full, .open))
            #expect((found.sessions, found.count) == (4, 8))
            #expect((found.firstSeen, found.lastSeen) == (moment(1), moment(3_700)))
            #expect([found.firstBuild, found.lastBuild, found.resolvedIn] == [nil, nil, nil])
            #expect(found.apps.map(\.app) == ["1.0", nil, "2.0"])
            #expect(found.apps.map(\.count) == [4, 3, 1])
            #expect(found.hours.map(\.hour) == [moment(0).hour, moment(3_700).hour])
            #expect(found.hours.map(\.count) == [7, 1])
            let late = try await store.problem(full.id, hoursSince: moment(3_700))
            #expect(late?.hours.map(\.count) == [1])
            #expect(try await store.problem("nothing", hoursSince: .distantPast) == nil)
            #expect(try await store.integrityProblems() == [])
        },
        Promise("workThatWasGivenUpIsCountedOnceWhenTheJournalIsFolded") { store async throws in
            let (sample, copy) = (StoredSample("a"), StoredSample("box"))
            _ = try await store.commit(sample.starting())
            _ = try await store.addSandbox(sandbox(copy), most: 1)
            for name in [sample, copy] {
                var commit = name.counting(from: 1, after: 5)
                commit.journal = JournalEntry(
                    revision: 2,
                    at: moment(5),
                    kind: "job",
                    flow: "Counter",
                    name: "Charge",
                    delivery: JournalEntry.Delivery(.failed, message: "Declined.", attempts: 1)
                )
                _ = try await store.commit(commit)
            }
            #expect(try await store.problems(ProblemsQuery()).rows == [])
            while try await store.foldJournal(limit: 1) > 0 {}
            let entry = try #require(try await store.journal("a", after: 1, limit: 1).first)
            let found = try await store.problems(ProblemsQuery()).rows
            #expect(found.map(\.id) == [try #require(ProblemGroup(entry)).id])
            #expect(found.map(\.group.cause) == ["Declined."])
            #expect(found.map(\.count) == [1])
            #expect(found.map(\.sessions) == [1])
            #expect(found.map(\.firstSeen) == [entry.at])
        },
        Promise("occurrencesWithoutASessionAreCountedWithTheirApp") { store async throws in
            let group = group("rejected")
            func seen(_ app: String?, _ count: Int) -> SeenProblem {
                SeenProblem(group, session: nil, app: app, count: count, first: moment(1), last: moment(2))
            }
            try await store.addProblems([seen("1.0", 3), seen(nil, 2), seen("2.0", 1)])
            let found = try #require(try await store.problem(group.id, hoursSince: .distantPast))
            #expect((found.sessions, found.count) == (0, 6))
            #expect((found.firstSeen, found.lastSeen) == (moment(1), moment(2)))
            #expect(found.apps.map(\.app) == ["1.0", nil, "2.0"])
            #expect(found.apps.map(\.count) == [3, 2, 1])
            #expect(try await store.count(SessionsQuery(problem: group.id)) == 0)
            #expect(MeasuredCounts(try await store.serverCounts(since: .distantPast))[.refused] == 6)
            #expect(try await store.integrityProblems() == [])
        },
        Promise("repeatedBatchOfProblemsIsAddedOnce") { store async throws in
            let names = try await StoreContract.startSessions(1, in: store)
            let batch = ProblemBatch(writer: "a", number: 2, problems: [seen(group("x"), names[0])])
            try await store.addProblems(batch)
            try await store.addProblems(batch)
            for (writer, number) in [("a", 1), ("a", 3), ("b", 1)] {
                try await store.addProblems(ProblemBatch(writer: writer, number: number, problems: batch.problems))
            }
            #expect(try await store.problems(ProblemsQuery()).rows.map(\.count) == [3])
            #expect(MeasuredCounts(try await store.serverCounts(since: .distantPast))[.refused] == 3)
            // The writers that began last are remembered.
            for number in 0..<OperatorLimits.problemWriters {
                try await store.addProblems([seen(group("y\(number % 2)"), names[0])])
            }
            try await store.addProblems(batch)
            #expect(try await store.problem(group("x").id, hoursSince: .distantPast)?.count == 4)
        },
        Promise("occurrencesOfSandboxesAndUnknownSessionsAreIgnored") { store async throws in
            _ = try await store.commit(StoredSample("a").starting())
            _ = try await store.addSandbox(sandbox(StoredSample("box")), most: 1)
            try await store.addProblems([seen(group("x"), "box"), seen(group("x"), "nobody")])
            #expect(try await store.problems(ProblemsQuery()).rows == [])
            #expect(try await store.serverCounts(since: .distantPast) == [])
            #expect(try await store.integrityProblems() == [])
        },
        Promise("problemsAreListedByTheirLastOccurrenceAndFiltered") { store async throws in
            let names = try await StoreContract.startSessions(2, in: store)
            let groups = [
                group("a"), group("b", kind: .failed), group("c", flow: "Shop"),
                group("d", kind: .givenUp, flow: "Shop"),
            ]
            for (index, group) in groups.enumerated() {
                try await store.addProblems([seen(group, names[index % 2], after: Double(index))])
            }
            #expect(try await store.setStatus(.muted, of: groups[0].id, at: moment(9)))
            #expect(try await !store.setStatus(.muted, of: "nothing", at: moment(9)))
            func codes(_ query: ProblemsQuery) async throws -> [String] {
                try await store.problems(query).rows.map(\.group.code)
            }
            #expect(try await codes(ProblemsQuery()) == ["d", "c", "b", "a"])
            #expect(try await codes(ProblemsQuery(since: moment(2))) == ["d", "c"])
            #expect(try await codes(ProblemsQuery(status: .open)) == ["d", "c", "b"])
            #expect(try await codes(ProblemsQuery(status: .muted)) == ["a"])
            #expect(try await codes(ProblemsQuery(flow: "Shop")) == ["d", "c"])
            #expect(try await codes(ProblemsQuery(flow: "Shop", kind: .givenUp)) == ["d"])
            #expect(try await codes(ProblemsQuery(build: "nothing")) == [])
            var paged: [String] = []
            var query = ProblemsQuery(limit: 3)
            repeat {
                let page = try await store.problems(query)
                paged += page.rows.map(\.group.code)
                query.cursor = page.next
            } while query.cursor != nil && paged.count < 9
            #expect(paged == ["d", "c", "b", "a"])
            await #expect(throws: StoreError.self) { try await store.problems(ProblemsQuery(cursor: "x")) }
        },
        Promise("pagesOfProblemsThatWereSeenAtOneMomentAreComplete") { store async throws in
            let names = try await StoreContract.startSessions(1, in: store)
            let codes = (0..<9).map { "c\($0)" }
            try await store.addProblems(codes.map { seen(group($0), names[0], after: 1) })
            var paged: [String] = []
            var query = ProblemsQuery(limit: 2)
            repeat {
                let page = try await store.problems(query)
                paged += page.rows.map(\.group.code)
                query.cursor = page.next
            } while query.cursor != nil && paged.count < 99
            #expect(paged.sorted() == codes)
        },
        Promise("sessionsAreFilteredByProblem") { store async throws in
            let names = try await StoreContract.startSessions(5, in: store)
            let (one, other) = (group("a"), group("b"))
            try await store.addProblems(names.prefix(4).map { seen(one, $0) } + [seen(other, names[4])])
            _ = try await store.commit(StoredSample(names[0]).ending(from: 1))
            func found(_ query: SessionsQuery) async throws -> [String] {
                #expect(try await store.count(query) == store.sessions(query).rows.count)
                return try await store.sessions(query).rows.map(\.session.id)
            }
            #expect(try await found(SessionsQuery(problem: one.id)) == names.prefix(4).reversed())
            #expect(try await found(SessionsQuery(problem: other.id)) == [names[4]])
            #expect(try await found(SessionsQuery(problem: "nothing")) == [])
            #expect(try await found(SessionsQuery(status: .over, problem: one.id)) == [names[0]])
            #expect(try await found(SessionsQuery(search: names[1], problem: one.id)) == [names[1]])
            #expect(try await found(SessionsQuery(flow: "Counter", screen: "Counter.Page", problem: one.id)).count == 3)
            var change = StoredSample(names[2]).counting(from: 1)
            change.journal = StoredSample(names[2]).entry(2, request: "r1")
            #expect(try await store.commit(change) == .committed)
            #expect(try await found(SessionsQuery(request: "r1", problem: one.id)) == [names[2]])
            #expect(try await found(SessionsQuery(request: "r1", problem: other.id)) == [])
            #expect(try await found(SessionsQuery(person: "nobody", problem: one.id)) == [])
            let page = try await store.sessions(SessionsQuery(problem: one.id, limit: 3))
            let rest = try await store.sessions(SessionsQuery(problem: one.id, cursor: page.next, limit: 3))
            #expect((page.rows + rest.rows).map(\.session.id) == names.prefix(4).reversed())
        },
        Promise("resolvedProblemThatOccursAgainIsOpen") { store async throws in
            let names = try await StoreContract.startSessions(1, in: store)
            let group = group("a")
            try await store.recordBuild(sighting("1", after: 0))
            try await store.addProblems([seen(group, names[0], after: 1)])
            #expect(try await store.setStatus(.resolved, of: group.id, at: moment(5)))
            func problem() async throws -> ListedProblem? {
                try await store.problem(group.id, hoursSince: .distantPast)
            }
            #expect(try await problem()?.status == .resolved)
            #expect(try await problem()?.resolvedIn == "1")
            // It occurred before it was resolved, and is written later.
            try await store.addProblems([seen(group, names[0], after: 4)])
            #expect(try await problem()?.status == .resolved)
            try await store.recordBuild(sighting("2", after: 6))
            try await store.addProblems([seen(group, names[0], after: 7)])
            let reopened = try #require(try await problem())
            #expect(reopened.status == .open)
            #expect(reopened.resolvedIn == "1")
            #expect([reopened.firstBuild, reopened.lastBuild] == ["1", "2"])
            #expect((reopened.sessions, reopened.count) == (1, 3))
            #expect(try await store.setStatus(.muted, of: group.id, at: moment(8)))
            try await store.addProblems([seen(group, names[0], after: 9)])
            #expect(try await problem()?.status == .muted)
            #expect(try await problem()?.resolvedIn == nil)
            for (build, count) in [("1", 1), ("2", 1), ("3", 0)] {
                #expect(try await store.problems(ProblemsQuery(build: build)).rows.count == count)
            }
        },
    ]

    static let moment = StoredSample("s").moment

    static func group(
        _ code: String,
        kind: ProblemGroup.Kind = .refused,
        flow: String = "Counter"
    ) -> ProblemGroup {
        ProblemGroup(kind: kind, flow: flow, screen: "Counter.Page", code: code)
    }

    static func seen(
        _ group: ProblemGroup,
        _ session: String,
        _ count: Int = 1,
        after seconds: Double = 0
    ) -> SeenProblem {
        SeenProblem(group, session: session, count: count, first: moment(seconds), last: moment(seconds))
    }
}
