import Glibc

/// What `script/bench` measures with. Each benchmark is a subcommand with a file of its own.
@main
enum Benchmarks {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "engine": try await EngineBenchmark.run()
        case "http-server": try HTTPServerBenchmark.run()
        case "json": JSONBenchmark.run()
        default:
            let usage = "usage: fairway-benchmarks engine|http-server|json [NAME]\n"
            write(STDERR_FILENO, usage, usage.utf8.count)
            exit(64)
        }
    }
}
