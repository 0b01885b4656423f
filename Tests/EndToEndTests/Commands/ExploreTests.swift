import Foundation
import Testing

/// The `explore` command on the sample app.
struct ExploreTests {
    @Test func sampleAppFailsOnlyOnPurpose() throws {
        let explored = try run("explore", "--steps", "3000", "--skip", "Stall")
        #expect(explored.code == 1)
        #expect(explored.output.hasPrefix("Counter.Page.failButtonPressed: flow-failed: "), "\(explored)")
        #expect(explored.output.contains(/\n    by: start \w+, .*Counter\.Page\.failButtonPressed\n/))
        #expect(explored.output.contains(", 1 fault found\n"))
        let seen = try #require(explored.output.firstMatch(of: /(\d+) of \d+ screens seen/))
        #expect(try #require(Int(seen.1)) >= 60)
        #expect(explored.errors.isEmpty)
    }

    @Test func flowWithoutFaultsSucceeds() throws {
        let explored = try run("explore", "Tutorial", "--steps", "200", "--idiom", "pad")
        #expect(explored.code == 0)
        #expect(explored.output.hasPrefix("200 steps in "), "\(explored)")
        #expect(explored.output.hasSuffix(", 0 faults found\n"))
    }

    @Test func traceIsDeterministic() throws {
        let explored = try run("explore", "Tutorial", "--steps", "50", "--trace")
        #expect(explored.output.hasPrefix("start Tutorial\n  Tutorial.Page1."), "\(explored)")
        #expect(explored.output == (try run("explore", "Tutorial", "--steps", "50", "--trace")).output)
    }

    @Test func invalidExplorationNamesRemedy() throws {
        let unknown = try run("explore", "Tutoral")
        #expect(unknown.code == 64)
        #expect(unknown.errors.contains("There is no flow Tutoral. Did you mean Tutorial?"))
        #expect(try run("explore", "--skip", "Stal").errors.contains("There is no flow Stal. Did you mean Stall?"))
        #expect(try run("explore", "--steps", "0").code == 64)
    }

    private func run(_ arguments: String...) throws -> (code: Int32, output: String, errors: String) {
        // The sample app's services create a file in the working directory.
        let scratch = try TemporaryStore()
        let process = try SpawnedProcess(BuiltExecutable("fairway-samples").url, arguments, in: scratch.folder)
        let output = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
        let errors = String(decoding: process.errors.readDataToEndOfFile(), as: UTF8.self)
        return (process.wait(), output, errors)
    }
}
