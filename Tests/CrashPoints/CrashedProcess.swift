import Foundation
import ServerDoubles

/// Checks a crashed store with the commands that an operator runs. `executable` is this tool itself, which has
/// these commands too.
struct CrashedProcess {
    let executable: String
    let store: CrashedStore

    /// Runs the read-only commands, then starts the server and stops it with SIGTERM.
    func run() async -> [Finding] {
        do {
            var findings: [Finding] = []
            for arguments in store.commands {
                let (code, output, errors) = try await start(arguments).result()
                findings += store.finding(arguments[0], code, output + errors).map { [$0] } ?? []
            }
            let locator = "sqlite:\(store.folder)/\(StoreScenario.store)"
            let server = try start(["serve", "--port", "0", "--store", locator])
            var printed = ""
            while !printed.contains("listening on"), case let data = server.output.availableData, !data.isEmpty {
                printed += String(decoding: data, as: UTF8.self)
            }
            server.send(SIGTERM)
            let (code, output, errors) = await server.result()
            if !printed.contains("listening on") || code != 0 {
                findings.append(Finding(.refused, "serve: exit code \(code): \(printed + output + errors)"))
            }
            return findings
        } catch {
            return [Finding(.refused, "\(error)")]
        }
    }

    private func start(_ arguments: [String]) throws -> SpawnedProcess {
        try SpawnedProcess(URL(filePath: executable), arguments)
    }
}
