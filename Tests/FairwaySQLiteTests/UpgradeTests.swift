import Fairway
import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import FairwaySQLite

/// A file that an earlier build has filled goes on with this one.
struct UpgradeTests {
    private let folder: TemporaryFolder
    private let sample = StoredSample("a")
    private let twofold = StoredSample("b")

    init() throws { folder = try TemporaryFolder() }

    /// As the first build made it, and the one before this.
    @Test(arguments: [1, 3])
    func aFileOfAnEarlierBuildGoesOnWithAllThatIsInIt(migrations: Int) async throws {
        let origin = try await makeNewFile()
        let old = try makeOldFile(from: origin, Array(Migration.all.prefix(migrations)))
        let before = try SQLiteStore(origin)
        let store = try SQLiteStore(old)
        for name in ["a", "b"] { #expect(try await store.load(name) == (try await before.load(name))) }
        #expect(try await store.load("b")?.flows.count == 2)
        #expect(try await store.journal("a", after: 0, limit: 9) == (try await before.journal("a", after: 0, limit: 9)))
        #expect(try await store.reply("a", key: "k") == (try await before.reply("a", key: "k")))
        #expect(try await store.reply("a", key: "k") != nil)
        #expect(try await store.work("a").map(\.item.id) == ["j1", "j2"])
        #expect(try await store.integrityProblems() == [])

        // What was waiting is taken up when it is due, and the session counts on.
        #expect(try await store.nextWork(in: [.timers]) == sample.moment(60))
        #expect(await count("a", from: 3, in: store) == nil)
        let change = twofold.counting(from: 1)
        #expect(try await store.commit(change) == .committed)
        #expect(try await store.load("b")?.flows == change.flows + [twofold.flow(2, isFront: false)])
        #expect(try await store.integrityProblems() == [])
        await store.close()
        await before.close()
        let again = try SQLiteStore(old)
        #expect(try await again.load("a")?.session.revision == 4)
        await again.close()
    }

    /// A session with a journal, an answer, a draft and work, as this build writes them.
    private func makeNewFile() async throws -> String {
        let path = folder["new.sqlite"]
        let store = try SQLiteStore(path)
        #expect(try await store.commit(sample.starting()) == .committed)
        var working = sample.counting(from: 1)
        working.work = [.add(sample.timer("j1")), .add(sample.job("j2", due: 90))]
        #expect(try await store.commit(working) == .committed)
        #expect(await count("a", from: 2, key: "k", in: store) == nil)
        var start = twofold.starting()
        start.flows.append(twofold.flow(2, isFront: false))
        #expect(try await store.commit(start) == .committed)
        _ = try await store.setDraft(RawJSON(known: Array(#"{"name":"Ad"}"#.utf8)), "a", screen: "s1")
        await store.close()
        return path
    }

    /// The same rows in a file as the first migrations alone make it.
    private func makeOldFile(from origin: String, _ migrations: [Migration]) throws -> String {
        let path = folder["old.sqlite"]
        let migrator = Migrator(path: path, migrations: migrations)
        let connection = try Connection(path, .create)
        try connection.execute("PRAGMA application_id = \(Migrator.applicationID)")
        try migrator.apply(migrations, to: connection)
        try connection.execute("ATTACH '\(origin)' AS new")
        for table in ["sessions", "flows", "journal", "drafts", "replies", "jobs"] {
            let columns = try connection.statement("SELECT name FROM pragma_table_info('\(table)')").all { $0.text(0) }
            let shared = try connection.statement("SELECT name FROM new.pragma_table_info('\(table)', 'new')").all {
                $0.text(0)
            }
            let names = columns.filter(shared.contains).joined(separator: ", ")
            try connection.execute("INSERT INTO main.\(table) (\(names)) SELECT \(names) FROM new.\(table)")
        }
        // Then each flow's own row said all.
        let own = FlowRow.changingColumns
        try connection.execute(
            """
            UPDATE flows SET (\(own.joined(separator: ", "))) = (
                SELECT \(own.map(FrontFlow.column).joined(separator: ", ")) FROM new.sessions AS there
                WHERE there.number = flows.session
            )
            WHERE (session, node) IN (SELECT number, front_flow_node FROM new.sessions)
            """
        )
        return path
    }
}
