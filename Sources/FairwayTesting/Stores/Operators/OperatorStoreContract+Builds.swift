import Fairway
import FairwayOperators
import FairwayWire
import Foundation
import Testing

extension OperatorStoreContract {
    /// Builds, and what their servers did.
    static let builds = [
        Promise("buildsAreListedInTheOrderOfTheirLastStarts") { store async throws in
            #expect(try await store.builds(BuildsQuery()).rows == [])
            #expect(try await store.newestBuild() == nil)
            for (name, seconds, isStart) in [("1", 0.0, true), ("2", 10, true), ("1", 20, false), ("3", 30, true)] {
                try await store.recordBuild(sighting(name, after: seconds, isStart: isStart))
            }
            #expect(try await store.newestBuild() == "3")
            let rows = try await store.builds(BuildsQuery()).rows
            let moment = StoredSample("s").moment
            #expect(rows.map(\.build) == ["3", "2", "1"].map { ServerBuild(name: $0, version: "v\($0)") })
            #expect(rows.map(\.firstSeen) == [moment(30), moment(10), moment(0)])
            #expect(rows.map(\.lastSeen) == [moment(30), moment(10), moment(20)])
            #expect(rows.map(\.nodes) == [["n"], [], []])
            let page = try await store.builds(BuildsQuery(limit: 2))
            let rest = try await store.builds(BuildsQuery(cursor: page.next, limit: 2))
            #expect((page.rows + rest.rows).map(\.build.name) == ["3", "2", "1"])
            #expect(rest.next == nil)
            try await store.recordBuild(sighting("1", after: 40))
            #expect(try await store.newestBuild() == "1", "a rollback")
            #expect(try await store.builds(BuildsQuery()).rows.map(\.build.name) == ["1", "3", "2"])
        },
        Promise("journalEntriesAreCountedByHourForTheirBuild") { store async throws in
            let (a, b) = (StoredSample("a"), StoredSample("b"))
            _ = try await store.commit(a.starting())
            try await store.recordBuild(sighting("1"))
            _ = try await store.commit(a.counting(from: 1))
            _ = try await store.commit(b.starting())
            try await store.recordBuild(sighting("2", after: 1))
            _ = try await store.commit(a.counting(from: 2, after: 3_600))
            var end = b.ending(from: 1, after: 3_601)
            end.journal = b.entry(
                2,
                to: nil,
                after: 3_601,
                trail: Trail(
                    left: [.init(node: 1, outcome: .completed), .init(node: 2, outcome: .dismissed)],
                    front: nil
                )
            )
            _ = try await store.commit(end)
            while try await store.foldJournal(limit: 2) > 0 {}
            let listed = try await store.builds(BuildsQuery()).rows.map(\.counts)
            #expect(listed.map { $0[.changes] } == [2, 2])
            #expect(listed.map { $0[.started] } == [nil, 1])
            #expect(listed.map { $0[.ended] } == [1, nil])
            #expect(listed.map { $0[.completed] } == [1, nil])
            #expect(listed.map { $0.seconds(.handlers, quantile: 1) != nil } == [true, true])
            let all = MeasuredCounts(try await store.serverCounts(since: .distantPast))
            #expect((all[.changes], all[.started], all[.completed]) == (5, 2, 1))
            let late = MeasuredCounts(try await store.serverCounts(since: a.moment(3_600)))
            #expect((late[.changes], late[.started], late[.completed]) == (2, nil, 1))
        },
        Promise("sandboxesAreNotCountedForABuild") { store async throws in
            _ = try await store.commit(StoredSample("a").starting())
            let box = StoredSample("box")
            var commit = sandbox(box)
            commit.journal = box.entry(7)
            _ = try await store.addSandbox(commit, most: 1)
            _ = try await store.foldJournal(limit: 9)
            #expect(MeasuredCounts(try await store.serverCounts(since: .distantPast))[.changes] == 1)
        },
        Promise("countsOfABuildAreAddedUpAndTheActiveSessionsReplaced") { store async throws in
            let hour = StoredSample("s").moment(0).hour
            try await store.addServerCounts([])
            try await store.recordBuild(sighting("1"))
            for active in [7, 5] {
                try await store.addServerCounts([
                    ServerCount(hour: hour, .active, count: active),
                    ServerCount(hour: hour, .commits, bucket: 3, count: 2),
                    ServerCount(hour: hour + 1, .commits, bucket: 4, count: 1),
                ])
            }
            let counts = try await store.serverCounts(since: .distantPast)
            #expect(
                Set(counts) == [
                    ServerCount(hour: hour, .active, count: 5), ServerCount(hour: hour, .commits, bucket: 3, count: 4),
                    ServerCount(hour: hour + 1, .commits, bucket: 4, count: 2),
                ]
            )
            #expect(try await store.builds(BuildsQuery()).rows.first?.counts == MeasuredCounts(counts))
        },
        Promise("oldCountsAreDeletedByHour") { store async throws in
            let moment = StoredSample("s").moment
            let counts = [0.0, 3_600, 7_200].map { ServerCount(hour: moment($0).hour, .commits, count: 1) }
            try await store.addServerCounts(counts)
            #expect(try await store.delete(.counts, before: moment(7_200), limit: 1) == 1)
            #expect(try await store.delete(.counts, before: moment(7_200), limit: 9) == 1)
            #expect(try await store.serverCounts(since: .distantPast) == [counts[2]])
        },
        Promise("newestBuildsAreKeptWithTheirCounts") { store async throws in
            let hour = StoredSample("s").moment(0).hour
            for number in 0...OperatorLimits.builds {
                try await store.recordBuild(sighting("\(number)", after: Double(number)))
                try await store.addServerCounts([ServerCount(hour: hour, .commits, count: 1)])
            }
            let rows = try await store.builds(BuildsQuery(limit: 500)).rows
            #expect(rows.count == OperatorLimits.builds)
            #expect(rows.last?.build.name == "1")
            let counts = try await store.serverCounts(since: .distantPast)
            #expect(counts.reduce(0) { $0 + $1.count } == OperatorLimits.builds)
        },
    ]

    static func sighting(_ name: String, after seconds: Double = 0, isStart: Bool = true) -> BuildSighting {
        BuildSighting(
            ServerBuild(name: name, version: "v\(name)"),
            node: "n",
            at: StoredSample("s").moment(seconds),
            isStart: isStart
        )
    }
}
