import FairwayServer
import Glibc

/// What `script/bench` measures with. Each benchmark is a subcommand with a file of its own.
@main
enum Benchmarks {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "actions": try ActionsBenchmark.run(CommandLine.arguments.dropFirst(2))
        case "admin": try await AdminBenchmark.run(CommandLine.arguments.dropFirst(2))
        case "bare-server": try await BareServer.run(CommandLine.arguments.dropFirst(2))
        case "crash": try await CrashBenchmark.run(CommandLine.arguments.dropFirst(2))
        case "crash-child": try await StoreSubject.runChild(CommandLine.arguments.last ?? "")
        case "crash-work": try await WorkCrashTrial.run(CommandLine.arguments.dropFirst(2))
        case "crash-work-child": try await WorkCrashChild.run(CommandLine.arguments.dropFirst(2))
        case "engine": try await EngineBenchmark.run(CommandLine.arguments.dropFirst(2).first)
        case "http-server": try HTTPServerBenchmark.run()
        case "json": JSONBenchmark.run()
        case "memory": try MemoryBenchmark.run(CommandLine.arguments.dropFirst(2))
        case "overload": try OverloadBenchmark.run(CommandLine.arguments.dropFirst(2))
        case "pairs": try PairsBenchmark.run(CommandLine.arguments.dropFirst(2))
        case "peers": try PeersBenchmark.run(CommandLine.arguments.dropFirst(2))
        case "scale": try ScaleBenchmark.run(CommandLine.arguments.dropFirst(2))
        case "serve": await BenchmarkApp.main()
        case "session-memory": try await SessionMemory.run()
        case "soak": try SoakBenchmark.run(CommandLine.arguments.dropFirst(2))
        case "stall": try StallBenchmark.run(CommandLine.arguments.dropFirst(2))
        case "store": try await StoreBenchmark.run(CommandLine.arguments.dropFirst(2))
        case "stored": try await StoredBenchmark.run(CommandLine.arguments.dropFirst(2))
        case "timers": try await TimersBenchmark.run(CommandLine.arguments.dropFirst(2))
        default:
            let names = """
                actions|admin|crash|crash-work|engine|http-server|json|memory|overload|pairs|peers|scale|soak|stall|store|stored|\
                timers
                """
            let usage = "usage: fairway-benchmarks \(names) [ARGUMENT…]\n"
            write(STDERR_FILENO, usage, usage.utf8.count)
            exit(64)
        }
    }
}
