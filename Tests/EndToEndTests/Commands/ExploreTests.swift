import FairwayWire
import Foundation
import ServerDoubles
import TestWaits
import Testing

/// The `explore` command on the sample app.
@Suite(.waiting)
struct ExploreTests {
    @Test func sampleAppFailsOnlyOnPurpose() async throws {
        let explored = try await run("explore", "--steps", "3000", "--skip", "Stall")
        #expect(explored.code == 1)
        #expect(explored.output.hasPrefix("Counter.Page.failButtonPressed: flow-failed: "), "\(explored)")
        #expect(explored.output.contains(/\n    by: start \w+, .*Counter\.Page\.failButtonPressed\n/))
        #expect(explored.output.contains(", 1 fault found\n"))
        let seen = try #require(explored.output.firstMatch(of: /(\d+) of \d+ screens seen/))
        #expect(try #require(Int(seen.1)) >= 60)
        #expect(explored.errors.isEmpty)
    }

    @Test func flowWithoutFaultsSucceeds() async throws {
        let explored = try await run("explore", "Tutorial", "--steps", "200", "--idiom", "pad")
        #expect(explored.code == 0)
        #expect(explored.output.hasPrefix("200 steps in "), "\(explored)")
        #expect(explored.output.hasSuffix(": 3 of 3 screens seen, 4 of 4 actions tried, 0 faults found\n"))
    }

    @Test func unreachedScreensOfOneFlowAreListed() async throws {
        let explored = try await run("explore", "BookFerry", "--steps", "30")
        #expect(explored.code == 0)
        #expect(explored.output.contains(#/screens not reached: .*Ferry\./#), "\(explored)")
        #expect(!explored.output.contains("Tutorial."))
    }

    @Test func graphIsWrittenForServe() async throws {
        let scratch = try TemporaryStore()
        #expect(try await run("explore", "Tutorial", "--steps", "200", "--graph", "flows.json", in: scratch).code == 0)
        let file = scratch.folder.appending(path: "flows.json")
        let graph = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: file))["flows"]?["Tutorial"]
        #expect(graph?["screens"] == ["Tutorial.Page1", "Tutorial.Page2", "Tutorial.Page3"])
        let edges = graph?["edges"]?.array ?? []
        #expect(
            edges.contains(["from": "Tutorial.Page1", "action": "nextToPage2ButtonPressed", "to": "Tutorial.Page2"])
        )
        #expect(!edges.contains { $0["action"] == "end" })
        let refused = try await run("serve", "--port", "0", "--store", "memory:", "--graph", "absent.json", in: scratch)
        #expect(refused.code == 64)
        #expect(refused.errors.contains("--graph absent.json cannot be read: "))
        #expect(refused.errors.contains("Write the file with explore --graph."))
    }

    @Test func explorationWritesNoFile() async throws {
        let scratch = try TemporaryStore()
        #expect(try await run("explore", "Transfer", "--steps", "300", in: scratch).code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).isEmpty)
    }

    @Test func terminalShowsCoverageAsBars() async throws {
        let executable = BuiltExecutable("fairway-samples").url
        let some = try PseudoTerminal(executable, ["explore", "BookFerry", "--steps", "30"])
        #expect(await some.end() == 0)
        #expect(some.written.contains(#/\r29 of 30 steps, \d+ of \d+ screens, 0 faults +\r/#))
        #expect(some.written.contains(#/Screens  \u{1B}\[33m█+░+\u{1B}\[0m  \d+ of \d+/#))
        #expect(some.written.hasSuffix(", \u{1B}[33m0 faults found\u{1B}[0m; not everything was reached\r\n"))
        let all = try PseudoTerminal(executable, ["explore", "Tutorial", "--steps", "200"])
        #expect(await all.end() == 0)
        #expect(all.written.contains(#/Screens  \u{1B}\[32m█+\u{1B}\[0m  3 of 3/#))
        #expect(all.written.hasSuffix(" sessions, \u{1B}[32m0 faults found\u{1B}[0m\r\n"))
    }

    @Test func traceIsDeterministic() async throws {
        let explored = try await run("explore", "Tutorial", "--steps", "50", "--trace")
        #expect(explored.output.hasPrefix("start Tutorial\n  Tutorial.Page1."), "\(explored)")
        #expect(explored.output == (try await run("explore", "Tutorial", "--steps", "50", "--trace")).output)
    }

    @Test func invalidExplorationNamesRemedy() async throws {
        let unknown = try await run("explore", "Tutoral")
        #expect(unknown.code == 64)
        #expect(unknown.errors.contains("There is no flow Tutoral. Did you mean Tutorial?"))
        let skipping = try await run("explore", "--skip", "Stal")
        #expect(skipping.errors.contains("There is no flow Stal. Did you mean Stall?"))
        #expect(try await run("explore", "--steps", "0").code == 64)
    }

    private func run(
        _ arguments: String...,
        in scratch: TemporaryStore? = nil
    ) async throws -> (code: Int32, output: String, errors: String) {
        let process = try SpawnedProcess(BuiltExecutable("fairway-samples").url, arguments, in: scratch?.folder)
        return await process.result()
    }
}
