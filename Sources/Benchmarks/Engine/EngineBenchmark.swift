import CAllocations
import Fairway
import FairwayWire

/// What an action costs through the engine with a memory store: JSON in, state document out, on one core.
enum EngineBenchmark {
    private static let actions = 20_000
    private static let rounds = 7

    static func run() async throws {
        let flat = try await Subject(StartRequest(flow: Tally.name))
        let deep = try await Subject(
            StartRequest(flow: Shaft.name, input: RawJSON(validating: Array(#"{"depth":48}"#.utf8)))
        )
        // Side by side, so that a machine that slows down slows both.
        var flatRounds: [Double] = []
        var deepRounds: [Double] = []
        for _ in 0..<rounds {
            flatRounds.append(try await flat.microsecondsPerAction(actions))
            deepRounds.append(try await deep.microsecondsPerAction(actions))
        }
        let ratios = zip(deepRounds, flatRounds).map { $0 / $1 }
        print("one flow:  \(rounded(median(flatRounds))) µs an action, \(flat)")
        print("50 flows:  \(rounded(median(deepRounds))) µs an action, \(deep)")
        print("ratio:     \(rounded(median(ratios)))")
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

/// A session to act on.
private final class Subject: CustomStringConvertible {
    private let engine: Engine
    private let session: String
    private let caller: Caller
    private var answerBytes = 0
    private var allocations = 0

    var description: String { "\(allocations) allocations, \(answerBytes) bytes answered" }

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
        let app = App(initial: Entrance()) {
            Flow(Tally())
            Flow(Shaft())
        }
        engine = try Engine(app, store: MemoryStore())
        let started = try JSON.decode(Started.self, from: await engine.start(request).body)
        session = started.session
        caller = Caller(.token(started.token))
    }

    func microsecondsPerAction(_ count: Int) async throws -> Double {
        let json = Array(#"{"action":"incrementButtonPressed","params":{}}"#.utf8)
        let allocated = fairway_allocation_count()
        let began = ContinuousClock.now
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
        let took = (ContinuousClock.now - began).components
        // Nothing suspends with a memory store, so that all of it was this thread's.
        allocations = Int(fairway_allocation_count() - allocated) / count
        return (Double(took.seconds) * 1e6 + Double(took.attoseconds) * 1e-12) / Double(count)
    }
}
