import Fairway
import FairwayOperators
import Foundation
import Testing

extension OperatorStoreContract {
    /// What is kept of problems.
    static let problemLimits = [
        Promise("sessionsOfAProblemAreErasedAndTheirNumberRemains") { store async throws in
            let samples = [StoredSample("a"), StoredSample("b", user: "ada"), StoredSample("c")]
            for sample in samples { _ = try await store.commit(sample.starting()) }
            let group = group("x")
            try await store.addProblems(samples.map { seen(group, $0.session) })
            _ = try await store.commit(samples[0].ending(from: 1))
            #expect(try await store.delete(.sessions, before: moment(9), limit: 9) == 1)
            #expect(try await store.eraseUser("ada", limit: 9) == ["b"])
            #expect(try await store.sessions(SessionsQuery(problem: group.id)).rows.map(\.session.id) == ["c"])
            #expect(try await store.problem(group.id, hoursSince: .distantPast)?.sessions == 3)
            // A session that is erased is not in another one with its id.
            _ = try await store.commit(samples[1].starting())
            #expect(try await store.count(SessionsQuery(problem: group.id)) == 1)
            #expect(try await store.integrityProblems() == [])
        },
        Promise("oldProblemsAreDeletedWithTheirRows") { store async throws in
            let names = try await StoreContract.startSessions(2, in: store)
            let (old, new) = (group("old"), group("new"))
            try await store.addProblems([seen(old, names[0], after: 1), seen(new, names[1], after: 20)])
            #expect(try await store.delete(.problems, before: moment(10), limit: 9) == 1)
            #expect(try await store.delete(.problems, before: moment(10), limit: 9) == 0)
            #expect(try await store.problems(ProblemsQuery()).rows.map(\.id) == [new.id])
            #expect(try await store.count(SessionsQuery(problem: old.id)) == 0)
            try await store.addProblems([seen(old, names[1], after: 30)])
            #expect(try await store.problem(old.id, hoursSince: .distantPast)?.count == 1)
            #expect(try await store.sessions(SessionsQuery(problem: old.id)).rows.map(\.session.id) == [names[1]])
            #expect(try await store.integrityProblems() == [])
        },
        Promise("problemsBeyondTheLimitAreDeletedMutedOnesLast") { store async throws in
            let names = try await StoreContract.startSessions(1, in: store)
            let groups = (0..<OperatorLimits.problems).map { group("c\($0)") }
            try await add(groups.enumerated().map { seen($1, names[0], after: Double($0) / 100) }, to: store)
            #expect(try await store.setStatus(.muted, of: groups[0].id, at: moment(1)))
            try await store.addProblems([
                seen(group("x"), names[0], after: 500), seen(group("y"), names[0], after: 500),
            ])
            for (index, isKept) in [(0, true), (1, false), (2, false), (3, true)] {
                let found = try await store.problem(groups[index].id, hoursSince: .distantPast)
                #expect((found != nil) == isKept, "\(index)")
            }
            #expect(try await store.integrityProblems() == [])
        },
        Promise("causesOfAPlaceAreLimited") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            let most = OperatorLimits.causesPerProblem
            try await store.addProblems((0..<most + 3).map { seen(failed("c\($0)"), "a") })
            try await store.addProblems([seen(failed("c0"), "a"), seen(failed("c0", flow: "Shop"), "a")])
            let groups = [failed("c0").withoutCause, failed("c0"), failed("c0", flow: "Shop")]
            #expect(try await store.problems(ProblemsQuery(flow: "Counter", limit: 500)).rows.count == most + 1)
            for (group, count) in zip(groups, [3, 2, 1]) {
                #expect(try await store.problem(group.id, hoursSince: .distantPast)?.count == count)
            }
            // Work that was given up, also with causes that a performer makes of what users type.
            for revision in 2...most + 4 {
                var commit = sample.counting(from: revision - 1, after: 5)
                commit.journal = JournalEntry(
                    revision: revision,
                    at: moment(5),
                    kind: "job",
                    flow: "Counter",
                    name: "Charge",
                    delivery: JournalEntry.Delivery(.failed, message: Text(verbatim: letters(revision)), attempts: 1)
                )
                #expect(try await store.commit(commit) == .committed)
            }
            while try await store.foldJournal(limit: 1_000) > 0 {}
            let given = try await store.problems(ProblemsQuery(kind: .givenUp, limit: 500)).rows
            #expect(given.count == most + 1)
            #expect(given.reduce(0) { $0 + $1.count } == most + 3)
            #expect(given.filter { $0.group.cause == "…" }.map(\.count) == [3])
        },
        Promise("causesThatWereNotSeenForAWeekMakeRoomForOthers") { store async throws in
            _ = try await store.commit(StoredSample("a").starting())
            try await store.addProblems((0..<OperatorLimits.causesPerProblem).map { seen(failed("c\($0)"), "a") })
            let week = Double(OperatorLimits.hoursPerProblem) * 3_600
            // An old cause that is seen again is its own, and counts again.
            for (cause, seconds) in [("c0", week - 1), ("x", week - 1), ("y", week), ("c1", week), ("z", week + 1)] {
                try await store.addProblems([seen(failed(cause), "a", after: seconds)])
            }
            let counts: [(ProblemGroup, Int?)] = [
                (failed("c0"), 2), (failed("c1"), 2), (failed("x"), nil), (failed("x").withoutCause, 1),
                (failed("y"), 1), (failed("z"), 1),
            ]
            for (group, count) in counts {
                let found = try await store.problem(group.id, hoursSince: .distantPast)
                #expect(found?.count == count, "\(group)")
            }
        },
        Promise("sessionsOfAProblemAreLimited") { store async throws in
            let most = 100
            // In the order of the ids, too.
            let names = (0..<most + 6).map { "s\(1_000 + $0)" }
            for name in names { _ = try await store.commit(StoredSample(name).starting()) }
            let group = group("x")
            func see(_ indexes: Int...) async throws {
                try await add(indexes.map { seen(group, names[$0]) }, mostSessions: most, to: store)
            }
            func expect(listed: Int, counted: Int) async throws {
                #expect(try await store.count(SessionsQuery(problem: group.id)) == listed)
                #expect(try await store.problem(group.id, hoursSince: .distantPast)?.sessions == counted)
            }
            try await add((2...most + 2).map { seen(group, names[$0]) }, mostSessions: most, to: store)
            try await expect(listed: most + 1, counted: most + 1)
            // The two sessions that started first leave the list together.
            try await see(1)
            try await expect(listed: most, counted: most + 2)
            // None that started before them is counted again, also if there is room.
            try await see(0, 1, 2)
            try await expect(listed: most, counted: most + 2)
            _ = try await store.commit(StoredSample(names[3]).ending(from: 1))
            #expect(try await store.delete(.sessions, before: moment(9), limit: 9) == 1)
            try await see(0, 1, 2)
            try await expect(listed: most - 1, counted: most + 2)
            try await see(4, most + 5)
            try await expect(listed: most, counted: most + 3)
            for (index, isListed) in [(1, false), (2, false), (4, true), (most + 2, true), (most + 5, true)] {
                let found = try await store.count(SessionsQuery(search: names[index], problem: group.id))
                #expect(found == (isListed ? 1 : 0), "\(index)")
            }
            #expect(try await store.integrityProblems() == [])
        },
        Promise("hoursAndAppsOfAProblemAreLimited") { store async throws in
            let group = group("x")
            for number in 0..<30 {
                var start = StoredSample("s\(number)").starting()
                start.row?.device = Device(app: "app\(number)")
                _ = try await store.commit(start)
            }
            for number in 0..<30 { try await store.addProblems([seen(group, "s\(number)", number < 10 ? 5 : 1)]) }
            let apps = try #require(try await store.problem(group.id, hoursSince: .distantPast)?.apps)
            #expect(apps.count == OperatorLimits.appsPerProblem)
            #expect(apps.prefix(10).map(\.count) == Array(repeating: 5, count: 10))
            #expect(apps.contains { $0.app == "app29" }, "a new version is counted")
            let week = (0..<200).map { seen(group, "s0", after: Double($0) * 3_600) }
            try await store.addProblems(week)
            let hours = try #require(try await store.problem(group.id, hoursSince: .distantPast)?.hours)
            #expect(hours.count == OperatorLimits.hoursPerProblem)
            #expect(hours.last?.hour == moment(199 * 3_600).hour)
        },
        Promise("concurrentOccurrencesAreAllCounted") { store async throws in
            let names = try await StoreContract.startSessions(5, in: store)
            let groups = ["a", "b", "c"].map { group($0) }
            try await withThrowingDiscardingTaskGroup { tasks in
                for _ in 0..<20 {
                    tasks.addTask {
                        let problems = names.flatMap { name in groups.map { seen($0, name) } }
                        try await store.addProblems(problems.shuffled())
                    }
                }
            }
            let rows = try await store.problems(ProblemsQuery()).rows
            #expect(rows.map(\.count) == [100, 100, 100])
            #expect(rows.map(\.sessions) == [5, 5, 5])
            let counts = MeasuredCounts(try await store.serverCounts(since: .distantPast))
            #expect(counts[.refused] == 300)
        },
    ]

    private static func failed(_ cause: String, flow: String = "Counter") -> ProblemGroup {
        ProblemGroup(kind: .failed, flow: flow, code: "flow-failed", cause: cause)
    }

    /// Adds problems in batches of the usual size.
    private static func add(
        _ problems: [SeenProblem],
        mostSessions: Int = OperatorLimits.sessionsPerProblem,
        to store: any OperatorStore
    ) async throws {
        let size = OperatorLimits().problemsPerWrite
        for start in stride(from: 0, to: problems.count, by: size) {
            let part = Array(problems[start...].prefix(size))
            var batch = ProblemBatch(writer: UUID().uuidString, number: 1, problems: part)
            batch.mostSessions = mostSessions
            try await store.addProblems(batch)
        }
    }

    /// A text for a number, without digits: numbers are variable parts of causes.
    private static func letters(_ number: Int) -> String {
        String(String(number).map { Character(UnicodeScalar(UInt8(ascii: "a") + UInt8($0.wholeNumberValue ?? 0))) })
    }
}
