import Foundation

/// Checks a crashed store with the commands that an operator runs. `executable` is this tool itself, which has
/// these commands too.
struct CrashedProcess {
    let executable: String
    let store: CrashedStore

    /// Runs the read-only commands, then starts the server and stops it with SIGTERM.
    func run() -> [Finding] {
        do {
            var findings: [Finding] = []
            for arguments in store.commands {
                let (process, output) = try start(arguments)
                let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
                findings += store.finding(arguments[0], process.terminationStatus, text).map { [$0] } ?? []
            }
            let locator = "sqlite:\(store.folder)/\(StoreScenario.store)"
            let (server, output) = try start(["serve", "--port", "0", "--store", locator])
            var printed = ""
            while !printed.contains("listening on"), case let data = output.availableData, !data.isEmpty {
                printed += String(decoding: data, as: UTF8.self)
            }
            server.terminate()
            printed += String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
            server.waitUntilExit()
            if !printed.contains("listening on") || server.terminationStatus != 0 {
                findings.append(Finding(.refused, "serve: exit code \(server.terminationStatus): \(printed)"))
            }
            return findings
        } catch {
            return [Finding(.refused, "\(error)")]
        }
    }

    private func start(_ arguments: [String]) throws -> (Process, FileHandle) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        return (process, output.fileHandleForReading)
    }
}
