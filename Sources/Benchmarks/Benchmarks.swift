import Glibc

/// What `script/bench` measures with. Each benchmark is a subcommand with a file of its own.
@main
enum Benchmarks {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "crash": try await CrashBenchmark.run(CommandLine.arguments.dropFirst(2))
        case "crash-child": try await StoreSubject.runChild(CommandLine.arguments.last ?? "")
        case "engine": try await EngineBenchmark.run(CommandLine.arguments.dropFirst(2).first)
        case "http-server": try HTTPServerBenchmark.run()
        case "json": JSONBenchmark.run()
        case "store": try await StoreBenchmark.run(CommandLine.arguments.dropFirst(2))
        default:
            let usage = "usage: fairway-benchmarks crash|engine|http-server|json|store [ARGUMENT…]\n"
            write(STDERR_FILENO, usage, usage.utf8.count)
            exit(64)
        }
    }
}
