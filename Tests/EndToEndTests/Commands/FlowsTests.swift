import FairwayWire
import Foundation
import ServerDoubles
import TestWaits
import Testing

/// The `flows` command.
@Suite(.waiting)
struct FlowsTests {
    @Test func serverAndStoreListSameFlows() async throws {
        let store = try TemporaryStore()
        let server = try await RunningServer("--store", store.locator)
        _ = try await StartedSession("Tutorial", on: server)
        let session = try await StartedSession("Imperio", on: server)
        _ = try await session.act("tutorialStartButtonPressed")
        let served = try await run(from(server))
        #expect(served.code == 0)
        let lines = served.output.split(separator: "\n")
        #expect(lines.count == 5, "\(served)")
        #expect(lines[0].split(separator: " ") == ["SESSION", "PATH", "SCREEN", "FRONT", "IDLE", "STARTED", "DEVICE"])
        #expect(lines[1].hasPrefix(session.id), "newest first")
        #expect(lines[1].contains("Imperio/Tutorial  Tutorial.Page1  yes"))
        #expect(lines[4] == "3 active flows")
        let stored = try await run(["--store", store.locator]).output.split(separator: "\n")
        // Ages may differ by a second between the two calls.
        #expect(stored.map { $0.split(separator: " ").prefix(3) } == lines.map { $0.split(separator: " ").prefix(3) })
    }

    @Test func terminalShowsFlowsBySession() async throws {
        let server = try await RunningServer()
        let session = try await StartedSession("Imperio", on: server)
        _ = try await session.act("tutorialStartButtonPressed")
        let terminal = try PseudoTerminal(
            BuiltExecutable("fairway-samples").url,
            ["flows"] + from(server),
            environment: ["NO_COLOR": "1"],
            columns: 40
        )
        #expect(await terminal.end() == 0)
        let lines = terminal.written.split(separator: "\r\n").map(String.init)
        try #require(lines.count == 5)
        #expect(lines[1].hasPrefix(session.id))
        #expect(lines[2].hasPrefix("  Imperio "))
        #expect(lines[3].hasPrefix("  Imperio/Tut"))
        #expect(lines.allSatisfy { $0.count <= 40 })
    }

    @Test func filtersMatchAdminAPI() async throws {
        let server = try await RunningServer()
        for flow in ["Counter", "Tutorial", "Counter"] { _ = try await StartedSession(flow, on: server) }
        let counts = [
            (["--flow", "Tutorial"], 1), (["--screen", "Counter.Page"], 2), (["--idle", "1h"], 0),
            (["--limit", "2"], 2),
            (["--flow", "Nothing"], 0), (["--user", "nobody"], 0),
        ]
        for (arguments, count) in counts {
            let rows = try await run(from(server) + arguments).output.split(separator: "\n").dropLast()
            #expect(rows.count == (count == 0 ? 0 : count + 1), "\(arguments)")
        }
    }

    @Test func programsGetADocumentForEachFlow() async throws {
        let server = try await RunningServer()
        let sessions = [
            try await StartedSession("Counter", on: server), try await StartedSession("Tutorial", on: server),
        ]
        let lines = try await run(from(server) + ["--json"]).output.split(separator: "\n")
        let documents = try lines.map { try JSON.decode(JSONValue.self, from: Array($0.utf8)) }
        #expect(documents.map { $0["session"]?.string } == sessions.reversed().map(\.id))
        #expect(documents.map { $0["flow"]?.string } == ["Tutorial", "Counter"])
        #expect(try await run(from(server) + ["--json", "--flow", "Nothing"]).output == "")
    }

    @Test func misspeltFlowIsSuggested() async throws {
        let server = try await RunningServer()
        let output = try await run(from(server) + ["--flow", "Ferrry"]).output
        #expect(output == "No active flow matches.\nThere is no flow Ferrry. Did you mean Ferry?\n")
        #expect(try await run(from(server) + ["--flow", "Ferry"]).output == "No active flow matches.\n")
    }

    @Test func longListIsShownCompletely() async throws {
        let server = try await RunningServer()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<501 { group.addTask { _ = try await StartedSession("Counter", on: server) } }
            try await group.waitForAll()
        }
        let lines = try await run(from(server)).output.split(separator: "\n")
        #expect(Set(lines.dropFirst().dropLast().map { $0.prefix { $0 != " " } }).count == 501)
        #expect(lines.last == "501 active flows")
        #expect(try await run(from(server) + ["--limit", "500"]).output.contains("500 shown, and there are more"))
    }

    @Test func invalidListingNamesRemedy() async throws {
        let server = try await RunningServer()
        let wrong = try await run(["--server", server.url.absoluteString, "--admin-token", "guessed"])
        #expect(wrong.code == 1)
        #expect(wrong.errors.contains("Pass the token of an operator of that server"))
        // The port of a stopped server may belong to another test's server.
        let gone = try await run(["--server", "http://127.0.0.1:1", "--admin-token", RunningServer.operatorToken])
        #expect(gone.code == 1)
        #expect(gone.errors.contains("Is the server running there?"))
        let missing = try await run(["--store", "sqlite:/nowhere/fairway.sqlite"])
        #expect(missing.code == 78)
        #expect(missing.errors.contains("/nowhere/fairway.sqlite"))
    }

    @Test func helpShowsExamples() async throws {
        let help = try await run(["--help"])
        #expect(help.code == 0)
        for word in ["--server", "--admin-token", "--store", "--idle", "flows --store sqlite:fairway.sqlite"] {
            #expect(help.output.contains(word), "\(word)")
        }
    }

    private func from(_ server: RunningServer) -> [String] {
        ["--server", server.url.absoluteString, "--admin-token", RunningServer.operatorToken]
    }

    private func run(_ arguments: [String]) async throws -> (code: Int32, output: String, errors: String) {
        let process = try SpawnedProcess(BuiltExecutable("fairway-samples").url, ["flows"] + arguments)
        return await process.result()
    }
}
