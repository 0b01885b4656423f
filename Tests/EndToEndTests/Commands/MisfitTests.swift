import Foundation
import ServerDoubles
import TestWaits
import Testing

/// Controls that do not fit their screen, and an invalid string catalog, stop the start of a real process with the exit
/// code of a configuration error.
@Suite(.waiting)
struct MisfitTests {
    @Test(
        arguments: [
            ("action", "RenamedAction.controls: there is no action save. The actions are keep."),
            ("field", "RenamedField.controls: save has no parameter name. Its parameters are fullName."),
            ("part", "RenamedPart.controls: save has no parameter address/street. Its parameters are address."),
            (
                "list",
                "RenamedList.controls: the options of port in save are in a list that the view model's JSON does not "
                    + "contain: /ports."
            ),
            (
                "computed",
                "ComputedList.controls: the rows of save are in a list that is not a stored property of the view model."
            ),
            ("catalog", "the string catalog “Broken.xcstrings” is not valid: "),
        ]
    )
    func startFailsWithASentence(_ misfit: String, _ sentence: String) async throws {
        let scratch = try TemporaryStore()
        for command in [["serve", "--port", "0"], ["explore"]] {
            let store = command == ["explore"] ? [] : ["--store", scratch.locator]
            let process = try SpawnedProcess(
                BuiltExecutable("MisfitApp").url,
                command + store,
                in: scratch.folder,
                environment: ["MISFIT": misfit]
            )
            let (code, output, errors) = await process.result()
            #expect(code == 78, "\(command): \(errors)")
            #expect(errors.contains(sentence), "\(command): \(errors)")
            #expect(!output.contains("listening"))
        }
    }

    /// Mistakes that only a server finds.
    @Test(
        arguments: [
            ("path", "the endpoint POST /healthz has a path of the server's own (/healthz): choose another."),
            ("start", "OnStart failed, so the server does not start: the ledger is gone"),
        ]
    )
    func serverDoesNotStart(_ misfit: String, _ sentence: String) async throws {
        let scratch = try TemporaryStore()
        let process = try SpawnedProcess(
            BuiltExecutable("MisfitApp").url,
            ["serve", "--port", "0", "--store", scratch.locator],
            in: scratch.folder,
            environment: ["MISFIT": misfit]
        )
        let (code, output, errors) = await process.result()
        #expect(code == 78, "\(errors)")
        #expect(errors.contains("MisfitApp: \(sentence)"), "\(errors)")
        #expect(!output.contains("listening"))
    }

    @Test func fittingControlsStart() async throws {
        let process = try SpawnedProcess(BuiltExecutable("MisfitApp").url, ["explore", "--steps", "20"])
        let (code, output, _) = await process.result()
        #expect(code == 0)
        #expect(output.hasPrefix("20 steps"), "\(output)")
    }
}
