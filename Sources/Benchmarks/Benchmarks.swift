import Glibc

/// What `script/bench` measures with. Each benchmark is a subcommand with a file of its own.
@main
enum Benchmarks {
    static func main() throws {
        switch CommandLine.arguments.dropFirst().first {
        case "http-server": try HTTPServerBenchmark.run()
        case "json": JSONBenchmark.run()
        default:
            let usage = "usage: fairway-benchmarks http-server|json\n"
            write(STDERR_FILENO, usage, usage.utf8.count)
            exit(64)
        }
    }
}
