import Fairway
import FairwayWire
import Glibc

/// Measures an action in the engine, from JSON to JSON, with a store in memory: `fairway-benchmarks engine`.
enum EngineBenchmark {
    private static let actions = 20_000
    private static let rounds = 7
    private static let mostMicroseconds = 25.0
    private static let mostRatio = 1.5

    static func run() async throws -> Bool {
        let flat = try await Subject(StartRequest(flow: Tally.name))
        let input = try RawJSON(validating: Array(#"{"depth":48}"#.utf8))
        let deep = try await Subject(StartRequest(flow: Nested.name, input: input))
        var (flatRounds, deepRounds): ([Double], [Double]) = ([], [])
        // Alternate, because the machine's speed drifts.
        for _ in 0..<rounds {
            flatRounds.append(try await flat.microsecondsPerAction(actions))
            deepRounds.append(try await deep.microsecondsPerAction(actions))
        }
        let ratio = zip(deepRounds, flatRounds).map { $0 / $1 }.median
        print("one flow:  \(rounded(flatRounds.median)) µs per action, \(flat.answerBytes) bytes answered")
        print("50 flows:  \(rounded(deepRounds.median)) µs per action, \(deep.answerBytes) bytes answered")
        print("ratio:     \(rounded(ratio)) (targets: \(mostMicroseconds) µs with one flow, ratio \(mostRatio))")
        return flatRounds.median <= mostMicroseconds && ratio <= mostRatio
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    /// An engine with one session.
    private final class Subject {
        private let engine: Engine
        private let session: String
        private let caller: Caller
        private(set) var answerBytes = 0

        private struct Body: Decodable {
            var action: String
            var params: RawJSON?
        }

        init(_ request: StartRequest) async throws {
            engine = try Engine(BenchmarkApp.app, store: MemoryStore())
            let started = try JSON.decode(SessionStart.self, from: await engine.start(request).body)
            session = started.session
            caller = Caller(.token(started.token))
        }

        /// The processor time of one action. `clock` measures all threads of the process. With a store in memory, only
        /// this one works.
        func microsecondsPerAction(_ count: Int) async throws -> Double {
            let json = Array(#"{"action":"incrementButtonPressed","params":{}}"#.utf8)
            let start = clock()
            for _ in 0..<count {
                let body = try JSON.decode(Body.self, from: json)
                let change = Change.action(name: body.action, params: body.params, screen: nil, draft: nil)
                let answer = await engine.perform(change, on: session, by: caller)
                precondition(answer.status == 200, "the benchmark's action failed")
                answerBytes = answer.body.count
            }
            return Double(clock() - start) * 1e6 / Double(CLOCKS_PER_SEC) / Double(count)
        }
    }
}
