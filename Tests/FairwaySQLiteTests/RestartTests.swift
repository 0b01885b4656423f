import Fairway
import FairwayOperators
import FairwaySQLite
import FairwayTesting
import FairwayWire
import Testing

/// A store keeps its content through a restart, and can be read while its server runs.
struct RestartTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
    }

    @Test func restartKeepsAllContent() async throws {
        let sample = StoredSample("a")
        var store = try SQLiteStore(path)
        var start = sample.starting()
        start.creation = sample.creation("key")
        start.work = [.add(sample.timer("j1"))]
        _ = try await store.commit(start)
        _ = try await store.commit(sample.counting(from: 1, key: "k"))
        try await store.setDraft(.null, "a", screen: "s1")
        try await store.addHandoff([1], session: "a", expiresAt: sample.moment(300))
        let before = try await store.load("a")
        await store.close()

        store = try SQLiteStore(path)
        #expect(try await store.load("a") == before)
        #expect(try await store.reply("a", key: "k") == sample.reply("k", revision: 2, after: 1))
        #expect(try await store.work("a").map(\.item) == [sample.timer("j1")])
        #expect(try await store.handoff([1])?.session == "a")
        #expect(try await store.creation(SHA256.hash("key".utf8)) == start.creation)
        #expect(try await store.journal("a", after: 0, limit: 9).count == 2)
        #expect(
            try await store.commit(sample.counting(from: 2, key: "k"))
                == .answered(sample.reply("k", revision: 2, after: 1))
        )
        #expect(try await store.commit(sample.counting(from: 2)) == .committed)
        await store.close()
    }

    /// The journal names the build of each change, so a change that was not counted before a restart is not that of the next build.
    @Test func changesAreCountedForTheBuildThatMadeThemAfterARestart() async throws {
        let sample = StoredSample("a")
        for number in 1...3 {
            let store = try SQLiteStore(path)
            let build = ServerBuild(name: "\(number)", version: "1")
            try await store.recordBuild(
                BuildSighting(build, node: "n\(number)", at: sample.moment(Double(number)), isStart: true)
            )
            let commit = number == 1 ? sample.starting() : sample.counting(from: number - 1, after: Double(number))
            #expect(try await store.commit(commit) == .committed)
            await store.close()
        }
        let store = try SQLiteStore(path)
        #expect(try await store.foldJournal(limit: 9) == 3)
        let builds = try await store.builds(BuildsQuery()).rows
        #expect(builds.map(\.build.name) == ["3", "2", "1"])
        #expect(builds.map { $0.counts[.changes] } == [1, 1, 1])
        #expect(builds.map { $0.counts[.started] } == [nil, nil, 1])
        #expect(builds.map(\.nodes) == [["n3"], [], []])
        await store.close()
    }

    @Test func closedStoreRefusesCallsAndLeavesOneFile() async throws {
        let store = try SQLiteStore(path)
        _ = try await store.commit(StoredSample("a").starting())
        _ = try await store.load("a")
        await store.close()
        await #expect(throws: StoreError.self) { try await store.load("a") }
        await #expect(throws: StoreError.self) { try await store.commit(StoredSample("b").starting()) }
        #expect(try folder.names == ["fairway.sqlite"])
    }

    @Test func pendingChangesAreWrittenWhenTheStoreCloses() async throws {
        let store = try SQLiteStore(path)
        let committed = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<200 {
                group.addTask { (try? await store.commit(StoredSample("s\(index)").starting())) == .committed }
            }
            group.addTask {
                await store.close()
                return false
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        let reopened = try SQLiteStore(path)
        #expect(try await reopened.summary().activeSessions == committed)
        await reopened.close()
    }

    @Test func fileCanBeReadWhileItsServerRuns() async throws {
        let store = try SQLiteStore(path)
        _ = try await store.commit(StoredSample("a").starting())
        let reader = try SQLiteStore(path, for: .reading)
        #expect(try await reader.flows(FlowsQuery()).rows.map(\.session) == ["a"])
        _ = try await store.commit(StoredSample("b").starting())
        #expect(try await reader.summary().activeSessions == 2)
        await #expect(throws: StoreError.self) { try await reader.commit(StoredSample("c").starting()) }
        await reader.close()
        #expect(try await store.commit(StoredSample("c").starting()) == .committed)
        await store.close()
    }

    @Test func readingAFileWithoutItsServerChangesNothing() async throws {
        let store = try SQLiteStore(path)
        _ = try await store.commit(StoredSample("a").starting())
        try folder.copy("fairway.sqlite", "crashed.sqlite")
        await store.close()
        for name in ["fairway.sqlite", "crashed.sqlite"] {
            let before = try folder.content
            let reader = try SQLiteStore(folder[name], for: .reading)
            #expect(try await reader.sessions(SessionsQuery(status: .active)).rows.map(\.session.id) == ["a"])
            #expect(try await reader.integrityProblems() == [])
            await reader.close()
            #expect(try folder.content[name] == before[name])
            #expect(try folder.content["\(name)-wal"] == before["\(name)-wal"])
        }
    }

    @Test func backupIsConsistentWhileChangesGoOn() async throws {
        let store = try SQLiteStore(path)
        for index in 0..<50 { _ = try await store.commit(StoredSample("s\(index)").starting()) }
        async let changes: Void = {
            for index in 0..<50 { _ = try await store.commit(StoredSample("s\(index)").counting(from: 1)) }
        }()
        try await store.backup(to: folder["backup.sqlite"])
        try await changes
        let error = await #expect(throws: StoreError.self) { try await store.backup(to: folder["backup.sqlite"]) }
        #expect(error?.message.contains("name a new file") == true)
        await store.close()
        #expect(try folder.names == ["backup.sqlite", "fairway.sqlite"])

        let backup = try SQLiteStore(folder["backup.sqlite"])
        #expect(try await backup.summary().activeSessions == 50)
        #expect(try await backup.integrityProblems() == [])
        await backup.close()
    }

    @Test func readingAMissingFileIsRefused() throws {
        let error = #expect(throws: StoreError.self) { try SQLiteStore(path, for: .reading) }
        #expect(error?.message.contains("There is no store at") == true)
        #expect(try folder.names == [])
    }
}
