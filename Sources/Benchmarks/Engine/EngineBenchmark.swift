import Fairway
import FairwayWire
import Glibc

/// What an action costs through the engine with a memory store: JSON in, state document out, on one core:
/// `fairway-benchmarks engine [flat|deep]`.
enum EngineBenchmark {
    private static let actions = 20_000
    private static let rounds = 7
    private static let mostMicroseconds = 25.0
    private static let mostOfFifty = 1.5

    /// - Parameter only: leaves one of the two, `flat` or `deep`, for a profiler to look at.
    static func run(_ only: String? = nil) async throws {
        let flat = try await Subject(StartRequest(flow: Tally.name))
        let deep = try await Subject(
            StartRequest(flow: Shaft.name, input: RawJSON(validating: Array(#"{"depth":48}"#.utf8)))
        )
        // Side by side, so that a machine that slows down slows both.
        var flatRounds: [Double] = []
        var deepRounds: [Double] = []
        for _ in 0..<rounds {
            if only != "deep" { flatRounds.append(try await flat.microsecondsPerAction(actions)) }
            if only != "flat" { deepRounds.append(try await deep.microsecondsPerAction(actions)) }
        }
        let ratios = zip(deepRounds, flatRounds).map { $0 / $1 }
        if !flatRounds.isEmpty { print("one flow:  \(rounded(flatRounds.median)) µs an action, \(flat)") }
        if !deepRounds.isEmpty { print("50 flows:  \(rounded(deepRounds.median)) µs an action, \(deep)") }
        if !ratios.isEmpty { print("ratio:     \(rounded(ratios.median))") }
        guard flatRounds.median <= mostMicroseconds, ratios.median <= mostOfFifty else {
            print("more than \(mostMicroseconds) µs an action, or \(mostOfFifty) times that with 50 flows")
            exit(1)
        }
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

/// A session to act on.
private final class Subject: CustomStringConvertible {
    private let engine: Engine
    private let session: String
    private let caller: Caller
    private var answerBytes = 0

    var description: String { "\(answerBytes) bytes answered" }

    private struct Started: Decodable {
        var session: String
        var token: String
    }

    private struct Body: Decodable {
        var action: String
        var params: RawJSON?
        var screen: String?
        var draft: RawJSON?
    }

    init(_ request: StartRequest) async throws {
        engine = try Engine(BenchmarkApp.app, store: MemoryStore())
        let started = try JSON.decode(Started.self, from: await engine.start(request).body)
        session = started.session
        caller = Caller(.token(started.token))
    }

    func microsecondsPerAction(_ count: Int) async throws -> Double {
        let json = Array(#"{"action":"incrementButtonPressed","params":{}}"#.utf8)
        let began = clock()
        for _ in 0..<count {
            let body = try JSON.decode(Body.self, from: json)
            let answer = await engine.perform(
                .action(name: body.action, params: body.params, screen: body.screen, draft: body.draft),
                on: session,
                by: caller
            )
            precondition(answer.status == 200, "the benchmark's action must succeed")
            answerBytes = answer.body.count
        }
        // The processor's time, and not the wall's: what else runs on the machine is not what is asked. Nothing suspends
        // with a memory store, so that all of it was this thread's.
        let took = clock() - began
        return Double(took) * 1e6 / Double(CLOCKS_PER_SEC) / Double(count)
    }
}
