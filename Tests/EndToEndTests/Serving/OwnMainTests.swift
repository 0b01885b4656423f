import FairwayWire
import Foundation
import ServerDoubles
import TestWaits
import Testing

/// The program of `docs/server.md`, with a `main` of its own.
@Suite(.waiting)
struct OwnMainTests {
    private let program = BuiltExecutable("OwnMain").url

    @Test func programServesUntilItIsTerminated() async throws {
        let server = try await RunningServer("--store", "memory:", executable: program)
        let hours = try await Client(server).send("GET", "/hours")
        #expect(hours.status == 200)
        #expect(String(decoding: hours.body, as: UTF8.self) == "8 to 18")
        let session = try await StartedSession("Front", on: server)
        #expect(try await session.send("GET", "").state.screen?.name == "Front.Shelf")
        #expect(await server.stop() == 0)
    }

    @Test(arguments: [(["--prot", "1"], "OwnMain: "), (["serve", "--port", "many"], "OwnMain: ")])
    func wrongCommandLineIsASentence(_ arguments: [String], _ beginning: String) async throws {
        let (code, _, errors) = await (try SpawnedProcess(program, arguments)).result()
        #expect(code == 64)
        #expect(errors.hasPrefix(beginning), "\(errors)")
        #expect(errors.contains("--port"), "\(errors)")
    }

    @Test func helpListsTheFlags() async throws {
        let (code, output, _) = await (try SpawnedProcess(program, ["--help"])).result()
        #expect(code == 0)
        #expect(output.contains("--store"))
    }
}
