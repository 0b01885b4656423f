import Foundation

/// `fairway-benchmarks NAME` measures one part.
@main
enum Benchmarks {
    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "json": JSONBenchmark.run()
        default:
            print("usage: fairway-benchmarks json [NAME]")
            exit(64)
        }
    }
}
