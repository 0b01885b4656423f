#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `fairway-benchmarks NAME` measures one part.
@main
enum Benchmarks {
    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "json": JSONBenchmark.run()
        default:
            print("usage: fairway-benchmarks json")
            exit(64)
        }
    }
}
