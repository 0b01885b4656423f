import Foundation

extension CommandLineTool {
    /// Runs what the process was started for, and ends it with the exit code.
    package func main() async -> Never {
        let code = await run(
            arguments: Array(CommandLine.arguments.dropFirst()),
            environment: ProcessInfo.processInfo.environment,
            console: .process
        )
        exit(code.rawValue)
    }
}
